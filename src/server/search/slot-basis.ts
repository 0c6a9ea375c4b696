import { DAY, MINUTE, nextFreeDays } from '#shared/constants.ts';
import { type BooksOpen, nextOpening } from '#shared/rules/books-open.ts';
import { type TimedLine, visitOf } from '#shared/rules/lines.ts';
import { type Span, slotFinder } from '#shared/rules/slots.ts';

/** From what a professional's slots follow, as it was at one moment. Instants are epoch milliseconds. */
export type SlotBasis = {
  id: string;
  /** Changes with everything else here; equal to the stored one, this is what is stored. */
  version: number;
  /** Up to when windows are known. */
  until: number;
  slot_interval_minutes: number;
  min_notice_minutes: number;
  buffer_minutes: number;
  booking_horizon_days: number;
  books_open: BooksOpen | null;
  time_zone: string;
  /** Start and end of each window, of hours also beyond the horizon, and whether it is one of hours; soonest first. */
  windows: Float64Array;
  isOfHours: Uint8Array;
  /** Start and end of each, soonest first, without overlaps. */
  busy: Float64Array;
  off: Float64Array;
};

/** When a start is asked for: from `from` on and before `to`, which without a range goes on with the clock. */
export type Range = { now: number; from: number; to: number; isMoving: boolean };

/** What a search asks for of slots. */
export type AskedSlots = {
  free_from?: string | undefined;
  free_to?: string | undefined;
  free_minutes?: number | undefined;
  category?: string | undefined;
};

/** The range that is asked for, by default the next 14 days (contract 3). */
export function rangeOf({ free_from, free_to }: AskedSlots, now: number): Range {
  if (free_from && free_to) return { now, from: Date.parse(free_from), to: Date.parse(free_to), isMoving: false };
  return { now, from: now, to: now + nextFreeDays * DAY, isMoving: true };
}

/** Time that is asked for without a service. */
export function onePiece(minutes: number): TimedLine {
  return { service_duration_minutes: minutes, processing_start_minutes: null, processing_minutes: null };
}

/** Versions of slots that were written since a look, the database's time, and from where the next look goes on. */
export type ChangedSlotBases = { now: number; next: number; changed: { id: string; version: number }[] };

export type SlotBasisSource = {
  /** The slot bases of these professionals, in one statement. */
  slotBasesOf(ids: string[]): Promise<SlotBasis[]>;
  changedSlotBases(since: number): Promise<ChangedSlotBases>;
};

/** The soonest start of any of these services; undefined where there is none. The rules are those of slots. */
export function soonestSlot(basis: SlotBasis, services: readonly TimedLine[], range: Range): number | undefined {
  let soonest = Infinity;
  for (const service of services) soonest = Math.min(soonest, slotsOf(basis, service, range, 1)[0] ?? Infinity);
  return soonest < range.to ? soonest : undefined;
}

/** So many of the soonest slots of these services in the range, each start once, with the service that it is for. */
export function soonestSlots<S extends TimedLine>(
  basis: SlotBasis,
  services: readonly S[],
  range: Range,
  most: number,
): { start: number; service: S }[] {
  const slots = new Map<number, S>();
  for (const service of services) {
    for (const start of slotsOf(basis, service, range, most)) {
      if (start < range.to && !slots.has(start)) slots.set(start, service);
    }
  }
  return [...slots]
    .sort(([one], [other]) => one - other)
    .slice(0, most)
    .map(([start, service]) => ({ start, service }));
}

/** Starts that were found, the soonest first, of at most `most`; before `holds` nobody would find others. */
export type Soonest = { slots: readonly number[]; most: number; holds: number };

/** From here on: an instant that has passed is the same as none. */
export function fromOf({ from, now }: Range): number {
  return from > now ? from : 0;
}

/** What was found in this basis, by `fromOf` and service. */
const found = new WeakMap<SlotBasis, Map<number, Map<number, Soonest>>>();
/** From so many instants on of one professional. */
const remembered = 8;

function slotsOf(basis: SlotBasis, service: TimedLine, range: Range, most: number): readonly number[] {
  const from = fromOf(range);
  const known = found.get(basis) ?? new Map<number, Map<number, Soonest>>();
  const byService = known.get(from) ?? new Map<number, Soonest>();
  const key = keyOf(service);
  const before = byService.get(key);
  if (before && before.most >= most && range.now < before.holds) return before.slots;
  const soonest = soonestOf(basis, service, range, most);
  byService.set(key, soonest);
  if (known.size >= remembered && !known.has(from)) known.clear();
  found.set(basis, known.set(from, byService));
  return soonest.slots;
}

/** The same for services that take time alike. */
function keyOf({ service_duration_minutes, processing_start_minutes, processing_minutes }: TimedLine): number {
  if (processing_start_minutes === null || processing_minutes === null) return service_duration_minutes;
  return (processing_minutes * 2_000 + processing_start_minutes) * 2_000 + service_duration_minutes;
}

/**
 * The soonest slots of a service from an instant on. They hold until the first one has passed; those beyond the
 * horizon, and that there are no more, until it reaches other windows of hours, or a month opens.
 */
export function soonestOf(basis: SlotBasis, service: TimedLine, { now, from }: Range, most: number): Soonest {
  const { books_open, time_zone } = basis;
  const { opens, closedFrom } = books_open
    ? nextOpening(books_open, time_zone, now)
    : { opens: Infinity, closedFrom: Infinity };
  const notBefore = Math.max(from, now + basis.min_notice_minutes * MINUTE);
  const slots = firstSlots(basis, service, { now, from: notBefore, closedFrom }, most);
  const passes = (slots[0] ?? Infinity) - basis.min_notice_minutes * MINUTE;
  const horizon = basis.booking_horizon_days * DAY;
  const isWithin = slots.length === most && (slots[most - 1] ?? Infinity) < now + horizon;
  const holds = isWithin ? passes : Math.min(passes, opens, openingAfter(basis, now + horizon) - horizon);
  return { slots, most, holds };
}

/** The first start in a window of hours at or after an instant, taken or not. */
function openingAfter({ windows, isOfHours, slot_interval_minutes }: SlotBasis, instant: number): number {
  const step = slot_interval_minutes * MINUTE;
  for (let at = firstEndingAfter(windows, instant); at * 2 < windows.length; at++) {
    const start = windows[at * 2] as number;
    const first = start + step * Math.max(0, Math.ceil((instant - start) / step));
    if (isOfHours[at] && first < (windows[at * 2 + 1] as number)) return first;
  }
  return Infinity;
}

/** Window by window, with no more busy times read than it takes. */
function firstSlots(
  basis: SlotBasis,
  service: TimedLine,
  { now, from, closedFrom }: { now: number; from: number; closedFrom: number },
  most: number,
): number[] {
  const { windows, isOfHours, busy, slot_interval_minutes, min_notice_minutes, buffer_minutes } = basis;
  const horizon = now + basis.booking_horizon_days * DAY;
  const buffer = buffer_minutes * MINUTE;
  const known: Span[] = [];
  const slotsOf = slotFinder(known, {
    slot_interval_minutes,
    min_notice_minutes,
    buffer_minutes,
    ...visitOf([service]),
    off: basis.off.length > 0 ? spansFrom(basis.off, from) : [],
    now,
    from,
    limit: most,
  });
  let slots: number[] = [];
  let next = firstEndingAfter(busy, from - buffer);
  for (let at = firstEndingAfter(windows, from); at * 2 < windows.length && slots.length < most; at++) {
    const window = spanAt(windows, at);
    for (; next * 2 < busy.length && (busy[next * 2] as number) < window.end + buffer; next++)
      known.push(spanAt(busy, next));
    const ofWindow = slotsOf({ ...window, bookable_until: isOfHours[at] ? Math.min(horizon, closedFrom) : closedFrom });
    slots = slots.length === 0 ? ofWindow : [...slots, ...ofWindow].slice(0, most);
  }
  return slots;
}

function spanAt(spans: Float64Array, at: number): Span {
  return { start: spans[at * 2] as number, end: spans[at * 2 + 1] as number };
}

function spansFrom(spans: Float64Array, after: number): Span[] {
  const found: Span[] = [];
  for (let at = firstEndingAfter(spans, after); at * 2 < spans.length; at++) found.push(spanAt(spans, at));
  return found;
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

/** Spans as `SlotBasis` has them. */
export function packed(spans: readonly Span[]): Float64Array {
  return Float64Array.from(spans.flatMap(({ start, end }) => [start, end]));
}
