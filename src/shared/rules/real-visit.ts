import { type BookingStatus, HOUR, MINUTE } from '../constants.ts';

// When a visit really began and ended (contract 25). Instants are epoch milliseconds.

/** For so long after a visit's end its presses can be set and taken back. */
const pressableFor = 48 * HOUR;
/** So long before it is to begin a visit can begin. */
const earliest = 60 * MINUTE;

/** A visit as far as it decides whether Start and Done can be pressed. */
export type Pressable = { status: BookingStatus; no_show: boolean; start: number; end: number };
export type Pressed = { started: number | null; finished: number | null };

export const missedText = 'This visit was marked as missed.';
export const tooLateToChange = 'It is too late to change that.';
export const hasBegun = 'This booking has begun.';
export const visitHasBegun = 'This visit has begun.';
export const stateText = (status: BookingStatus) => `This booking is ${status}.`;

/** Why neither Start nor Done can be pressed or taken back; undefined where they can. */
export function whyNotPressed({ status, no_show, end }: Omit<Pressable, 'start'>, now: number): string | undefined {
  if (status !== 'confirmed' && status !== 'completed') return stateText(status);
  if (no_show) return missedText;
  return now > end + pressableFor ? tooLateToChange : undefined;
}

/** Whether a visit can begin by now. */
export function mayStart(start: number, now: number): boolean {
  return now >= start - earliest;
}

/** What is wrong with the minute of a press; undefined when nothing is. */
export function pressFault(
  press: 'start' | 'finish',
  at: number,
  { start, started, finished }: { start: number } & Pressed,
  now: number,
): string | undefined {
  if (at > now) return 'Must not be ahead';
  const first = start - earliest;
  if (press === 'start') {
    if (at < first) return 'Must be from 60 minutes before the visit on';
    return finished !== null && at >= finished ? 'Must be before the end' : undefined;
  }
  if (started !== null) return at <= started ? 'Must be after the start' : undefined;
  return at <= first ? 'Must be later than 60 minutes before the visit' : undefined;
}

/** The minute that an instant is in. */
export function minuteOf(instant: number): number {
  return Math.floor(instant / MINUTE) * MINUTE;
}
