import { RRuleTemporal } from 'rrule-temporal';
import { busyCalendarBounds, DAY, HOUR, MINUTE } from '#shared/constants.ts';
import type { Span } from '#shared/rules/slots.ts';
import { iso } from '#shared/time.ts';
import { CalendarProblem, tooManyTimes } from './calendar-problem.ts';

/** A date or a time as clocks show it, as if it were UTC, epoch milliseconds. */
export type Stamp = { wall: number; isDate: boolean; isUtc: boolean };

const stamp = /^(\d{4})(\d\d)(\d\d)(?:T([01]\d|2[0-4])([0-5]\d)([0-6]\d)?(Z)?)?$/i;

/** Undefined for what is neither a date nor a time. */
export function stampOf(text = ''): Stamp | undefined {
  const [, year, month, day, hour, minute, second = 0, zulu] = stamp.exec(text.trim()) ?? [];
  const date = `${year}-${month}-${day}`;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // A February has no 30th.
  if (!Number.isFinite(midnight) || iso(midnight).slice(0, 10) !== date) return undefined;
  if (hour === undefined) return { wall: midnight, isDate: true, isUtc: false };
  const wall = midnight + Number(hour) * HOUR + Number(minute) * MINUTE + Number(second) * 1_000;
  return { wall, isDate: false, isUtc: zulu !== undefined };
}

/** Days as clocks count them, and milliseconds. */
export type Duration = { days: number; ms: number };

const duration = /^\+?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i;

/** Undefined for what is no duration, and for one that goes back. */
export function durationOf(text = ''): Duration | undefined {
  const found = duration.exec(text.trim())?.slice(1);
  if (!found) return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found.map((digits) => Number(digits ?? 0));
  return { days: weeks * 7 + days, ms: hours * HOUR + minutes * MINUTE + seconds * 1_000 };
}

/** How far `+1030` is ahead of UTC, milliseconds; undefined for anything else. */
export function offsetOf(text = ''): number | undefined {
  const [, sign, hours, minutes = 0, seconds = 0] = /^([+-])(\d\d?)(?::?(\d\d)(\d\d)?)?$/.exec(text.trim()) ?? [];
  if (hours === undefined) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds) * 1_000);
}

/** The times of a rule in a span, by the clock of its series. They may pass `until`. */
type RuleTimes = { walls: number[]; until?: Stamp | undefined };

/** `first` is where the series begins. Undefined for what is no rule. Throws CalendarProblem for too many times. */
export function timesOfRule(text: string, first: number, span: Span): RuleTimes | undefined {
  const parts = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const end = parts.find((part) => /^UNTIL=/i.test(part));
  const until = stampOf(end?.slice('UNTIL='.length));
  if (end !== undefined && !until) return undefined;
  // The rule is read without its end, whose clock may be another one: a day more is enough for any.
  const last = Math.min(span.end, until ? until.wall + 2 * DAY : span.end);
  if (last < span.start) return { walls: [], until };
  try {
    const rule = new RRuleTemporal({
      rruleString: `DTSTART:${iso(first).replace(/[-:]|\.\d+/g, '')}\nRRULE:${parts.filter((part) => part !== end).join(';')}`,
      maxIterations: 2 * busyCalendarBounds.times,
      maxCandidateEvaluations: 20 * busyCalendarBounds.times,
    });
    const times = rule.between(new Date(span.start), new Date(last), true);
    return { walls: times.map(({ epochMilliseconds }) => epochMilliseconds), until };
  } catch (error) {
    if (error instanceof Error && /^Maximum/.test(error.message)) throw new CalendarProblem(tooManyTimes);
    return undefined;
  }
}
