export const notCalendar = "That isn't a calendar address: there's no whole calendar behind it.";
export const tooManyTimes = 'The calendar has too many events.';

/** Why a feed cannot be used, as people read it. */
export class CalendarProblem extends Error {}
