import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartError } from '#server/process/start-error.ts';
import { closeDataDir } from './data-dir.ts';
import { askHolder, lockDirectory } from './process-lock.ts';

let parent: string;
let directory: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'saluni-data-'));
  await chmod(parent, 0o755);
  directory = join(parent, 'data');
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

/** Runs a command as the user `nobody`; undefined where this process may not do that. */
function asNobody(...command: string[]): { status: number | null; output: string } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const { status, stdout, stderr } = spawnSync(
    'setpriv',
    ['--reuid=65534', '--regid=65534', '--clear-groups', ...command],
    {
      encoding: 'utf8',
    },
  );
  return { status, output: stdout + stderr };
}
const needsRoot = asNobody('true')?.status === 0 ? test : test.skip;

/** A folder as earlier versions made it, which every user can read. */
async function oldFolder(): Promise<string> {
  const mail = join(directory, 'mail', 'attachments');
  await mkdir(mail, { recursive: true });
  await writeFile(join(directory, 'mail', 'one.eml'), 'a link with a token');
  await writeFile(join(mail, 'invite.ics'), 'x');
  for (const folder of [directory, join(directory, 'mail'), mail]) await chmod(folder, 0o755);
  for (const file of [join(directory, 'mail', 'one.eml'), join(mail, 'invite.ics')]) await chmod(file, 0o644);
  return directory;
}

test('S16: DATA_DIR and what is in it belong to this user alone, also where others could read it before', async () => {
  await oldFolder();
  await closeDataDir(directory, { forOtherUser: false });
  expect(await modeOf(directory)).toBe('700');
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    expect(await modeOf(join(entry.parentPath, entry.name)), entry.name).toBe(entry.isDirectory() ? '700' : '600');
  }
});

test('S16: where PostgreSQL is another user, that user passes through DATA_DIR, and every folder in it is closed', async () => {
  await oldFolder();
  await closeDataDir(directory, { forOtherUser: true });
  expect(await modeOf(directory)).toBe('711');
  for (const name of await readdir(directory)) expect(await modeOf(join(directory, name)), name).toBe('700');
});

needsRoot(
  'S16: another user of the machine reads no mail, lists no folder and cannot take the lock (skipped unless root runs the tests)',
  async () => {
    await oldFolder();
    for (const forOtherUser of [false, true]) {
      await closeDataDir(directory, { forOtherUser });
      await (await lockDirectory(directory, 'stack'))?.release();
      for (const command of [
        ['ls', directory],
        ['ls', join(directory, 'mail')],
        ['cat', join(directory, 'mail', 'one.eml')],
        ['cat', join(directory, 'lock')],
        ['touch', join(directory, 'lock')],
      ]) {
        expect(asNobody(...command)?.output, command.join(' ')).toMatch(/Permission denied/);
      }
    }
  },
);

test.each([
  ['a folder that every user may write to', 0o1777],
  ['an open one', 0o777],
])('%s is refused and not changed', async (_case, mode) => {
  await mkdir(directory);
  await chmod(directory, mode);
  await expect(closeDataDir(directory, { forOtherUser: false })).rejects.toThrow(
    new StartError(`DATA_DIR: every user may write to ${directory}; name a folder of its own`),
  );
  expect(((await stat(directory)).mode & 0o7777).toString(8)).toBe(mode.toString(8));
});

test('S16: the lock is held by one, and cannot be squatted under a name that others know', async () => {
  await mkdir(directory, { mode: 0o700 });
  // A socket without a file, as earlier versions locked: every user of the machine may take its name.
  const squatter = createServer().listen(
    `\0saluni-${createHash('sha256').update(directory).digest('hex').slice(0, 32)}`,
  );
  await once(squatter, 'listening');
  const lock = await lockDirectory(directory, 'stack');
  expect(lock).toBeDefined();
  expect(await lockDirectory(directory, 'command')).toBeUndefined();
  lock?.describe('running');
  expect(askHolder(directory)).toEqual({ pid: process.pid, kind: 'stack', phase: 'running' });
  for (const name of ['lock', 'lock-holder.json']) expect(await modeOf(join(directory, name))).toBe('600');
  await lock?.release();
  const next = await lockDirectory(directory, 'command');
  expect(next).toBeDefined();
  await next?.release();
  squatter.close();
});

test('a DATA_DIR that cannot be made is one line, at once, also below /proc', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'saluni-data-dir-'));
  const file = join(folder, 'file');
  await writeFile(file, '');
  const refused = [
    [file, `DATA_DIR: cannot use ${file}: it is a file`],
    [join(file, 'below'), `DATA_DIR: cannot use ${join(file, 'below')}: a part of its path is a file`],
    ['/proc/saluni', 'DATA_DIR: cannot use /proc/saluni: no folder can be made there'],
  ] as const;
  for (const [path, line] of refused)
    await expect(closeDataDir(path, { forOtherUser: false })).rejects.toThrow(new StartError(line));
  await closeDataDir(join(folder, 'new', 'deep'), { forOtherUser: false });
  await rm(folder, { recursive: true });
});
