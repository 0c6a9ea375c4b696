import { DAY, HOUR, listBounds, MINUTE } from '#shared/constants.ts';
import { dayKey, localParts, wallInstant } from '#shared/time.ts';
import type { Visit } from './lines.ts';
import { merged, type OpenSpan, type SlotRule, type Span, slotFinder } from './slots.ts';
import { partsAt } from './visit.ts';

/** The cancellation list (contract 12). Instants are epoch milliseconds. */

export const entryStatuses = ['waiting', 'paused', 'booked', 'left', 'ended'] as const;
export type EntryStatus = (typeof entryStatuses)[number];

export const openingStatuses = ['offered', 'accepted', 'passed', 'expired', 'withdrawn'] as const;
export type OpeningStatus = (typeof openingStatuses)[number];

/** Offers for starts farther ahead last longer, and do not begin at night. */
const soon = 12 * HOUR;

/** Until when an offer that is made now holds its time: by night, of a start farther ahead, until 10:00. */
export function offeredUntil(start: number, now: number, zone: string): number {
  if (start - now > soon && isNight(now, zone)) {
    const morning = dayKey(now + 4 * HOUR, zone);
    return Math.min(start, wallInstant(Date.parse(`${morning}T10:00Z`), zone));
  }
  return Math.min(start, now + (start - now < soon ? 30 * MINUTE : 2 * HOUR));
}

/** From 21:00 to 8:00 of the professional's clock. */
export function isNight(instant: number, zone: string): boolean {
  const { hour } = localParts(instant, zone);
  return hour >= 21 || hour < 8;
}

/** What is wrong with the windows of a new entry for a visit of so many milliseconds; undefined when nothing is. */
export function windowsFault(windows: readonly Span[], visit: number, now: number): string | undefined {
  if (windows.some(({ end }) => end <= now)) return 'Each must end in the future';
  if (windows.some(({ start }) => start > now + listBounds.maxDaysAhead * DAY))
    return `Each must begin within ${listBounds.maxDaysAhead} days`;
  if (windows.some(({ start, end }) => end - Math.max(start, now) < visit)) return 'Each must have room for the visit';
  return undefined;
}

/** A visit that somebody waits for, and where it may lie. */
export type Wanted = Visit & {
  windows: readonly Span[];
  /** For an earlier time: the start of its booking, and the time that the booking itself takes. */
  before?: number | undefined;
  own?: readonly Span[];
};

/**
 * Somebody who waits. `refused` are starts that were offered already, `passed` times that their client let go with
 * another entry, `offers` how many the system made in a day.
 */
export type Waiting = Wanted & {
  id: string;
  status: EntryStatus;
  isOffered: boolean;
  refused: readonly number[];
  passed: readonly Span[];
  offers: number;
};

/** From what a professional's slots follow; `busy` is sorted, without overlaps, `held` comes on top of it. */
export type ListBasis = {
  windows: readonly OpenSpan[];
  busy: readonly Span[];
  held?: readonly Span[];
  rule: Omit<SlotRule, 'duration_minutes' | 'parts'>;
  zone: string;
};

/** The soonest slot that lies wholly in one of the windows, but for the starts of `refused`; `until` is the last start. */
export function soonestIn(
  { windows, busy, held = [], rule }: Omit<ListBasis, 'zone'>,
  { windows: wanted, duration_minutes, parts, before = Infinity, own = [] }: Wanted,
  { refused = [], until = Infinity }: { refused?: readonly number[]; until?: number } = {},
): number | undefined {
  const others = own.length === 0 ? busy : busy.filter((span) => !own.some((one) => one.start === span.start));
  const taken = held.length === 0 ? others : merged([...others, ...held]);
  let soonest: number | undefined;
  for (const { start, end } of wanted) {
    const from = Math.max(start, rule.now);
    const to = Math.min(end - duration_minutes * MINUTE + 1, before, until + 1, soonest ?? Infinity);
    if (from >= to) continue;
    const slotsOf = slotFinder(taken, {
      ...rule,
      duration_minutes,
      parts,
      from,
      to,
      limit: refused.length + 1,
    });
    for (const window of windows) {
      if (window.end <= from) continue;
      if (window.start >= to) break;
      const found = slotsOf(window).find((one) => !refused.includes(one));
      if (found === undefined) continue;
      soonest = found;
      break;
    }
  }
  return soonest;
}

/**
 * Who is offered what now: the oldest who waits first, each the soonest start that suits and that nobody before them
 * got. `entries` are in the order in which they are asked; what a client passed goes to others before another entry of
 * theirs.
 */
export function offersNow(
  entries: readonly Waiting[],
  basis: ListBasis,
  until = isNight(basis.rule.now, basis.zone) ? basis.rule.now + soon : Infinity,
): { id: string; start: number }[] {
  const offers: { id: string; start: number }[] = [];
  const held: Span[] = [];
  const asked = entries.filter(
    ({ status, isOffered, offers: made }) => status === 'waiting' && !isOffered && made < listBounds.offersADay,
  );
  for (const yields of [true, false]) {
    for (const entry of asked) {
      if (offers.some(({ id }) => id === entry.id) || !(yields || entry.passed.length > 0)) continue;
      const taken = yields ? [...held, ...entry.passed] : held;
      const start = soonestIn({ ...basis, held: taken }, entry, { refused: entry.refused, until });
      if (start === undefined) continue;
      offers.push({ id: entry.id, start });
      held.push(...partsAt(start, entry.parts));
    }
  }
  return offers;
}

/** What the night holds back, and from when it is offered: 8:00, or 12 hours ahead of its start; none by day. */
export function heldBack(entries: readonly Waiting[], basis: ListBasis): { id: string; start: number; from: number }[] {
  const { now } = basis.rule;
  if (!isNight(now, basis.zone)) return [];
  const morning = wallInstant(Date.parse(`${dayKey(now + 4 * HOUR, basis.zone)}T08:00Z`), basis.zone);
  return offersNow(entries, basis, Infinity)
    .filter(({ start }) => start - now > soon)
    .map(({ id, start }) => ({ id, start, from: Math.min(morning, start - soon) }));
}

/** Whether no visit can begin any more in what is left of the windows. */
export function isOver({ windows, duration_minutes, before = Infinity }: Wanted, now: number): boolean {
  return windows.every(({ end }) => Math.min(end - duration_minutes * MINUTE, before - 1) < now);
}

/** What an offer of an earlier time holds: its parts, less what its booking has already. */
export function heldBy(parts: readonly Span[], own: readonly Span[]): Span[] {
  let rest = [...parts];
  for (const taken of own) {
    rest = rest.flatMap((part) => {
      if (taken.end <= part.start || taken.start >= part.end) return [part];
      const before = { start: part.start, end: Math.min(part.end, taken.start) };
      const after = { start: Math.max(part.start, taken.end), end: part.end };
      return [before, after].filter(({ start, end }) => end > start);
    });
  }
  return rest;
}
