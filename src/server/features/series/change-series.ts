import type { Db } from '#server/db/connect.ts';
import { bookedVisit } from '#server/db/segments.ts';
import { refuseIfTaken } from '#server/db/slot-taken.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, invalid, notFound } from '#server/errors.ts';
import { cancelVisits } from '#server/features/bookings/queries.ts';
import { lockProfessional } from '#server/features/professionals/queries.ts';
import { emit } from '#server/outbox/emit.ts';
import { DAY, seriesBounds } from '#shared/constants.ts';
import type { Side } from '#shared/rules/reschedule.ts';
import { clockDistance, laterByClock } from '#shared/rules/series.ts';
import { partsAt } from '#shared/rules/visit.ts';
import type { Series, SeriesCancellation, SeriesMove } from '#shared/series.ts';
import { iso } from '#shared/time.ts';
import { type Call, requireFree, showSeries } from './make-series.ts';
import { countLeft, findSeries, findVisits, moveVisits, type Visit } from './queries.ts';

/** The series of the caller with its professional locked, and the visit with which the change begins. */
async function lockSeries(trx: Db, { caller }: Call, { id, from }: { id: string; from: string }) {
  const { professional_id } = (await findSeries(trx, id, caller)) ?? notFound('Series');
  const { now, time_zone } = (await lockProfessional(trx, professional_id)) ?? notFound('Series');
  const visits = await findVisits(trx, id, professional_id);
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
    const changed = await cancelVisits(trx, { series_id: id, from: start, by, reason });
    const [one, another] = changed;
    if (one && !another) {
      const { version, sequence, from: before } = one;
      const about = { professional_id, booking_id: one.id, version, sequence };
      await emit(trx, 'booking.cancelled', { ...about, by, from: before }, requestId);
    } else if (one) {
      const visits = changed.map(({ id: booking_id, version, sequence, start: at }) => ({
        booking_id,
        version,
        sequence,
        start: at,
      }));
      await emit(trx, 'series.changed', { professional_id, series_id: id, about: 'cancelled', by, visits }, requestId);
    }
    return { ...(await showSeries(trx, call, id)), left: await countLeft(trx, id, start) };
  });
}

/** Moves a visit and all later ones by the same days and hours of the clock, all or none, without asking. */
export function moveSeries(call: Call, input: SeriesMove & { id: string }): Promise<Series> {
  return refuseIfTaken(() => transact(call.db, (trx) => move(trx, call, input)));
}

async function move(trx: Db, call: Call, { id, from, start_time }: SeriesMove & { id: string }): Promise<Series> {
  const { professional_id, now, time_zone, visits, first } = await lockSeries(trx, call, { id, from });
  const by = clockDistance(first.start, Date.parse(start_time), time_zone);
  const later = visits.filter(({ start, is_live }) => is_live && start >= first.start);
  const moved = later.map((visit) => {
    // The time that was chosen counts as it is, also where the clock shows it twice.
    const start = visit.id === from ? Date.parse(start_time) : laterByClock(visit.start, by, time_zone);
    return { id: visit.id, start, end: start + visit.end - visit.start, parts: shifted(visit, start) };
  });
  requireAhead([Date.parse(start_time), ...moved.map(({ start }) => start)], now);
  if (Date.parse(start_time) === first.start) conflict('It is at that time already.');
  if (moved.length === 0) conflict('None of these visits can be moved.');
  await requireFree(trx, { professional_id, but: moved.map((one) => one.id), time_zone }, moved);
  const changed = await moveVisits(trx, professional_id, moved);
  const told = changed.map(({ id: booking_id, ...one }) => ({ booking_id, ...one }));
  const change = { professional_id, series_id: id, about: 'moved', by: 'professional', visits: told } as const;
  await emit(trx, 'series.changed', change, call.requestId);
  return showSeries(trx, call, id);
}

function shifted(visit: Visit, start: number) {
  return partsAt(start, bookedVisit(visit, visit.segments).parts);
}

function requireAhead(starts: readonly number[], now: number): void {
  const { maxDaysAhead } = seriesBounds;
  if (starts.some((start) => start <= now)) invalid(['body', 'start_time'], 'Start time must be in the future');
  if (starts.some((start) => start > now + maxDaysAhead * DAY))
    invalid(['body', 'start_time'], `Start time must be at most ${maxDaysAhead} days ahead`);
}
