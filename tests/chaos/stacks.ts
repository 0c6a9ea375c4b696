import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, inject } from 'vitest';
import {
  type Installation,
  newInstallation,
  removeInstallation,
  type StackProcess,
  startStackProcess,
  stragglers,
} from './stack-process.ts';

type Command = Parameters<typeof startStackProcess>[1];
type More = Parameters<typeof startStackProcess>[2];
type Stacks = {
  /** A new and empty installation, removed after the test. */
  installation(given: { seedDemo: boolean }): Promise<Installation>;
  /** An installation where a stack with the demo ran before, removed after the test. */
  ranInstallation(): Promise<Installation>;
  /** Starts a stack that is stopped after the test. */
  start(at: Installation, command?: Command, more?: More): StackProcess;
  /**
   * Kills the first stack of an installation with its whole group, so many milliseconds after it said a text. Returns
   * the next one, ready.
   */
  killAt(at: Installation, text: string, more?: number): Promise<StackProcess>;
};

/** Places and stacks for the calling test file. No test may leave a process. */
export function useStacks(): Stacks {
  const installations: Installation[] = [];
  const stacks: StackProcess[] = [];
  afterEach(async () => {
    for (const stack of stacks.splice(0)) {
      try {
        stack.signalGroup('SIGINT');
      } catch {
        // The process group has ended already.
      }
      await stack.ended();
    }
    for (const made of installations.splice(0)) {
      expect(await stragglers(made, 20_000)).toEqual([]);
      await removeInstallation(made);
    }
  });
  async function installation(given: Parameters<typeof newInstallation>[0]): Promise<Installation> {
    const made = await newInstallation(given);
    installations.push(made);
    return made;
  }
  const ranInstallation = () => installation({ seedDemo: true, copyOf: inject('ranBefore') });
  function start(at: Installation, command?: Command, more?: More): StackProcess {
    const stack = startStackProcess(at, command, more);
    stacks.push(stack);
    return stack;
  }
  async function killAt(at: Installation, text: string, more = 0): Promise<StackProcess> {
    const first = start(at);
    await first.says(text);
    await delay(more);
    first.signalGroup('SIGKILL');
    await first.ended();
    const second = start(at);
    await second.ready();
    return second;
  }
  return { installation, ranInstallation, start, killAt };
}

export async function login(stack: StackProcess, username = 'amara@demo.example'): Promise<string> {
  const body = JSON.stringify({ username, password: 'saluni-demo' });
  const answer = await fetch(`${stack.url}/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { access_token: string }).access_token;
}

export async function addService(stack: StackProcess, token: string, name: string): Promise<string | undefined> {
  const body = JSON.stringify({ name, category: 'Styling', service_duration_minutes: 30, price: 20 });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const answer = await fetch(`${stack.url}/services/`, { method: 'POST', headers, body }).catch(() => undefined);
  return answer?.status === 201
    ? await answer.json().then(
        ({ id }) => id,
        () => undefined,
      )
    : undefined;
}

/** The demo is complete, and users of every role can log in. */
export async function expectWholeDemo(stack: StackProcess): Promise<void> {
  for (const path of ['/services/', '/professionals/']) {
    const { total, results } = (await (await fetch(`${stack.url}${path}?limit=1`)).json()) as {
      total: number;
      results: unknown[];
    };
    expect(total).toBeGreaterThan(2);
    expect(results).toHaveLength(1);
  }
  for (const name of ['amara', 'zuri', 'admin']) await login(stack, `${name}@demo.example`);
}
