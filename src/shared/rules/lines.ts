import { defaultSlotMinutes } from '../constants.ts';
import { halfUp, toCents, toDollars } from './price.ts';
import type { Part, Processing } from './visit.ts';

// A visit is a list of lines: for now a service each, as it is offered or as it was booked. Whatever asks how long a
// visit takes, which parts of it are its professional's time, what it costs and what of that is paid ahead, asks here.

/** How long a line takes, minutes, and when in it the professional is free. */
export type TimedLine = Processing & { service_duration_minutes: number };

/** What it costs, whole cents, and what is to be paid ahead; null where the professional's percent counts. */
export type PricedLine = { price_cents: number; deposit_cents: number | null };

/** What somebody chose, in their order. */
export type Chosen = { service_ids: readonly string[] };

/** The lines of what was chosen, from what the professional has; undefined where something chosen is not among it. */
export function linesOf<Line extends { id: string }>(
  { service_ids }: Chosen,
  offered: readonly Line[],
): Line[] | undefined {
  const lines = service_ids.flatMap((id) => offered.find((one) => one.id === id) ?? []);
  return lines.length === service_ids.length ? lines : undefined;
}

/** How long a visit takes, and the parts of it that take its professional's time. */
export type Visit = { duration_minutes: number; parts: readonly Part[] };

/** The visit of these lines, one after another; without any it has the length by which slots are listed then. */
export function visitOf(lines: readonly TimedLine[]): Visit {
  if (lines.length === 0)
    return { duration_minutes: defaultSlotMinutes, parts: [{ start: 0, end: defaultSlotMinutes }] };
  return { duration_minutes: totalMinutes(lines), parts: partsOf(lines) };
}

/** The lines without their processing times, those that touch as one. */
function partsOf(lines: readonly TimedLine[]): Part[] {
  const parts: Part[] = [];
  const take = (start: number, end: number) => {
    const before = parts.at(-1);
    if (before?.end === start) before.end = end;
    else parts.push({ start, end });
  };
  let at = 0;
  for (const { service_duration_minutes, processing_start_minutes: from, processing_minutes: length } of lines) {
    const end = at + service_duration_minutes;
    if (from !== null && length !== null) {
      take(at, at + from);
      take(at + from + length, end);
    } else {
      take(at, end);
    }
    at = end;
  }
  return parts;
}

export function totalMinutes(lines: readonly { service_duration_minutes: number }[]): number {
  return lines.reduce((sum, line) => sum + line.service_duration_minutes, 0);
}

export function totalCents(lines: readonly { price_cents: number }[]): number {
  return lines.reduce((sum, line) => sum + line.price_cents, 0);
}

/** The same of lines as answers have them, dollars; added in whole cents. */
export function totalPrice(lines: readonly { price: number }[]): number {
  return toDollars(totalCents(lines.map(({ price }) => ({ price_cents: toCents(price) }))));
}

/** What is to be paid ahead, cents: each line's rounded half up, together at most their total. 0 is none. */
export function depositCents(lines: readonly PricedLine[], percent: number): number {
  const asked = lines.map(({ price_cents, deposit_cents }) => deposit_cents ?? halfUp(price_cents * percent, 100));
  return Math.min(
    asked.reduce((sum, cents) => sum + cents, 0),
    totalCents(lines),
  );
}
