import { DAY, MINUTE, nextFreeDays } from '#shared/constants.ts';
import { firstFree, type OpenSpan, type Span, slotMinutes } from '#shared/rules/slots.ts';
import { partsOfVisit, type TimedService } from '#shared/rules/visit.ts';

/** From what a professional's free times follow, as it was at one moment. Instants are epoch milliseconds. */
export type Times = {
  id: string;
  /** Changes with everything else here; equal to the stored one, this is what is stored. */
  version: number;
  /** Up to when windows are known. */
  until: number;
  slot_interval_minutes: number;
  min_notice_minutes: number;
  buffer_minutes: number;
  booking_horizon_days: number;
  /** Start and end of each window, of hours also beyond the horizon, and whether it is one of hours; soonest first. */
  windows: Float64Array;
  isOfHours: Uint8Array;
  /** Start and end of each, soonest first, without overlaps. */
  busy: Float64Array;
  off: Float64Array;
};

/** When a start is asked for: from `from` on and before `to`. */
export type Range = { now: number; from: number; to: number };

/** What a search asks for of times. */
export type AskedTimes = {
  free_from?: string | undefined;
  free_to?: string | undefined;
  free_minutes?: number | undefined;
  category?: string | undefined;
};

/** The range that is asked for, by default the next 14 days (contract 3). */
export function rangeOf({ free_from, free_to }: AskedTimes, now: number): Range {
  if (free_from && free_to) return { now, from: Date.parse(free_from), to: Date.parse(free_to) };
  return { now, from: now, to: now + nextFreeDays * DAY };
}

/** Time that is asked for without a service. */
export function onePiece(minutes: number): TimedService {
  return { service_duration_minutes: minutes, processing_start_minutes: null, processing_minutes: null };
}

/** Versions of times that were written since a look, the database's time, and from where the next look goes on. */
export type ChangedTimes = { now: number; next: number; changed: { id: string; version: number }[] };

export type TimesSource = {
  /** The times of these professionals, in one statement. */
  timesOf(ids: string[]): Promise<Times[]>;
  changedTimes(since: number): Promise<ChangedTimes>;
};

/** The soonest start of any of these services; undefined where there is none. The rules are those of slots. */
export function soonestStart(times: Times, services: readonly TimedService[], range: Range): number | undefined {
  let soonest = Infinity;
  for (const service of services) soonest = Math.min(soonest, startOf(times, service, range));
  return soonest === Infinity ? undefined : soonest;
}

/** So many of the soonest starts of these services in the range, each start once, with the service that it is for. */
export function soonestStarts<S extends TimedService>(
  times: Times,
  services: readonly S[],
  range: Range,
  most: number,
): { start: number; service: S }[] {
  const starts = new Map<number, S>();
  for (const service of services) {
    let start = startOf(times, service, range);
    for (let count = 0; count < most && start < range.to; count++) {
      if (!starts.has(start)) starts.set(start, service);
      // Not remembered: that is for the first start alone, which every list and search asks for.
      start = firstStart(times, service, range.now, start + 1) ?? Infinity;
    }
  }
  return [...starts]
    .sort(([one], [other]) => one - other)
    .slice(0, most)
    .map(([start, service]) => ({ start, service }));
}

/** Starts that were found in these times, by service and day. */
const found = new WeakMap<Times, Map<number, { from: number; start: number }>>();
/** Most starts that are remembered of one professional. */
const remembered = 64;

/**
 * The soonest start of a service, infinite where there is none. What was found once holds for everybody who asks from a
 * later instant up to that start: nothing in between was free.
 */
function startOf(times: Times, service: TimedService, { now, from, to }: Range): number {
  const earliest = Math.max(from, now + times.min_notice_minutes * MINUTE + 1);
  const known = found.get(times) ?? new Map<number, { from: number; start: number }>();
  const key = keyOf(service, earliest);
  const before = known.get(key);
  if (before && before.from <= earliest && earliest <= before.start) return before.start < to ? before.start : Infinity;
  const start = firstStart(times, service, now, earliest);
  if (start === undefined) return Infinity;
  if (known.size >= remembered) known.clear();
  known.set(key, { from: earliest, start });
  found.set(times, known);
  return start < to ? start : Infinity;
}

function keyOf(
  { service_duration_minutes, processing_start_minutes, processing_minutes }: TimedService,
  at: number,
): number {
  const minutes =
    (service_duration_minutes * 2_000 + (processing_start_minutes ?? 0)) * 2_000 + (processing_minutes ?? 0);
  return minutes * 100 + (Math.floor(at / DAY) % 100);
}

function firstStart(times: Times, service: TimedService, now: number, from: number): number | undefined {
  const { slot_interval_minutes, min_notice_minutes, buffer_minutes } = times;
  return firstFree(windowsAfter(times, now, from), spansFrom(times.busy, from - buffer_minutes * MINUTE), {
    slot_interval_minutes,
    min_notice_minutes,
    buffer_minutes,
    duration_minutes: slotMinutes([service]),
    parts: partsOfVisit([service]),
    off: times.off.length > 0 ? [...spansFrom(times.off, from)] : [],
    now,
    from,
  });
}

function* windowsAfter(
  { windows, isOfHours, booking_horizon_days }: Times,
  now: number,
  after: number,
): Generator<OpenSpan, undefined> {
  for (let at = firstEndingAfter(windows, after); at * 2 < windows.length; at++) {
    const start = windows[at * 2] as number;
    const end = windows[at * 2 + 1] as number;
    yield isOfHours[at] ? { start, end, bookable_until: now + booking_horizon_days * DAY } : { start, end };
  }
}

function* spansFrom(spans: Float64Array, after: number): Generator<Span, undefined> {
  for (let at = firstEndingAfter(spans, after); at * 2 < spans.length; at++) {
    yield { start: spans[at * 2] as number, end: spans[at * 2 + 1] as number };
  }
}

/** Index of the first span that ends after the instant, or the number of spans. */
function firstEndingAfter(spans: Float64Array, instant: number): number {
  let low = 0;
  let high = spans.length / 2;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[middle * 2 + 1] as number) > instant) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Spans as `Times` has them. */
export function packed(spans: readonly Span[]): Float64Array {
  return Float64Array.from(spans.flatMap(({ start, end }) => [start, end]));
}
