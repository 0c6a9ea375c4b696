import { expect, test } from 'vitest';
import { processesOf } from './stack-process.ts';
import { expectWholeDemo, useStacks } from './stacks.ts';

const { ranInstallation, start } = useStacks();

// Its other ends, and starts that fail, are slow tests.
test('npm start serves the demo, and Ctrl-C leaves no process and exits 0', async () => {
  const at = await ranInstallation();
  const stack = start(at);
  await stack.ready();
  await expectWholeDemo(stack);
  stack.signalGroup('SIGINT');
  expect(await stack.ended()).toBe(0);
  expect(processesOf(at)).toEqual([]);
});
