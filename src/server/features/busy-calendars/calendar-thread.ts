import { serve } from '#server/process/thread.ts';
import { CalendarProblem } from './calendar-problem.ts';
import { type CalendarTimes, calendarTimes, type Feed } from './calendar-times.ts';

export type ThreadAnswer = { times: CalendarTimes } | { problem: string | null };

// The library warns of what feeds contain.
console.warn = () => {};

serve((feed: Feed): ThreadAnswer => {
  try {
    return { times: calendarTimes(feed) };
  } catch (error) {
    return { problem: error instanceof CalendarProblem ? error.message : null };
  }
});
