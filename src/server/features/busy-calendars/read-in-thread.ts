import { createThread } from '#server/process/thread.ts';
import { CalendarProblem, notCalendar, tooManyTimes } from './calendar-problem.ts';
import type { ThreadAnswer } from './calendar-thread.ts';
import type { CalendarTimes, Feed } from './calendar-times.ts';

/** One of 5,000 series takes a third of this time. */
const inThread = createThread<Feed, ThreadAnswer>(new URL('./calendar-thread.ts', import.meta.url), {
  name: 'calendars',
  longest: 3_000,
  memoryMb: 128,
});

/**
 * What a feed says, read by a thread of its own, and by turns, so that nobody's feeds hold up those of others. Throws
 * CalendarProblem, also for one that takes too long.
 */
export async function timesOfFeed(professionalId: string, feed: Feed): Promise<CalendarTimes> {
  const answer = await inThread(professionalId, feed);
  if (answer && 'times' in answer) return answer.times;
  throw new CalendarProblem(answer ? (answer.problem ?? notCalendar) : tooManyTimes);
}
