import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { processesOf, runCommand } from './stack-process.ts';
import { expectWholeDemo, useStacks } from './stacks.ts';

const { installation, start, killAt } = useStacks();

describe('kill -9 of the whole group during the first start, then a start', () => {
  test.each([
    ['while the cluster is created', 'Saluni starts on', 300],
    ['just after the database started', 'database       PostgreSQL', 0],
  ])('%s: healthy', async (_moment, text, more) => {
    const at = await installation({ seedDemo: false });
    await killAt(at, text, more);
    const catalogue = await runCommand(at, ['src/server/cli/main.ts', 'seed', 'specializations']);
    expect(catalogue).toEqual({ code: 0, output: 'The catalogue has 9 specializations.\n' });
  });

  test('while the demo is written: healthy, with the whole demo', async () => {
    await expectWholeDemo(await killAt(await installation({ seedDemo: true }), 'professionals, ', 0));
  });
});

describe('Ctrl-C leaves no process and exits 0, and the next start is healthy', () => {
  test.each([
    ['twice while it starts', 'Saluni starts on', 2],
    ['just after the database started', 'database       PostgreSQL', 1],
  ])('%s', async (_moment, text, times) => {
    const at = await installation({ seedDemo: false });
    const stack = start(at);
    await stack.says(text);
    for (let count = 0; count < times; count++) {
      stack.signalGroup('SIGINT');
      await delay(60);
    }
    expect(await stack.ended(), stack.output()).toBe(0);
    expect(processesOf(at)).toEqual([]);
    await start(at).ready();
  });
});
