import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { environmentWith } from '#server/config.ts';
import { endOf } from '#server/embedded/child-output.ts';
import { lockDirectory } from '#server/embedded/process-lock.ts';
import { filesBefore } from '#server/http/client-files.ts';
import { StartError } from '#server/process/start-error.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
export const builtClient = join(dist, 'client');
/** The same screens for the server, which renders public pages with them. */
export const builtServer = join(dist, 'server');
const stamp = join(dist, 'client-sources');
/** All sources of the build, except the fonts, which the build itself makes. */
const sources = [
  'src/client',
  'src/shared',
  'src/server/router.ts',
  'vite.config.ts',
  'scripts/fonts.ts',
  'scripts/compress.ts',
  'scripts/later.ts',
  'scripts/client-build.ts',
  'package-lock.json',
];
const made = join(root, 'src/client/fonts');

/** Builds the client unless it was built from the same sources. Of two starts at once only one builds. */
export async function ensureClientBuilt(progress: (line: string) => void, signal: AbortSignal): Promise<void> {
  const wanted = hashOfSources();
  if (await isBuilt(wanted)) return progress('web client     built already');
  await mkdir(dist, { recursive: true });
  for (;;) {
    const lock = await lockDirectory(dist, 'command');
    if (lock !== undefined) {
      try {
        if (!(await isBuilt(wanted))) await build(wanted, signal);
        return progress('web client     built');
      } finally {
        await lock.release();
      }
    }
    await delay(200, undefined, { signal });
  }
}

async function isBuilt(wanted: string): Promise<boolean> {
  const built = await readFile(stamp, 'utf8').catch(() => '');
  return (
    built === wanted && existsSync(join(builtClient, 'index.html')) && existsSync(join(builtServer, 'entry-server.js'))
  );
}

/** Builds into a new folder and renames that when it is complete, so that a killed build leaves the last one usable. */
async function build(wanted: string, signal: AbortSignal): Promise<void> {
  for (const name of readdirSync(dist)) {
    if (/^(client|server)-new-/.test(name)) await rm(join(dist, name), { recursive: true, force: true });
  }
  const aside = join(dist, `client-new-${process.pid}`);
  const serverAside = join(dist, `server-new-${process.pid}`);
  await buildClient(root, aside, serverAside, signal);
  await rm(stamp, { force: true });
  // Pages of the build before go on loading their files: `builtWeb` serves them, too.
  if (existsSync(builtClient)) {
    await rm(filesBefore(builtClient), { recursive: true, force: true });
    await rename(builtClient, filesBefore(builtClient));
  }
  for (const [made, target] of [
    [aside, builtClient],
    [serverAside, builtServer],
  ] as const) {
    await rm(target, { recursive: true, force: true });
    await rename(made, target);
  }
  await writeFile(stamp, wanted);
}

/** Builds the sources in `folder` into two others, for browsers and for the server. */
export async function buildClient(folder: string, client: string, server: string, signal: AbortSignal): Promise<void> {
  const quietly = ['--emptyOutDir', '--logLevel', 'warn'];
  await vite(folder, ['build', '--outDir', client, ...quietly], signal);
  await vite(folder, ['build', '--ssr', 'entry-server.tsx', '--outDir', server, ...quietly], signal);
}

async function vite(folder: string, args: string[], signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), ...args], {
    cwd: folder,
    signal,
    // A test run sets NODE_ENV=test, with which Vite would build React for development.
    env: environmentWith({ NODE_ENV: 'production' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { code, output } = await endOf(child);
  if (code !== 0) throw new StartError(`the web client does not build:\n${output.trim()}`);
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  for (const path of sources.flatMap(filesBelow).sort())
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex');
}

function filesBelow(path: string): string[] {
  const absolute = join(root, path);
  if (absolute === made || !existsSync(absolute)) return [];
  if (statSync(absolute).isFile()) return [path];
  return readdirSync(absolute).flatMap((name) => filesBelow(`${path}/${name}`));
}
