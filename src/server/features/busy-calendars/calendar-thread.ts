import { serve } from '#server/process/thread.ts';
import { CalendarProblem } from './calendar-problem.ts';
import { type CalendarTimes, calendarTimes, type Wanted } from './calendar-times.ts';

export type ThreadAnswer = { times: CalendarTimes } | { problem: string | null };

// The library warns of what feeds contain.
console.warn = () => {};

serve((wanted: Wanted): ThreadAnswer => {
  try {
    return { times: calendarTimes(wanted) };
  } catch (error) {
    return { problem: error instanceof CalendarProblem ? error.message : null };
  }
});
