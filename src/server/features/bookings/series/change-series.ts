import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { bookedVisit } from '#server/db/segments.ts';
import { refuseIfTaken } from '#server/db/slot-taken.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, invalid, notFound } from '#server/errors.ts';
import { lockProfessional } from '#server/features/parties/lock-queries.ts';
import { type BookingStatus, HOUR, seriesBounds } from '#shared/constants.ts';
import { graceHours } from '#shared/rules/cancellation.ts';
import type { Side } from '#shared/rules/reschedule.ts';
import { clockDistance, laterByClock } from '#shared/rules/series.ts';
import { partsAt } from '#shared/rules/visit.ts';
import type { Series, SeriesCancellation, SeriesMove } from '#shared/series.ts';
import { iso } from '#shared/time.ts';
import { carryOut, newsOf } from '../life/carry-out.ts';
import { giveTimes } from '../life/give-times.ts';
import { isAhead, isBeforeCutOff } from '../life/which-queries.ts';
import { requireStarts } from '../make/limits.ts';
import { type Call, requireFree, showSeries } from './make-series.ts';
import { countLeft, findSeries, isLive, lockVisits } from './queries.ts';

type Changed = { id: string; status?: BookingStatus; version: number; sequence: number; start: number };

/** The series of the caller with its professional locked, and the visit with which the change begins. */
async function lockSeries(trx: Db, { caller }: Call, { id, from }: { id: string; from: string }) {
  const { professional_id } = (await findSeries(trx, id, caller)) ?? notFound('Series');
  const { now, time_zone } = (await lockProfessional(trx, professional_id)) ?? notFound('Series');
  const visits = await lockVisits(trx, id, professional_id);
  const first = visits.find((one) => one.id === from) ?? invalid(['body', 'from'], "It isn't a visit of this series");
  return { professional_id, now, time_zone, visits, first };
}

/** Cancels a visit and all later ones that can be cancelled. */
export function cancelSeries(
  call: Call,
  { id, from, reason }: SeriesCancellation & { id: string },
): Promise<Series & { left: number }> {
  const { caller, requestId } = call;
  return transact(call.db, async (trx) => {
    const { professional_id, first } = await lockSeries(trx, call, { id, from });
    const by: Side = caller.role === 'client' ? 'client' : 'professional';
    const start = iso(first.start);
    const where = sql<boolean>`bookings.series_id = ${id} and bookings.start_time >= ${start} and ${isAhead}
      and (${by}::text = 'professional' or ${isBeforeCutOff})`;
    await carryOut(trx, 'cancelled', { by, where, reason, requestId }, (cancelled) => {
      if (cancelled.length === 1) return newsOf('cancelled', by, cancelled);
      const about = { professional_id, series_id: id, about: 'cancelled', by } as const;
      return [{ event: 'series.changed', payload: { ...about, visits: visitsOf(cancelled) } }];
    });
    return { ...(await showSeries(trx, call, id)), left: await countLeft(trx, id, start) };
  });
}

/** Visits as an event tells them, soonest first. */
function visitsOf(changed: readonly Changed[]) {
  return changed
    .map(({ id: booking_id, status, version, sequence, start }) => ({
      booking_id,
      version,
      sequence,
      start,
      ...(status === 'pending' && { pending: true as const }),
    }))
    .sort((one, other) => one.start - other.start);
}

/** Moves a visit and all later ones by the same days and hours of the clock, all or none, without asking. */
export function moveSeries(call: Call, input: SeriesMove & { id: string }): Promise<Series> {
  return refuseIfTaken(() => transact(call.db, (trx) => move(trx, call, input)));
}

async function move(trx: Db, call: Call, { id, from, start_time }: SeriesMove & { id: string }): Promise<Series> {
  const { professional_id, now, time_zone, visits, first } = await lockSeries(trx, call, { id, from });
  const by = clockDistance(first.start, Date.parse(start_time), time_zone);
  const moving = visits
    .filter((visit) => isLive(visit) && visit.start >= first.start)
    .map((booking) => {
      // The time that was chosen counts as it is, also where the clock shows it twice.
      const start = booking.id === from ? Date.parse(start_time) : laterByClock(booking.start, by, time_zone);
      return { booking, start, parts: partsAt(start, bookedVisit(booking, booking.segments).parts) };
    });
  requireStarts([Date.parse(start_time), ...moving.map(({ start }) => start)], now, seriesBounds);
  if (Date.parse(start_time) === first.start) conflict('It is at that time already.');
  if (moving.length === 0) conflict('None of these visits can be moved.');
  await requireFree(trx, { professional_id, but: moving.map(({ booking }) => booking.id), time_zone }, moving);
  const notBefore = now + graceHours * HOUR;
  const placed = { happening: 'moved', by: 'professional', notBefore, requestId: call.requestId } as const;
  await giveTimes(trx, moving, placed, (moved) => {
    const change = { professional_id, series_id: id, about: 'moved', by: 'professional' } as const;
    return [{ event: 'series.changed', payload: { ...change, visits: visitsOf(moved) } }];
  });
  return showSeries(trx, call, id);
}
