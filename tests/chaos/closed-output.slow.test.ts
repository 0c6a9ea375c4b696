import { afterEach, expect, test } from 'vitest';
import {
  type Installation,
  newInstallation,
  removeInstallation,
  type StackProcess,
  startStackProcess,
  stragglers,
} from './stack-process.ts';

let installation: Installation;
let stack: StackProcess;
afterEach(async () => {
  try {
    stack.signalGroup('SIGKILL');
  } catch {
    // The process group has ended already.
  }
  expect(await stragglers(installation, 30_000)).toEqual([]);
  await removeInstallation(installation);
});

test('a stack whose output is no longer read (a closed terminal) still serves and stops on SIGINT', async () => {
  installation = await newInstallation({ seedDemo: false });
  stack = startStackProcess(installation, ['sh', '-c', '"$0" scripts/start.ts 2>&1 | head -n 1', process.execPath]);
  const answers = async () => (await fetch(`${stack.url}/readyz`, { signal: AbortSignal.timeout(5_000) })).status;
  await expect.poll(() => answers().catch(String), { timeout: 60_000, interval: 100 }).toBe(200);
  stack.signalGroup('SIGINT');
  await stack.ended();
  expect(await stragglers(installation, 30_000)).toEqual([]);
});
