import { describe, expect, test, vi } from 'vitest';
import { full } from '#server/testing/repetitions.ts';
import { addService, expectWholeDemo, login, useStacks } from './stacks.ts';

/** Writes that each round waits for: all rounds stay below the 200 services of a professional. */
const [rounds, writes] = full ? [10, 10] : [2, 20];
const { ranInstallation, start, killAt } = useStacks();

describe('kill -9 of the whole group, then a start', () => {
  test('just after it is ready: healthy, with all data', async () => {
    await expectWholeDemo(await killAt(await ranInstallation(), 'is ready'));
  });

  test('during writes: every acknowledged write is there', async () => {
    const at = await ranInstallation();
    let stack = start(at);
    await stack.ready();
    const acknowledged: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const token = await login(stack);
      const before = acknowledged.length;
      let killed = false;
      const writers = [0, 1, 2, 3].map(async (writer) => {
        for (let count = 0; !killed; count++) {
          const id = await addService(stack, token, `Style ${round} ${writer} ${count}`);
          if (id !== undefined) acknowledged.push(id);
        }
      });
      // The writers go on until the kill.
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + writes), {
        timeout: 60_000,
        interval: 1,
      });
      stack.signalGroup('SIGKILL');
      killed = true;
      await Promise.all([stack.ended(), ...writers]);
      stack = start(at);
      await stack.ready();
    }
    for (const id of acknowledged) expect((await fetch(`${stack.url}/services/${id}`)).status).toBe(200);
    await expectWholeDemo(stack);
  });
});

test('kill -9 of the main process alone, then a start at once: healthy', async () => {
  const at = await ranInstallation();
  const first = start(at);
  await first.ready();
  process.kill(first.pid, 'SIGKILL');
  await first.ended();
  const second = start(at);
  await second.ready();
  await expectWholeDemo(second);
});

test('kill -9 of npm: the stack stops, and the next start waits for that', async () => {
  const at = await ranInstallation();
  const first = start(at, ['npm', 'start']);
  await first.ready();
  process.kill(first.pid, 'SIGKILL');
  const second = start(at);
  await second.ready();
  await expectWholeDemo(second);
});
