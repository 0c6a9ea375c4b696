import { sql } from 'kysely';
import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, invalid, notFound, refuseViolation, unauthorized } from '#server/errors.ts';
import { refuseGone, requireLines, type ServiceLine } from '#server/features/bookings/make/line-queries.ts';
import { refuseBlocked } from '#server/features/parties/blocked.ts';
import { lockClient, lockProfessional } from '#server/features/parties/lock-queries.ts';
import type { ListEntry, ListEntryInput } from '#shared/cancellation-list.ts';
import { listBounds, MINUTE } from '#shared/constants.ts';
import { isolated } from '#shared/isolated.ts';
import { soonestIn, windowsFault } from '#shared/rules/cancellation-list.ts';
import { type Line, totalMinutes } from '#shared/rules/lines.ts';
import { hasBegun } from '#shared/rules/real-visit.ts';
import { merged, type Span } from '#shared/rules/slots.ts';
import { iso } from '#shared/time.ts';
import { basisOf, wantedBy } from './go-through-list.ts';
import {
  countOfNetwork,
  insertEntry,
  type JoinView,
  type MovedBooking,
  readBasis,
  viewToJoin,
  waitsAlready,
} from './list-queries.ts';
import { findEntry, lookSoon } from './queries.ts';

type Call = Pick<Context, 'db'> & { caller: Caller; clientId: string };

/**
 * Puts the caller on a professional's list, for services or for an earlier time of a booking of their own. Client and
 * professional are locked.
 */
export function joinList({ db, caller, clientId }: Call, input: ListEntryInput): Promise<ListEntry> {
  const join = () =>
    transact(db, async (trx) => {
      const id = await joined(trx, clientId, input);
      return (await findEntry(trx, id, caller)) ?? notFound('Entry');
    });
  return refuseViolation({ cancellation_list_entries_earlier_key: 'You wait for an earlier time already.' }, join);
}

async function joined(trx: Db, client_id: string, input: ListEntryInput): Promise<string> {
  (await lockClient(trx, client_id)) || unauthorized();
  const booking_id = input.booking_id ?? null;
  // A booking has its own services, whatever was sent.
  const asked = { client_id, booking_id, service_ids: booking_id ? [] : (input.service_ids ?? []) };
  const professional_id = input.professional_id ?? (await professionalOf(trx, asked)) ?? notFound('Booking');
  const lock = await lockProfessional(trx, professional_id);
  if (!lock) return notFound('Professional');
  const { now } = lock;
  const view = await viewToJoin(trx, { ...asked, professional_id });
  if (!view.booking && !view.is_visible) notFound('Professional');
  const { service_ids } = asked;
  const services = requireLines({ service_ids, option_ids: booking_id ? [] : input.option_ids }, view.services);
  const windows = windowsOf(input, view.booking, services, now);
  requireList(view, services, now);
  const spans = merged(windows).map(({ start, end }): [number, number] => [start, end]);
  const options = services.flatMap(({ id, options }) => options.map((one) => ({ ...one, service_id: id })));
  const entry = { ...asked, professional_id, service_ids, options };
  const text = `{${spans.map(([start, end]) => `[${iso(start)},${iso(end)})`).join(',')}}`;
  if (!view.booking && (await waitsAlready(trx, entry, text))) conflict('You wait for that already.');
  const id = await insertEntry(trx, { ...entry, windows: text, note: input.note });
  if (await waitsForEnough(trx, view, professional_id)) conflict('You wait for enough already. Leave a list first.');
  const wanted = wantedBy({ ...view, windows: spans, service_ids, options, own: null });
  const until = Math.max(...windows.map(({ end }) => end));
  const basis = await readBasis(trx, professional_id, { until, booking_id: asked.booking_id });
  if (soonestIn(basisOf(basis, until), wanted) !== undefined) conflict('A time is free there now.', 'free_now');
  await lookSoon(trx, professional_id);
  return id;
}

/** Whether another entry is one too many, for the client or for those whom they count together with. */
async function waitsForEnough(
  trx: Db,
  { with_professional, in_all, signup_network: network }: JoinView,
  professional_id: string,
): Promise<boolean> {
  const { withOneProfessional, inAll } = listBounds;
  if (with_professional >= withOneProfessional || in_all >= inAll) return true;
  // The new entry counts here.
  return network !== null && (await countOfNetwork(trx, { professional_id, network })) > withOneProfessional;
}

/** Whose booking it is; undefined where it is not this client's. */
async function professionalOf(trx: Db, { client_id, booking_id }: { client_id: string; booking_id: string | null }) {
  const { rows } = await sql<{ professional_id: string }>`
    select professional_id from bookings where id = ${booking_id}::uuid and client_id = ${client_id}`.execute(trx);
  return rows[0]?.professional_id;
}

/** When it may be; for an earlier time by default from now to its booking's end. */
function windowsOf(
  { windows }: ListEntryInput,
  booking: MovedBooking | null,
  services: Line<ServiceLine>[],
  now: number,
): Span[] {
  const refuse = (text: string) => invalid(['body', 'windows'], text, 'custom');
  const spans = windows?.map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) }));
  if (!spans) return [{ start: Math.floor(now / MINUTE) * MINUTE, end: booking?.end ?? now }];
  const visit = booking ? booking.end - booking.start : totalMinutes(services) * MINUTE;
  const fault = windowsFault(spans, visit, now);
  if (fault) refuse(fault);
  if (booking && spans.some(({ end }) => end > booking.end)) refuse('Each must end with the booking at the latest');
  return spans;
}

function requireList(view: JoinView, services: Line<ServiceLine>[], now: number): void {
  const { booking, keeps_list, user_is_active, display_name } = view;
  refuseGone(services);
  refuseBlocked(view);
  if (booking && booking.status !== 'pending' && booking.status !== 'confirmed')
    conflict(`A ${booking.status} booking cannot get another time.`);
  if (booking && (booking.start <= now || booking.is_started)) conflict(hasBegun);
  if (!keeps_list || !user_is_active) conflict(`${isolated(display_name)} keeps no cancellation list.`);
}
