import { parentPort } from 'node:worker_threads';
import { CalendarProblem } from './calendar-problem.ts';
import { type CalendarTimes, calendarTimes, type Wanted } from './calendar-times.ts';

export type ThreadAnswer = { times: CalendarTimes } | { problem: string | null };

// The library warns of what feeds contain.
console.warn = () => {};

parentPort?.on('message', (wanted: Wanted) => parentPort?.postMessage(answerTo(wanted)));
// It has begun.
parentPort?.postMessage(undefined);

function answerTo(wanted: Wanted): ThreadAnswer {
  try {
    return { times: calendarTimes(wanted) };
  } catch (error) {
    return { problem: error instanceof CalendarProblem ? error.message : null };
  }
}
