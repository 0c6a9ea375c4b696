import { asValue } from '#server/api/json-text.ts';
import { type Context, withTotal } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { spansOf } from '#server/db/spans.ts';
import { databaseNow } from '#server/db/sql.ts';
import { conflict, invalid, notFound } from '#server/errors.ts';
import { refuseNotOffered, requireLines } from '#server/features/bookings/make/line-queries.ts';
import { quotedLine, refuseOver, requireQuote } from '#server/features/bookings/quotes/queries.ts';
import { findVisit, type VisitOfBooking } from '#server/features/bookings/show/list-queries.ts';
import { windowsBetween } from '#server/features/hours/windows.ts';
import { type AvailabilityWithSlots, type SlotsPage, type SlotsRange, slotRangeFault } from '#shared/availability.ts';
import { type Visit, visitOf } from '#shared/rules/lines.ts';
import { type AvailabilityWindow, merged, type SlotRule, type Span } from '#shared/rules/slots.ts';
import {
  type SlotInputs,
  slotInputsOfProfessional,
  slotInputsOfWindow,
  type WindowSlotInputs,
} from './slot-queries.ts';
import { slotsJson, windowJson } from './slots-json.ts';

/** Throws 404 for an unknown or inactive service and for another professional's, and what `requireLines` does. */
function prepared(
  inputs: SlotInputs,
  { service_ids = [], option_ids }: SlotsRange,
  visit?: Visit & { start?: number },
): { busy: Span[]; rule: SlotRule } {
  const offered = (inputs.services ?? []).filter((one) => one.is_active);
  const lines = requireLines({ service_ids, option_ids }, offered, 'query');
  refuseNotOffered(lines);
  const { now, from, to, slot_interval_minutes, min_notice_minutes, buffer_minutes } = inputs;
  return {
    busy: spansOf(inputs.busy),
    rule: {
      now,
      from,
      to,
      slot_interval_minutes,
      min_notice_minutes,
      buffer_minutes,
      ...(visit ?? visitOf(lines)),
      ...(visit?.start === undefined ? {} : { except: visit.start }),
      off: merged(spansOf(inputs.off)),
    },
  };
}

/** Checks a range without `from`, which begins now by the database's clock; the schema checks the others. */
async function requireRange(db: Db, { from, to }: SlotsRange): Promise<void> {
  if (from || !to) return;
  const fault = slotRangeFault(await databaseNow(db), Date.parse(to));
  if (fault) invalid(['query', 'to'], fault);
}

/** The booking that is to get another time, of this professional; 404 for others' and 409 for one that is over. */
async function rebooked(
  { db, caller }: Context,
  professionalId: string,
  bookingId: string | undefined,
): Promise<VisitOfBooking | undefined> {
  if (bookingId === undefined) return undefined;
  const found = caller ? await findVisit(db, bookingId, caller) : undefined;
  const visit = found?.professional_id === professionalId ? found : notFound('Booking');
  if (visit.status !== 'pending' && visit.status !== 'confirmed')
    conflict(`A ${visit.status} booking cannot get another time.`);
  return visit;
}

/** The visit that is to be booked or moved, where no services are chosen. */
async function visitFor(ctx: Context, professional_id: string, { booking_id, quote_id }: SlotsRange) {
  if (quote_id === undefined) return rebooked(ctx, professional_id, booking_id);
  const quote = await requireQuote(ctx.db, quote_id, { client_id: ctx.caller?.client_id, professional_id });
  refuseOver(quote);
  return visitOf([quotedLine(quote)]);
}

/** One page of a professional's windows with their free slots. */
export async function listSlots(
  ctx: Context,
  id: string,
  { skip, limit, ...range }: SlotsPage,
): Promise<AvailabilityWithSlots[]> {
  const { db, caller } = ctx;
  await requireRange(db, range);
  const inputs = (await slotInputsOfProfessional(db, id, range, caller)) ?? notFound('Professional');
  const { busy, rule } = prepared(inputs, range, await visitFor(ctx, id, range));
  const windows = windowsBetween(inputs, id, inputs);
  const results = asValue<AvailabilityWithSlots[]>(slotsJson(windows.slice(skip, skip + limit), busy, rule));
  return withTotal(ctx, { results, total: windows.length });
}

/** One that has ended is found, too, as a single one is. */
function windowWith(id: string, inputs: WindowSlotInputs): AvailabilityWindow | undefined {
  const { now, professional_id, window_start: from } = inputs;
  const windows = windowsBetween(inputs, professional_id, { now, from, to: from + 1, withEnded: true });
  return windows.find((window) => window.id === id);
}

/** One window with its free slots. */
export async function slotsOfWindow(ctx: Context, id: string, range: SlotsRange): Promise<AvailabilityWithSlots> {
  const inputs = (await slotInputsOfWindow(ctx.db, id, range, ctx.caller)) ?? notFound('Availability');
  const visit = await visitFor(ctx, inputs.professional_id, range);
  const { busy, rule } = prepared(inputs, range, visit);
  return asValue(windowJson(windowWith(id, inputs) ?? notFound('Availability'), busy, rule));
}
