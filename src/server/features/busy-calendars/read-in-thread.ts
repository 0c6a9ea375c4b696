import { Worker } from 'node:worker_threads';
import { createLimiter } from '#server/limits/limiter.ts';
import { withTimeout } from '#server/process/with-timeout.ts';
import type { ThreadAnswer } from './calendar-thread.ts';
import { CalendarProblem, type CalendarTimes, notCalendar, tooManyTimes, type Wanted } from './calendar-times.ts';

/** Longest time to read a feed, milliseconds: one of 5,000 events takes a tenth of it. */
const longest = 3_000;
const memoryMb = 128;

let thread: Worker | undefined;
const turns = createLimiter({ size: 1, queue: 1_000 });

/**
 * What a feed says, read by a thread of its own, so that no feed holds up requests. Throws CalendarProblem, also for
 * one that takes too long.
 */
export function timesOfFeed(wanted: Wanted): Promise<CalendarTimes> {
  return turns.run('feeds', async () => {
    thread ??= start();
    const asked = thread;
    const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer>();
    asked.once('message', resolve).once('error', reject).once('exit', reject);
    asked.postMessage(wanted);
    try {
      const answer = await withTimeout(longest, promise, 'it took too long');
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

function start(): Worker {
  const worker = new Worker(new URL('./calendar-thread.ts', import.meta.url), {
    name: 'calendars',
    execArgv: ['--no-warnings'],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  worker.unref();
  // Whoever waits for the thread notices its end; unhandled, the error would end the process.
  worker.on('error', () => {});
  return worker;
}
