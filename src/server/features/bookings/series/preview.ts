import type { Caller } from '#server/api/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { spansOf } from '#server/db/spans.ts';
import { conflict, invalid, notFound, unauthorized } from '#server/errors.ts';
import { openTimeOf } from '#server/features/hours/queries.ts';
import { DAY, MINUTE, seriesBounds } from '#shared/constants.ts';
import { countUncovered, dayOf } from '#shared/rules/hour-windows.ts';
import { type Visit, visitOf } from '#shared/rules/lines.ts';
import { weeklyStarts } from '#shared/rules/series.ts';
import { freeSlots, merged, type Span } from '#shared/rules/slots.ts';
import { startFault } from '#shared/rules/start-bounds.ts';
import { partsAt } from '#shared/rules/visit.ts';
import type { PlannedDate, SeriesPlan, TimeConflict } from '#shared/series.ts';
import { iso, wallInstant } from '#shared/time.ts';
import { requireStarts } from '../make/limits.ts';
import { refuseNotOffered, requireLines } from '../make/line-queries.ts';
import { findVisit } from '../show/list-queries.ts';
import { busyIn, findInTheWay, type InTheWay, type PlanBasis, readPlanBasis } from './preview-queries.ts';

type Call = { db: Db; caller: Caller; professionalId: string };
type Planned = Visit & { except?: number };

/** How many alternatives a date has. */
const alternatives = 3;

/**
 * What each date of a standing appointment meets, or one time alone: who is in the way, and the nearest times that are
 * offered that day. The horizon of bookings, which is for clients, hides nothing here.
 */
export async function previewSeries(call: Call, plan: SeriesPlan): Promise<PlannedDate[]> {
  const { db, professionalId: professional_id } = call;
  const basis = (await readPlanBasis(db, professional_id, plan.service_ids ?? [])) ?? unauthorized();
  const rhythm = { everyWeeks: plan.every_weeks, count: plan.count };
  const starts = weeklyStarts(Date.parse(plan.start_time), basis.time_zone, rhythm);
  requireNear(starts, basis.now);
  const visit = await planned(call, plan, basis);
  const booking_id = plan.booking_id ?? null;
  const days = starts.map((start) => dayAround(start, basis.time_zone));
  const reach = visit.duration_minutes * MINUTE + basis.buffer_minutes * MINUTE;
  const range = { start: days[0]?.start ?? 0, end: (days.at(-1)?.end ?? 0) + reach };
  const { windows, off } = await openTimeOf(db, professional_id, range);
  const parts = starts.map((start) => partsAt(start, visit.parts));
  const found = await findInTheWay(db, { professional_id, but: booking_id ? [booking_id] : [] }, parts.flat());
  const near = days.map(({ start, end }) => ({ start: start - reach, end: end + reach }));
  const busy = await busyIn(db, { professional_id, booking_id }, near);
  return starts.map((start, n) => {
    const own = parts[n] ?? [];
    const inTheWay = found.find(({ part }) => Math.floor((part - 1) / own.length) === n);
    const isOff =
      own.some((part) => off.some((span) => span.start < part.end && span.end > part.start)) ||
      countUncovered([{ start, end: start + visit.duration_minutes * MINUTE }], windows) > 0;
    const state = inTheWay ? 'taken' : isOff ? 'off' : 'free';
    const day = days[n] ?? { start, end: start };
    const offered = { ...basis, ...visit, windows, off, busy: spansOf(busy[n] ?? null) };
    const nearest = state === 'free' ? [] : nearestTo(start, day, offered);
    return {
      start_time: iso(start),
      state,
      nearest: nearest.map(iso),
      conflict: inTheWay ? conflictOf(inTheWay) : null,
    };
  });
}

function requireNear([first = 0, ...more]: readonly number[], now: number): void {
  requireStarts([first], now, seriesBounds);
  if (startFault(more.at(-1) ?? first, now, seriesBounds))
    invalid(['body', 'count'], `The last visit must be at most ${seriesBounds.maxDaysAhead} days ahead`);
}

/** The visit of the chosen services, or of the booking that is to move, which must be live. */
async function planned({ db, caller }: Call, plan: SeriesPlan, basis: PlanBasis): Promise<Planned> {
  const { service_ids = [] } = plan;
  if (!plan.booking_id) {
    const lines = requireLines({ ...plan, service_ids }, basis.services);
    refuseNotOffered(lines);
    return visitOf(lines);
  }
  const { status, start, duration_minutes, parts } =
    (await findVisit(db, plan.booking_id, caller)) ?? notFound('Booking');
  if (status !== 'pending' && status !== 'confirmed') conflict(`A ${status} booking cannot get another time.`);
  return { duration_minutes, parts, except: start };
}

/** The day of a zone's clock that an instant is on. */
function dayAround(instant: number, zone: string): Span {
  const day = dayOf(instant, zone);
  return { start: wallInstant(day * DAY, zone), end: wallInstant((day + 1) * DAY, zone) };
}

type Offered = PlanBasis & Planned & { windows: readonly Span[]; off: Span[]; busy: Span[] };

/** The slots of a day that are nearest to a start: of two as near the earlier first. */
function nearestTo(start: number, { start: from, end: to }: Span, { windows, busy, ...given }: Offered): number[] {
  const rule = { ...given, off: merged(given.off), from, to };
  return windows
    .filter((window) => window.end > from && window.start < to)
    .flatMap((window) => freeSlots(window, busy, rule))
    .sort((one, other) => Math.abs(one - start) - Math.abs(other - start) || one - other)
    .slice(0, alternatives);
}

function conflictOf({ kind, booking_id, name, start, end }: InTheWay): TimeConflict | null {
  return kind && { kind, booking_id, name: name ?? '', start_time: iso(start), end_time: iso(end) };
}
