import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createLimiter } from '#server/limits/limiter.ts';
import { CalendarProblem, notCalendar, tooManyTimes } from './calendar-problem.ts';
import type { ThreadAnswer } from './calendar-thread.ts';
import type { CalendarTimes, Wanted } from './calendar-times.ts';

/** Longest work on a feed, milliseconds of the processor: one of 5,000 series takes a third of it. */
const longest = 3_000;
const memoryMb = 128;

let thread: Promise<Worker> | undefined;
const turns = createLimiter({ size: 1, queue: 1_000 });

/**
 * What a feed says, read by a thread of its own, so that no feed holds up requests, and by turns, so that nobody's
 * feeds hold up those of others. Throws CalendarProblem, also for one that takes too long.
 */
export function timesOfFeed(professionalId: string, wanted: Wanted): Promise<CalendarTimes> {
  return turns.run(professionalId, async () => {
    thread ??= start();
    const asked = await thread.catch((error: unknown) => {
      thread = undefined;
      throw error;
    });
    const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer>();
    asked.once('message', resolve).once('error', reject).once('exit', reject);
    asked.postMessage(wanted);
    try {
      const answer = await whileItWorks(asked, promise);
      if ('times' in answer) return answer.times;
      throw new CalendarProblem(answer.problem ?? notCalendar);
    } catch (error) {
      if (error instanceof CalendarProblem) throw error;
      thread = undefined;
      await asked.terminate();
      throw new CalendarProblem(tooManyTimes);
    } finally {
      asked.off('message', resolve).off('error', reject).off('exit', reject);
    }
  });
}

/** By the thread's own time, which a busy machine does not shorten. */
async function whileItWorks(worker: Worker, answer: Promise<ThreadAnswer>): Promise<ThreadAnswer> {
  const before = await workOf(worker);
  for (let left = longest; left > 0; left = longest - (await workOf(worker)) + before) {
    const answered = await Promise.race([answer, delay(Math.max(left, 50), undefined, { ref: false })]);
    if (answered) return answered;
  }
  throw new Error('it took too long');
}

async function workOf(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage();
  return (user + system) / 1_000;
}

async function start(): Promise<Worker> {
  const worker = new Worker(new URL('./calendar-thread.ts', import.meta.url), {
    name: 'calendars',
    execArgv: ['--no-warnings'],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  worker.unref();
  // Whoever waits for the thread notices its end; unhandled, the error would end the process.
  worker.on('error', () => {});
  await once(worker, 'message');
  return worker;
}
