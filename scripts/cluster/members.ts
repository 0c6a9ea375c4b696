import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { environmentWith } from '#server/config.ts';
import { tieToParent } from '#server/embedded/postgres-binaries.ts';

type Started = {
  name: string;
  command: readonly [string, ...string[]];
  env?: Record<string, string>;
  /** The folder of its sources. */
  cwd?: string;
  /** What ends it for good. */
  stopSignal?: NodeJS.Signals;
  isReady(): Promise<boolean>;
  log(line: string): void;
};

/** A process that is started again whenever it ends, as Docker does. */
export type Member = {
  name: string;
  pid(): number | undefined;
  /** At once, without word of it: `SIGKILL` is `kill -9`. */
  signal(name: NodeJS.Signals): void;
  ready(): Promise<void>;
  /**
   * SIGTERM, and a start, from another folder's sources if one is given, with more variables until the next restart;
   * resolves when it is ready.
   */
  restart(cwd?: string, more?: Record<string, string>): Promise<void>;
  stop(): Promise<void>;
};

const pauseMs = 500;
const readyWithinMs = 60_000;
/** They end with this process, however it ends; Ctrl-C in the terminal is for this process alone, which stops them. */
const tie = tieToParent();

export function startMember({ name, command, env = {}, cwd, stopSignal = 'SIGTERM', isReady, log }: Started): Member {
  let folder = cwd;
  let variables = env;
  let isStopping = false;
  let child = run();

  function run(): ChildProcess {
    const [program = '', ...args] = [...tie, ...command];
    const started = spawn(program, args, {
      detached: true,
      env: environmentWith(variables),
      stdio: ['ignore', 'inherit', 'inherit'],
      ...(folder === undefined ? {} : { cwd: folder }),
    });
    const again = (why: string) => {
      if (isStopping || started !== child) return;
      log(`${name} ended (${why}), starting it again`);
      setTimeout(() => {
        if (!isStopping && started === child) child = run();
      }, pauseMs);
    };
    started.once('exit', (code, signal) => again(String(signal ?? code)));
    started.once('error', (error) => again(error.message));
    return started;
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = child;
    if (ending.pid === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, 'exit');
    ending.kill(signal);
    await ended;
  }

  async function ready(): Promise<void> {
    for (const giveUpAt = Date.now() + readyWithinMs; Date.now() < giveUpAt; await delay(50))
      if (await isReady()) return;
    throw new Error(`${name} is not ready within ${readyWithinMs / 1_000} seconds`);
  }

  return {
    name,
    pid: () => child.pid,
    signal: (signal) => void child.kill(signal),
    ready,
    async restart(next, more) {
      // Its end is meant, not one to be mended.
      isStopping = true;
      await end('SIGTERM');
      isStopping = false;
      folder = next ?? folder;
      variables = { ...env, ...more };
      child = run();
      await ready();
    },
    async stop() {
      isStopping = true;
      await end(stopSignal);
    },
  };
}

/** Whether an address of this machine answers 200. */
export async function answersOk(address: string): Promise<boolean> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(5_000) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
