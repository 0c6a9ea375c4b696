import { readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { runsUnderNpm } from '#server/config.ts';
import { StartError } from '#server/process/start-error.ts';

export type Life = {
  /**
   * Aborted when the program is asked to stop, also during its start, and when its start fails. The reason is the name
   * of the process signal.
   */
  signal: AbortSignal;
  /** Adds a function to call at the end; the last one added is called first. */
  onEnd(close: () => Promise<void>): void;
};

/** Below the 40 seconds after which docker-compose.yml kills a process, so that the reason is still logged. */
const closeWithinMs = 35_000;
const parentCheckMs = 500;
/** How long a signal that was sent to the whole process group may take to be seen here. */
const signalWithinMs = 100;

/**
 * Runs a program until a signal, or the death of the npm that started it, closes everything: exit code 0. A start that
 * fails closes what it opened and exits 1, with one line if the operator can solve the problem.
 */
export async function runUntilStopped(start: (life: Life) => Promise<void>): Promise<never> {
  const abort = new AbortController();
  const closers: (() => Promise<void>)[] = [];
  let exitCode = 0;

  const stopped = new Promise<void>((resolve) => abort.signal.addEventListener('abort', () => resolve()));
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => abort.abort(name));
  if (runsUnderNpm()) {
    const npm = lineage();
    setInterval(() => lineage() !== npm && abort.abort(), parentCheckMs).unref();
  }
  // Without a listener, writing to a closed terminal or a dead log collector would end the process. Later output is
  // lost.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  process.on('uncaughtException', (error) => {
    console.error(error);
    exitCode = 1;
    abort.abort();
  });

  try {
    await start({ signal: abort.signal, onEnd: (close) => closers.push(close) });
    // Now rather than at the end, which a kill would skip.
    flushCompileCache();
    await stopped;
  } catch (error) {
    // Ctrl-C also ends the programs that a start runs, whose failure may be seen before the signal.
    if (!abort.signal.aborted) await delay(signalWithinMs);
    if (!abort.signal.aborted) {
      exitCode = 1;
      const reason = reasonOf(error);
      console.error(reason === undefined ? error : `saluni: ${reason}`);
      // Ends what the start still does beside the part that failed, such as a build.
      abort.abort(error);
    }
  }
  setTimeout(() => {
    console.error('saluni: could not stop in time, leaving');
    process.exit(1);
  }, closeWithinMs).unref();
  for (const close of closers.reverse()) {
    try {
      await close();
    } catch (error) {
      console.error(error);
      exitCode = 1;
    }
  }
  process.exit(exitCode);
}

/** The ids of the parent and, if that is npm's shell, of the grandparent. The value changes when one of them dies. */
function lineage(): string {
  const parent = process.ppid;
  try {
    const [, name, grandparent] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? [];
    return name === 'sh' ? `${parent} ${grandparent}` : String(parent);
  } catch {
    return String(parent);
  }
}

/** The error in one line, if the operator can solve the problem; else undefined. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message;
  const { code, path } = error as NodeJS.ErrnoException;
  const reasons: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'not permitted',
    EROFS: 'read-only',
    ENOSPC: 'the disk is full',
  };
  return path !== undefined && code !== undefined && reasons[code] !== undefined
    ? `cannot use ${path}: ${reasons[code]}`
    : undefined;
}
