import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { endOf } from '#server/embedded/child-output.ts';

const program = `
  import { spawn } from 'node:child_process';
  import { runUntilStopped } from '#scripts/lifecycle.ts';
  await runUntilStopped(async ({ signal, onEnd }) => {
    onEnd(async () => console.log('closed'));
    const build = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { signal, stdio: 'ignore' });
    build.on('error', () => {});
    console.log('build ' + build.pid);
    throw Object.assign(new Error('no space'), { code: 'ENOSPC', path: '/data' });
  });`;

test('a start that fails ends what it still does, closes what it opened, and exits 1 with one line', async () => {
  const code = program.replace('#scripts/lifecycle.ts', new URL('./lifecycle.ts', import.meta.url).href);
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'pipe'] });
  const { code: exitCode, output } = await endOf(child);
  expect(exitCode).toBe(1);
  expect(output).toContain('closed\n');
  expect(output).toContain('saluni: cannot use /data: the disk is full\n');
  const pid = Number(/build (\d+)/.exec(output)?.[1]);
  const runs = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  for (let tried = 0; runs() && tried < 100; tried++) await delay(50);
  const left = runs();
  if (left) process.kill(pid, 'SIGKILL');
  expect(left).toBe(false);
});
