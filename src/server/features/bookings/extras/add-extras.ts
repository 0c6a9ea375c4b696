import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { bookedVisit } from '#server/db/segments.ts';
import { refuseIfTaken } from '#server/db/slot-taken.ts';
import { spansOf } from '#server/db/spans.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, invalid, notFound } from '#server/errors.ts';
import { openBetween } from '#server/features/hours/windows.ts';
import type { Booking } from '#shared/bookings.ts';
import { limits, MINUTE, maxServicesPerBooking } from '#shared/constants.ts';
import { finishTime } from '#shared/duration.ts';
import type { ExtrasToAdd } from '#shared/extras.ts';
import { cancelUntil, tooLateText } from '#shared/rules/cancellation.ts';
import { type Extra, type LineOption, optionIdsOf, totalCents, totalMinutes, visitOf } from '#shared/rules/lines.ts';
import { hasReceipt, receiptIssued } from '#shared/rules/payments.ts';
import { isTotal } from '#shared/rules/price.ts';
import { hasBegun } from '#shared/rules/real-visit.ts';
import { merged } from '#shared/rules/slots.ts';
import { type Part, partsAt } from '#shared/rules/visit.ts';
import { iso } from '#shared/time.ts';
import { refuseGone, requireLines } from '../make/line-queries.ts';
import { lockToReschedule, type Reschedulable, viewReschedule } from '../reschedules/ask-queries.ts';
import { endReschedule } from '../reschedules/queries.ts';
import { findBooking } from '../show/find-queries.ts';
import { type BookedNow, readBooked, writeExtras } from './queries.ts';

type Call = Pick<Context, 'db' | 'requestId'> & { deps: { config: Pick<Config, 'publicUrl'> }; caller: Caller };
type Input = ExtrasToAdd & { id: string };

/** Adds extras, and services, to a booking that exists, all or none of them: it is longer and costs more from then on. */
export function addExtras(call: Call, input: Input): Promise<Booking> {
  return refuseIfTaken(() =>
    transact(call.db, async (trx) => {
      await add(trx, call, input);
      return (await findBooking(trx, input.id, call.caller, call.deps.config.publicUrl)) ?? notFound('Booking');
    }),
  );
}

async function add(trx: Db, { caller, requestId }: Call, { id, ...input }: Input): Promise<void> {
  const { booking } = await lockToReschedule(trx, id, caller);
  if (!booking) return notFound('Booking');
  const { professional_id } = booking;
  const by = caller.role === 'client' ? 'client' : 'professional';
  const { booked, offered } = await readBooked(trx, { professional_id, booking_id: id }, input.service_ids ?? []);
  const { lines, extras } = chosenOf(input, booked, offered);
  if (booked.length + lines.length > maxServicesPerBooking)
    invalid(['body', 'service_ids'], `A booking has at most ${maxServicesPerBooking} services`);
  refuseState(booking, by);
  const again = booked.find((one) => lines.some((line) => line.id === one.id)) ?? extras.find((one) => one.isThere);
  if (again) conflict(`${again.name} is booked already.`);
  refuseGone(lines);

  const before = bookedVisit(booking, booking.segments);
  const visit = longer(before, booked, extras, lines);
  const end = finishTime(booking.start, visit.duration_minutes);
  const parts = partsAt(booking.start, visit.parts);
  if (!(await hasRoom(trx, booking, { by, end, parts })))
    conflict('There is no room for that at this time.', 'slot_taken');
  const total = booking.total_price_cents + totalCents(extras) + totalCents(lines);
  if (typeof input.total_price === 'number' && !isTotal(input.total_price, total))
    conflict('The price has changed. Please review your booking.', 'price_changed');

  if (booking.reschedule_id)
    await endReschedule(trx, { professional_id, id: booking.reschedule_id, status: 'withdrawn' });
  const added = extras.map(({ line, isThere: _, kind: __, ...cost }) => {
    const option: LineOption = { ...cost, kind: 'extra', axis: null };
    return { service_id: line.id, option };
  });
  await writeExtras(trx, booking, {
    end_time: iso(end),
    parts,
    total_price_cents: total,
    extras: added,
    lines,
    position: booked.length,
    by,
    requestId,
  });
}

type Added = Extra & { line: BookedNow; isThere: boolean };

/** The lines of new services with their own options, and the extras of what is booked; 404 for any other option. */
function chosenOf(
  { option_ids, service_ids }: Omit<Input, 'id'>,
  booked: BookedNow[],
  offered: Parameters<typeof requireLines>[1],
) {
  const ids = option_ids ?? [];
  const ofOffered = new Set(offered.flatMap(optionIdsOf));
  const isOwn = (id: string) => ofOffered.has(id);
  const isBooked = (id: string) => booked.some((one) => one.id === id);
  const wanted = (service_ids ?? []).filter((id) => !isBooked(id));
  const own = ids.filter(isOwn);
  const lines = requireLines({ service_ids: wanted, option_ids: own }, offered);
  const extras = ids
    .filter((id) => !isOwn(id))
    .map((id): Added => {
      for (const line of booked) {
        const isThere = line.options.some((one) => one.kind === 'extra' && one.id === id);
        const extra = line.extras.find((one) => one.id === id);
        const gone = line.options.find((one) => one.id === id);
        if (extra) return { ...extra, line, isThere };
        if (isThere && gone)
          return { ...gone, kind: 'other', price_cents: 0, service_duration_minutes: 0, line, isThere };
      }
      return notFound('Option');
    });
  const { duration, price } = limits;
  for (const line of booked) {
    const all = [line, ...extras.filter((one) => one.line === line)];
    if (totalMinutes(all) > duration.max || totalCents(all) > price.max * 100)
      invalid(['body', 'option_ids'], `${line.name} with its extras would be too long or too dear.`);
  }
  const already = (service_ids ?? []).find(isBooked);
  if (already) return { lines: [...lines, ...offered.filter((one) => one.id === already).map(asLine)], extras };
  return { lines, extras };
}

const asLine = <T>(service: T) => ({ ...service, options: [], is_offered: true });

function refuseState(booking: Reschedulable, by: string) {
  const { now, status, start, end } = booking;
  if (status !== 'pending' && status !== 'confirmed') conflict(`A ${status} booking cannot get extras.`);
  if (hasReceipt(booking)) conflict(receiptIssued);
  if (by === 'professional') {
    if (now >= end) conflict('This booking is over.');
    return;
  }
  if (now >= start || booking.started !== null) conflict(hasBegun);
  const { created, cutoff_hours: cutoffHours, not_before: notBefore } = booking;
  const until = cancelUntil({ start, created, cutoffHours, notBefore });
  if (status === 'confirmed' && now >= until) conflict(tooLateText(booking.display_name));
}

/** The visit with each line as much longer as its extras are, at its end, and the new lines after it. */
function longer(
  { parts, duration_minutes }: { parts: readonly Part[]; duration_minutes: number },
  booked: readonly BookedNow[],
  extras: readonly Added[],
  lines: Parameters<typeof visitOf>[0],
) {
  const all = [...parts];
  let ends = totalMinutes(booked);
  // From the last line on, so that the ends of those before stay where they are.
  for (const line of booked.toReversed()) {
    const by = totalMinutes(extras.filter((one) => one.line === line));
    for (const [n, part] of all.entries())
      all[n] = {
        start: part.start >= ends ? part.start + by : part.start,
        end: part.end >= ends ? part.end + by : part.end,
      };
    ends -= line.service_duration_minutes;
  }
  const minutes = duration_minutes + totalMinutes(extras);
  const after = lines.length > 0 ? visitOf(lines) : { parts: [], duration_minutes: 0 };
  for (const { start, end } of after.parts) {
    const last = all.at(-1);
    if (last?.end === start + minutes) all[all.length - 1] = { start: last.start, end: end + minutes };
    else all.push({ start: start + minutes, end: end + minutes });
  }
  return { parts: all, duration_minutes: minutes + after.duration_minutes };
}

/**
 * Whether the longer visit has room: for its professional where nothing else is; for its client with the buffer, no time
 * off, and all of it in one window.
 */
async function hasRoom(
  trx: Db,
  booking: Reschedulable,
  { by, end, parts }: { by: 'client' | 'professional'; end: number; parts: ReturnType<typeof partsAt> },
): Promise<boolean> {
  const { professional_id, start, buffer_minutes } = booking;
  const view = await viewReschedule(trx, {
    professional_id,
    booking_id: booking.id,
    client_id: null,
    reschedule_id: null,
    start_time: iso(start),
    end_time: iso(end),
    buffer_minutes,
    counts_made: false,
  });
  const buffer = by === 'client' ? buffer_minutes * MINUTE : 0;
  const isClear = (spans: readonly { start: number; end: number }[], around: number) =>
    parts.every((part) => spans.every((one) => one.start >= part.end + around || one.end <= part.start - around));
  if (!isClear(spansOf(view.busy), buffer)) return false;
  if (by === 'professional') return true;
  const windows = openBetween({ ...booking, ...view }, { now: view.now, from: start, to: start + 1 });
  const isOpen = windows.some((window) => window.start <= start && window.end >= end);
  return isOpen && isClear(merged(spansOf(view.off)), 0);
}
