import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, Worker } from 'node:worker_threads';
import { createLimiter } from '#server/limits/limiter.ts';

type Bounds = {
  name: string;
  /** Longest work, milliseconds of the processor. */
  longest: number;
  memoryMb: number;
};

/**
 * A thread for work that somebody's input could make long, so that it holds up no requests: one work at a time, by
 * turns of its callers. The answer is undefined for one that takes too long or too much memory; the next one has a new
 * thread. `file` is a module that calls `serve`.
 */
export function createThread<Asked, Answer extends object>(file: URL, { name, longest, memoryMb }: Bounds) {
  const turns = createLimiter({ size: 1, queue: 1_000 });
  let thread: Promise<Worker> | undefined;

  async function start(): Promise<Worker> {
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb };
    const worker = new Worker(file, { name, execArgv: ['--no-warnings'], resourceLimits });
    worker.unref();
    // Whoever waits for the thread notices its end; unhandled, the error would end the process.
    worker.on('error', () => {});
    await once(worker, 'message');
    return worker;
  }

  async function work(asked: Asked): Promise<Answer | undefined> {
    thread ??= start();
    const worker = await thread.catch((error: unknown) => {
      thread = undefined;
      throw error;
    });
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    worker.once('message', resolve).once('error', reject).once('exit', reject);
    let answer: Answer | undefined;
    try {
      worker.postMessage(asked);
      answer = await whileItWorks(worker, promise, longest);
      return answer;
    } catch (error) {
      if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') return undefined;
      throw error;
    } finally {
      if (!answer) {
        thread = undefined;
        await worker.terminate();
      }
      worker.off('message', resolve).off('error', reject).off('exit', reject);
    }
  }

  return (caller: string, asked: Asked) => turns.run(caller, () => work(asked));
}

/** By the thread's own time, which a busy machine does not shorten; undefined once that is over. */
async function whileItWorks<Answer extends object>(
  worker: Worker,
  answer: Promise<Answer>,
  longest: number,
): Promise<Answer | undefined> {
  const before = await workOf(worker);
  for (let left = longest; left > 0; left = longest - (await workOf(worker)) + before) {
    const answered = await Promise.race([answer, delay(Math.max(left, 50), undefined, { ref: false })]);
    if (answered) return answered;
  }
  return undefined;
}

async function workOf(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage();
  return (user + system) / 1_000;
}

/** Answers what a thread is asked; called by the thread's own module. */
export function serve<Asked, Answer extends object>(answerTo: (asked: Asked) => Answer): void {
  parentPort?.on('message', (asked: Asked) => parentPort?.postMessage(answerTo(asked)));
  // It has begun.
  parentPort?.postMessage(undefined);
}
