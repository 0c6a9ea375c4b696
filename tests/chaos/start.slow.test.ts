import { readdir, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { readPidFile } from '#server/embedded/postgres-orphan.ts';
import { settablePort } from '#server/testing/ports.ts';
import { processesOf, startStackProcess } from './stack-process.ts';
import { addService, expectWholeDemo, login, useStacks } from './stacks.ts';

const { ranInstallation, start } = useStacks();

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s of npm alone, as a supervisor sends it, ends the stack and npm with 0',
  async (signal) => {
    const stack = start(await ranInstallation(), ['npm', 'start']);
    await stack.ready();
    process.kill(stack.pid, signal);
    expect(await stack.ended()).toBe(0);
  },
);

test('Ctrl-C twice leaves no process and exits 0', async () => {
  const at = await ranInstallation();
  const stack = start(at);
  await stack.says('is ready');
  stack.signalGroup('SIGINT');
  await delay(60);
  stack.signalGroup('SIGINT');
  expect(await stack.ended()).toBe(0);
  expect(processesOf(at)).toEqual([]);
});

test('a second start on the same DATA_DIR is refused with one line, and the first stack runs on', async () => {
  const at = await ranInstallation();
  const first = start(at);
  await first.ready();
  // Others come and go: PostgreSQL's helpers (named as it is until they name themselves), who renders the demo's pictures.
  const postgres = (await readPidFile(join(at.dataDir, 'postgres', 'data'))) ?? expect.fail('no PostgreSQL');
  const lasting = () => processesOf(at).filter((one) => [first.pid, postgres.pid].includes(Number.parseInt(one, 10)));
  const before = lasting();
  expect(before).toHaveLength(2);
  const second = startStackProcess({ ...at, port: await settablePort(), mailUiPort: await settablePort() });
  expect(await second.ended()).toBe(1);
  expect(second.output()).toContain(`saluni: Saluni already runs on ${at.dataDir} (process ${first.pid})`);
  expect(lasting()).toEqual(before);
  await expectWholeDemo(first);
});

test.each(['port', 'mailUiPort'] as const)(
  'a %s that another program uses refuses the start with one line that names the variable',
  async (which) => {
    const at = await ranInstallation();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(at[which], '127.0.0.1', resolve));
    try {
      const stack = start(at);
      expect(await stack.ended()).toBe(1);
      const variable = which === 'port' ? 'PORT' : 'MAIL_UI_PORT';
      expect(stack.output()).toMatch(
        new RegExp(`\nsaluni: ${variable}: cannot listen on 127.0.0.1:${at[which]}, another program listens there\n$`),
      );
    } finally {
      other.close();
    }
  },
);

test('npm start prints its addresses last and no line for a request, unless LOG_LEVEL=info asks', async () => {
  for (const [level, lines] of [
    [undefined, 0],
    ['', 0],
    ['info', 3],
  ] as const) {
    const at = await ranInstallation();
    const stack = start(at, undefined, { env: { LOG_LEVEL: level } });
    await stack.ready();
    for (const path of ['/services/', '/nowhere', '/users/me/']) await fetch(`${stack.url}${path}`);
    // Lines of the requests that waited until the stack was ready may still come.
    const written = () =>
      stack
        .output()
        .split('\n')
        .filter((line) => line.includes('"msg":"request"') && !line.includes('"route":"/readyz"')).length;
    if (lines > 0) await vi.waitFor(() => expect(written()).toBeGreaterThanOrEqual(lines), { timeout: 20_000 });
    expect(written()).toBe(lines);
    // On a busy machine a process may warn afterwards, in JSON.
    const said = stack.output().replaceAll(/^\{"level":"?(?:warn|40).*\n?/gm, '');
    if (lines === 0) expect(said.trimEnd()).toMatch(/Ctrl-C stops everything\.$/);
    stack.signalGroup('SIGINT');
    expect(await stack.ended()).toBe(0);
  }
});

test('two stacks run side by side with separate data', async () => {
  const [one, two] = [await ranInstallation(), await ranInstallation()];
  const [first, second] = [start(one), start(two)];
  await Promise.all([first.ready(), second.ready()]);
  const id = await addService(first, await login(first), 'Only Here');
  expect((await fetch(`${first.url}/services/${id}`)).status).toBe(200);
  expect((await fetch(`${second.url}/services/${id}`)).status).toBe(404);
});

test('S16: nobody but this user can read what a running stack stores', async () => {
  const at = await ranInstallation();
  const stack = start(at);
  await stack.ready();
  const token = await login(stack);
  expect(await addService(stack, token, 'Kept')).toBeDefined();
  const open = async (path: string) => ((await stat(path).catch(() => undefined))?.mode ?? 0) & 0o077;
  // Where PostgreSQL is another user, that user passes through.
  expect([0, 0o011]).toContain(await open(at.dataDir));
  const entries = await readdir(at.dataDir, { recursive: true, withFileTypes: true });
  expect(entries.length).toBeGreaterThan(100);
  for (const { parentPath, name } of entries)
    expect(await open(join(parentPath, name)), join(parentPath, name)).toBe(0);
});
