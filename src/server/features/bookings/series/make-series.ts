import { randomUUID } from 'node:crypto';
import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { bookedVisit } from '#server/db/segments.ts';
import { refuseIfTaken } from '#server/db/slot-taken.ts';
import { databaseNow } from '#server/db/sql.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, invalid, notFound, unauthorized } from '#server/errors.ts';
import { lockClient, lockProfessional } from '#server/features/parties/lock-queries.ts';
import { emit } from '#server/outbox/emit.ts';
import { MINUTE, seriesBounds, writeInBounds } from '#shared/constants.ts';
import { visitAddressAt } from '#shared/rules/place.ts';
import type { Span } from '#shared/rules/slots.ts';
import { partsAt } from '#shared/rules/visit.ts';
import type { Series, SeriesInput } from '#shared/series.ts';
import { formatShortDateTime } from '#shared/time.ts';
import type { NewBooking } from '../make/create-queries.ts';
import { requireStarts } from '../make/limits.ts';
import { awaitDeposit, insertWrittenIn, meet, refuseTooManyMails, timesOf } from '../make/write-in.ts';
import { listVisits } from '../show/find-queries.ts';
import { findInTheWay } from './preview-queries.ts';
import { extendSeries, findRepeated, findSeries, insertSeries, isLive, lockVisits } from './queries.ts';

export type Call = Pick<Context, 'db' | 'requestId'> & {
  deps: { config: Pick<Config, 'publicUrl'> };
  caller: Caller;
};
type OwnCall = Call & { professionalId: string };

/** A series as the caller, one of its sides, sees it. */
export async function showSeries(db: Db, { deps, caller }: Call, id: string): Promise<Series> {
  const { every_weeks } = (await findSeries(db, id, caller)) ?? notFound('Series');
  return { id, every_weeks, bookings: await listVisits(db, id, caller, deps.config.publicUrl) };
}

/** Writes in all visits of a standing appointment, or none of them. */
export function makeSeries(call: OwnCall, input: SeriesInput): Promise<Series> {
  return refuseIfTaken(() => transact(call.db, (trx) => make(trx, call, input)));
}

async function make(trx: Db, call: OwnCall, input: SeriesInput): Promise<Series> {
  const { professionalId: professional_id } = call;
  const starts = input.start_times.map((start) => Date.parse(start));
  requireStarts(starts, await databaseNow(trx), writeInBounds, 'start_times');
  const met = await meet(trx, professional_id, input);
  const { minutes, now, time_zone } = met;
  refuseOverlap(starts, minutes);
  const { every_weeks } = input;
  const { id, visitIds } = await insertSeries(trx, { professional_id, every_weeks, visits: starts.length });
  const visits = starts
    .map((start, n) => met.visit(visitIds[n] ?? randomUUID(), start))
    .map((visit, n) => (n === 0 ? awaitDeposit(visit, input, met) : visit));
  await requireFree(trx, { professional_id, but: [], time_zone }, visits);
  await insertVisits(trx, call, visits, { series_id: id, position: 1 });
  const ahead = aheadOf(visits, now);
  const waiting = visits.find(({ status }) => status === 'pending');
  if (waiting) await refuseTooManyMails(trx, { professional_id, booking_id: waiting.id, counted_as: waiting.id, now });
  const [first] = ahead;
  if (first) {
    await refuseTooManyMails(trx, { professional_id, booking_id: first.booking_id, counted_as: id, now });
    const change = { professional_id, series_id: id, about: 'made', by: 'professional', visits: ahead } as const;
    await emit(trx, 'series.changed', change, call.requestId);
  }
  return showSeries(trx, call, id);
}

/** Adds visits as the series was booked, all or none of them. */
export function addVisits(call: OwnCall, { id, start_times }: { id: string; start_times: string[] }): Promise<Series> {
  return refuseIfTaken(() => transact(call.db, (trx) => add(trx, call, id, start_times)));
}

async function add(trx: Db, call: OwnCall, id: string, startTimes: string[]): Promise<Series> {
  const { professionalId: professional_id } = call;
  const starts = startTimes.map((start) => Date.parse(start));
  requireStarts(starts, await databaseNow(trx), writeInBounds, 'start_times');
  (await findSeries(trx, id, call.caller)) ?? notFound('Series');
  const former = (await findRepeated(trx, id)) ?? notFound('Series');
  const client_id = former.has_client ? former.client_id : null;
  if (client_id !== null) (await lockClient(trx, client_id)) || notFound('Client');
  const { now, time_zone } = (await lockProfessional(trx, professional_id)) ?? unauthorized();
  // Read again, now that both sides are locked.
  const last = (await findRepeated(trx, id)) ?? notFound('Series');
  const guest_id = last.has_guest ? last.guest_id : null;
  if (client_id === null && guest_id === null) notFound('Contact');
  const made = await lockVisits(trx, id, professional_id);
  const { start = 0, end = 0, segments = null } = made.find((one) => one.id === last.id) ?? {};
  const { duration_minutes: minutes, parts } = bookedVisit({ start, end }, segments);
  refuseOverlap(starts, minutes);
  if (made.filter(isLive).length + starts.length > seriesBounds.visits.max)
    invalid(['body', 'start_times'], `At most ${seriesBounds.visits.max} visits may be ahead`);
  const { visitIds, position } = await extendSeries(trx, id, starts.length);
  const visits = starts.map(
    (at, n): NewBooking => ({
      id: visitIds[n] ?? randomUUID(),
      professional_id,
      client_id,
      guest_id,
      ...timesOf(at, minutes, now),
      calendar_secret: randomUUID(),
      written_in: true,
      placed_by_professional: true,
      status: 'confirmed',
      total_price_cents: last.total_price_cents,
      notes: last.notes,
      visit_address: visitAddressAt(last.place, last.visit_address),
      cancellation_cutoff_hours: last.cancellation_cutoff_hours,
      cancellation_policy: last.cancellation_policy,
      services: last.services,
      parts: partsAt(at, parts),
    }),
  );
  await requireFree(trx, { professional_id, but: [], time_zone }, visits);
  await insertVisits(trx, call, visits, { series_id: id, position });
  const ahead = aheadOf(visits, now);
  if (ahead.length > 0) {
    const change = { professional_id, series_id: id, about: 'extended', by: 'professional', visits: ahead } as const;
    await emit(trx, 'series.changed', change, call.requestId);
  }
  return showSeries(trx, call, id);
}

function refuseOverlap(starts: readonly number[], minutes: number): void {
  if (starts.some((start, n) => n > 0 && start < (starts[n - 1] ?? start) + minutes * MINUTE))
    invalid(['body', 'start_times'], 'Each must begin after the one before has ended');
}

/** 409 with all times at which something else is; the professional must be locked. */
export async function requireFree(
  trx: Db,
  { professional_id, but, time_zone }: { professional_id: string; but: string[]; time_zone: string },
  visits: readonly { parts: Span[] }[],
): Promise<void> {
  const owners = visits.flatMap(({ parts }, n) => parts.map(() => n));
  const found = await findInTheWay(
    trx,
    { professional_id, but },
    visits.flatMap(({ parts }) => parts),
  );
  const taken = new Set(found.map(({ part }) => owners[part - 1]));
  const times = visits
    .filter((_, n) => taken.has(n))
    .map(({ parts: [first] }) => formatShortDateTime(first?.start ?? 0, time_zone));
  if (times.length > 0) conflict(`These times are no longer available: ${times.join('; ')}`, 'slot_taken');
}

async function insertVisits(
  trx: Db,
  { requestId }: Call,
  visits: readonly NewBooking[],
  { series_id, position }: { series_id: string; position: number },
): Promise<void> {
  for (const [n, visit] of visits.entries())
    await insertWrittenIn(
      trx,
      { ...visit, visit_of: { series_id, position: position + n } },
      { requestId, emissions: [] },
    );
}

/** Those that are still to come, as an event tells them; one that waits for its deposit is told apart. */
function aheadOf(visits: readonly NewBooking[], now: number) {
  return visits
    .filter(({ status }) => status === 'confirmed')
    .map(({ id, start_time }) => ({ booking_id: id, version: 0, sequence: 0, start: Date.parse(start_time) }))
    .filter(({ start }) => start > now);
}
