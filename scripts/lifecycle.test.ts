import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { endOf } from '#server/embedded/child-output.ts';

function run(code: string) {
  const module = code.replace('#scripts/lifecycle.ts', new URL('./lifecycle.ts', import.meta.url).href);
  return spawn(process.execPath, ['--input-type=module', '-e', module], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

test('Ctrl-C that ends a program of the start first is no failure: exit code 0', async () => {
  const child = run(`
    import { spawnSync } from 'node:child_process';
    import { runUntilStopped } from '#scripts/lifecycle.ts';
    await runUntilStopped(async () => {
      const asked = spawnSync('sh', ['-c', 'kill -INT 0; sleep 30'], { stdio: 'inherit' });
      if (asked.signal !== null) throw new Error('nobody answers');
    });`);
  expect(await endOf(child)).toEqual({ code: 0, output: '' });
});

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
  const { code: exitCode, output } = await endOf(run(program));
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
