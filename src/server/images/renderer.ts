import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { tooLarge, unavailable } from '#server/errors.ts';
import { refuseFile } from './picture-type.ts';
import { mostMegapixels, type PictureUse, type Rendered, type RenderFailure } from './render.ts';
import type { FromRender, ToRender } from './render-process.ts';

/** Makes pictures into files in a process of its own, one picture at a time. */
export type Renderer = {
  /**
   * As `renderPicture` of `render.ts`, but throws the answer: 415 for what is no picture, 413 for too many pixels, 503
   * when it takes too long, too much memory, or the process's life.
   */
  render(bytes: Uint8Array, beforeEncoding?: () => Promise<unknown>, use?: PictureUse): Promise<Rendered>;
  close(): Promise<void>;
};

/** Seconds after which a caller may send a picture again. */
export const retryAfter = 5;
/**
 * Most memory of the process's data, bytes (`RLIMIT_DATA`): 512 MiB are V8's, reserved and hardly used, 90 a resting
 * process's, and a PNG of 40 megapixels with 64 bits each takes 430.
 */
const mostMemory = 1_100 * 1_024 * 1_024;
/** Longest time of a picture, shorter than a request's; how long the process stays without one; milliseconds. */
const times = { picture: 13_000, idle: 30_000 };
const prlimits = ['/usr/bin/prlimit', '/bin/prlimit'];

/**
 * Which program starts Node under a limit of its data: a heap's limit would miss libvips, and one of all addresses stop
 * V8. Without `prlimit` (of util-linux) it is the shell's `ulimit -d`, and no limit where the system has none.
 */
function limited(memory: number): { execPath: string; execArgv: string[] } {
  const prlimit = prlimits.find((path) => existsSync(path));
  if (prlimit) return { execPath: prlimit, execArgv: [`--data=${memory}`, '--', process.execPath] };
  const command = `ulimit -d ${Math.floor(memory / 1_024)} 2>/dev/null; exec "$@"`;
  return { execPath: '/bin/sh', execArgv: ['-c', command, 'sh', process.execPath] };
}

export function createRenderer(log: Logger, { memory = mostMemory } = {}): Renderer {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let closed = false;

  function start(): ChildProcess {
    const { execPath, execArgv } = limited(memory);
    const started = fork(fileURLToPath(new URL('./render-process.ts', import.meta.url)), {
      execPath,
      execArgv,
      serialization: 'advanced',
      // Nothing of the server's environment: it holds secrets. One thread, and so one heap of glibc's.
      env: { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '2' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // Whoever waits for an answer hears of its end.
    started.on('error', () => {});
    started.on('exit', () => {
      if (child === started) child = undefined;
    });
    return started;
  }

  function stop(): void {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  }

  /** Sends a message and returns the answer; undefined when the process ended or took too long. */
  async function ask(to: ChildProcess, message: ToRender, until: number): Promise<FromRender | undefined> {
    const waiting = new AbortController();
    const { signal } = waiting;
    const late = setTimeout(() => waiting.abort(), Math.max(0, until - performance.now()));
    try {
      const ended = Promise.race([once(to, 'exit', { signal }), once(to, 'error', { signal })]).then(() => undefined);
      const answered = once(to, 'message', { signal }).then(([answer]) => answer as FromRender);
      to.send(message, (error) => error && waiting.abort());
      return await Promise.race([answered, ended]).catch(() => undefined);
    } finally {
      clearTimeout(late);
      waiting.abort();
    }
  }

  async function renderNow(
    bytes: Uint8Array,
    beforeEncoding: (() => Promise<unknown>) | undefined,
    use: PictureUse,
  ): Promise<Rendered> {
    if (closed) return unavailable(retryAfter);
    clearTimeout(idle);
    const used = child ?? start();
    child = used;
    const until = performance.now() + times.picture;
    let answer = await ask(used, { bytes, use }, until);
    if (answer && 'decoded' in answer) {
      try {
        await beforeEncoding?.();
      } catch (error) {
        await ask(used, { goOn: false }, until);
        throw error;
      }
      answer = await ask(used, { goOn: true }, until);
    }
    if (answer && 'rendered' in answer) return answer.rendered;
    if (answer && 'error' in answer) throw new Error(`failed to make the files of a picture: ${answer.error}`);
    if (answer && 'failure' in answer && answer.failure !== 'no memory') return refuse(answer.failure);
    if (!closed)
      log.warn(
        { bytes: bytes.length, exit: used.exitCode, signal: used.signalCode },
        'failed to make the files of a picture: it took too long, or more memory than a picture may',
      );
    // What is left of it may be anything.
    stop();
    return unavailable(retryAfter);
  }

  return {
    render(bytes, beforeEncoding, use = 'shown') {
      const mine = turn.then(() => renderNow(bytes, beforeEncoding, use));
      turn = mine
        .catch(() => {})
        .then(() => {
          idle = setTimeout(stop, times.idle).unref();
        });
      return mine;
    },
    async close() {
      closed = true;
      stop();
      await turn;
      clearTimeout(idle);
    },
  };
}

function refuse(failure: Exclude<RenderFailure, 'no memory'>): never {
  if (failure === 'too many pixels')
    return tooLarge(`The picture must have at most ${mostMegapixels.other} megapixels.`);
  if (failure === 'too many pixels of AVIF')
    return tooLarge(`An AVIF picture must have at most ${mostMegapixels.avif} megapixels.`);
  if (failure === 'too slow') return unavailable(retryAfter);
  return refuseFile();
}
