import { cp, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type Installation,
  newInstallation,
  removeInstallation,
  type StackProcess,
  startStackProcess,
  stragglers,
} from './stack-process.ts';

// The test breaks and mends a source file, so it works on a copy of the sources.
let copy: string;
let installation: Installation;
let stack: StackProcess;
let file: string;
let source: string;
const broken = "throw new Error('broken for <the> test');\n";

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'saluni-dev-'));
  for (const name of [
    'src',
    'scripts',
    'migrations',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'vite.config.ts',
  ]) {
    await cp(name, join(copy, name), { recursive: true });
  }
  await symlink(resolve('node_modules'), join(copy, 'node_modules'));
  file = join(copy, 'src/shared/html.ts');
  source = await readFile(file, 'utf8');
  installation = await newInstallation({ seedDemo: false });
  stack = startStackProcess(installation, [process.execPath, 'scripts/dev.ts'], { cwd: copy });
  await stack.says('(development) on');
}, 180_000);
afterAll(async () => {
  stack.signalGroup('SIGINT');
  expect(await stack.ended()).toBe(0);
  expect(await stragglers(installation, 20_000)).toEqual([]);
  await removeInstallation(installation);
  await rm(copy, { recursive: true, force: true });
});

/** Saves as `git checkout` and many editors do: another file takes the name. */
async function replace(text: string): Promise<void> {
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}

async function ask(accept: string) {
  const answer = await fetch(`${stack.url}/livez`, { headers: { accept }, signal: AbortSignal.timeout(15_000) });
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() };
}
const until = (status: number) =>
  vi.waitFor(async () => expect((await ask('application/json')).status).toBe(status), {
    timeout: 60_000,
    interval: 100,
  });

test('npm run dev follows a file replaced again and again, and says why the server does not start', async () => {
  await until(200);
  const mails = await fetch(`${stack.url}/emails`, { signal: AbortSignal.timeout(15_000) });
  expect(mails.status).toBe(200);
  expect(await mails.text()).toContain('Cancelled by the professional, to the client');
  const page = await fetch(`${stack.url}/browse-services`, { signal: AbortSignal.timeout(60_000) });
  expect(await page.text()).toMatch(/<div id="root">.*<h1[^>]*>Find a service/s);
  for (let round = 0; round < 2; round++) {
    await replace(broken + source);
    await until(503);
    const told = await ask('*/*');
    expect(told.type).toBe('text/plain; charset=utf-8');
    expect(told.text).toContain('The server does not start:');
    expect(told.text).toContain('Error: broken for <the> test');
    const page = await ask('text/html');
    expect(page).toMatchObject({ status: 503, type: 'text/html; charset=utf-8' });
    expect(page.text).toContain('Error: broken for &lt;the&gt; test');
    expect(page.text).toContain('http-equiv="refresh"');
    expect(stack.output()).toContain('broken for <the> test');
    await replace(`${source}// ${round}\n`);
    await until(200);
  }
});
