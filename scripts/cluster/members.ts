import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { environmentWith } from '#server/config.ts';

/** A process of the product that is started again whenever it ends, as Docker does. */
export type Member = {
  name: string;
  pid(): number | undefined;
  /** SIGTERM, and a start; resolves when `isReady` does. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

const serve = join(import.meta.dirname, '..', 'serve.ts');
const pauseMs = 500;
const readyWithinMs = 60_000;

export function startMember(
  name: string,
  env: Record<string, string>,
  isReady: () => Promise<boolean>,
  log: (line: string) => void,
): Member {
  let isStopping = false;
  let child = run();

  function run(): ChildProcess {
    const started = spawn(process.execPath, ['--import', './scripts/compile-cache.js', serve], {
      env: environmentWith(env),
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    started.once('exit', (code, signal) => {
      if (isStopping || started !== child) return;
      log(`${name} ended (${signal ?? code}), starting it again`);
      setTimeout(() => {
        if (!isStopping) child = run();
      }, pauseMs);
    });
    return started;
  }

  async function end(): Promise<void> {
    const ending = child;
    if (ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, 'exit');
    ending.kill('SIGTERM');
    await ended;
  }

  return {
    name,
    pid: () => child.pid,
    async restart() {
      // Its end is meant, not one to be mended.
      isStopping = true;
      await end();
      isStopping = false;
      child = run();
      for (const giveUpAt = Date.now() + readyWithinMs; Date.now() < giveUpAt; await delay(100))
        if (await isReady()) return;
      throw new Error(`${name} is not ready again`);
    },
    async stop() {
      isStopping = true;
      await end();
    },
  };
}
