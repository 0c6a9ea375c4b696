import { type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '#server/db/connect.ts';
import { bookedName } from '#server/db/line-name.ts';
import { clockNow, epochMs } from '#server/db/sql.ts';
import { stateOfEmails } from '#server/outbox/queries.ts';
import type { BookingStatus } from '#shared/constants.ts';
import type { DepositStatus, PayTo } from '#shared/rules/deposit.ts';
import type { LineOption, PrepareItem } from '#shared/rules/lines.ts';
import type { Place } from '#shared/rules/place.ts';
import type { ReviewState } from '#shared/rules/rating.ts';
import type { RequestStatus, Side } from '#shared/rules/reschedule.ts';
import { preparationOf } from '../show/find-queries.ts';
import { reviewState } from '../show/review-state.ts';
import { visitAddress } from '../show/visit-address.ts';

/**
 * The data of notifications and emails about a booking: epoch milliseconds, whole cents; `is_ahead`: it has not begun.
 */
export type BookingDetails = {
  id: string;
  professional_id: string;
  status: BookingStatus;
  version: number;
  /** SEQUENCE, as calendars have it now. */
  sequence: number;
  is_ahead: boolean;
  /** The database's time. */
  now: number;
  start: number;
  end: number;
  created: number;
  expires: number;
  cutoff_hours: number;
  not_before: number | null;
  policy: string | null;
  written_in: boolean;
  no_show: boolean;
  review_state: ReviewState | null;
  total_price_cents: number;
  notes: string | null;
  cancel_reason: string | null;
  /** Whether another time that the professional asked for was still open when a pending booking expired. */
  expired_with_request: boolean;
  deposit: TellableDeposit | null;
  /** Named with their options. */
  services: {
    name: string;
    service_duration_minutes: number;
    price_cents: number;
    preparation: string | null;
    options: LineOption[];
    prepare: PrepareItem[];
  }[];
  display_name: string;
  location: string;
  place: Place | null;
  contact_phone: string | null;
  visit_address: string | null;
  /** A digest of the place that its client was told last. */
  told_place: string | null;
  time_zone: string;
  /** The client's, or all that was typed of a guest. */
  first_name: string;
  last_name: string;
  professional: Addressee;
  /** Of a guest, whom nobody but mail reaches, all null and false. */
  client: Addressee;
  guest: Guest | null;
};
/** Where it is paid to stands in the mail that asks for it alone. */
type TellableDeposit = {
  amount_cents: number;
  status: DepositStatus;
  reference: string;
  pay_to: PayTo | null;
  /** Whether the professional saw the money. */
  was_received: boolean;
  refund_by: number | null;
};
type Guest = {
  id: string;
  name: string;
  /** Null for one without an address, or whose address wants no mails. */
  email: string | null;
};
type Addressee = {
  /** Null, like the address, for somebody whose account was deleted, who gets nothing. */
  user_id: string | null;
  email: string | null;
  /** A disabled professional gets no email; a disabled client does, because appointments are called off by it. */
  gets_email: boolean;
  mail_booking: boolean;
  mail_reminder: boolean;
};

function party(user: string, preferences: string, getsEmail: RawBuilder<boolean>) {
  const wants = (column: string) =>
    sql`${sql.ref(`${user}.id`)} is not null and coalesce(${sql.ref(`${preferences}.${column}`)}, true)`;
  return sql<Addressee>`json_build_object('user_id', ${sql.ref(`${user}.id`)}, 'email', ${sql.ref(`${user}.email`)},
    'gets_email', ${getsEmail}, 'mail_booking', ${wants('mail_booking')}, 'mail_reminder', ${wants('mail_reminder')})`;
}

/** An address as `unsubscribed_addresses` has it. */
const addressHash = (column: string) => sql`encode(sha256(convert_to(${sql.ref(column)}, 'UTF8')), 'hex')`;

/**
 * Until the transaction ends neither side's account can be deleted and no guest forgotten, so that a name that is read
 * from now on is written down before a deletion looks for it, or is not read any more.
 */
export async function holdParties(trx: Db, bookingId: string): Promise<void> {
  await sql`
    with client as materialized (
      select c.id from bookings b join clients c on c.id = b.client_id where b.id = ${bookingId} for key share of c),
    professional as materialized (
      select p.id, b.guest_id
      from (select count(*) from client) held, bookings b join professionals p on p.id = b.professional_id
      where b.id = ${bookingId} for key share of p),
    guest as materialized (
      select g.id from professional p join contacts g on g.professional_id = p.id and g.id = p.guest_id for share of g)
    select (select count(*) from professional), (select count(*) from guest)`.execute(trx);
}

export function findBookingDetails(db: Db, id: string): Promise<BookingDetails | undefined> {
  return db
    .selectFrom('bookings')
    .innerJoin('professionals', 'professionals.id', 'bookings.professional_id')
    .leftJoin('users as pu', 'pu.id', 'professionals.user_id')
    .leftJoin('user_preferences as pp', 'pp.user_id', 'pu.id')
    .leftJoin('clients', 'clients.id', 'bookings.client_id')
    .leftJoin('contacts as guests', (join) =>
      join
        .onRef('guests.professional_id', '=', 'bookings.professional_id')
        .onRef('guests.id', '=', 'bookings.guest_id'),
    )
    .leftJoin('users as cu', 'cu.id', 'clients.user_id')
    .leftJoin('user_preferences as cp', 'cp.user_id', 'cu.id')
    .where('bookings.id', '=', id)
    .select((eb) => [
      'bookings.id',
      'bookings.professional_id',
      eb.ref('bookings.status').$castTo<BookingStatus>().as('status'),
      'bookings.version',
      'bookings.sequence',
      sql<boolean>`bookings.start_time > clock_now()`.as('is_ahead'),
      epochMs(clockNow).as('now'),
      epochMs('bookings.start_time').as('start'),
      epochMs('bookings.end_time').as('end'),
      epochMs('bookings.created_at').as('created'),
      epochMs('bookings.expires_at').as('expires'),
      'bookings.cancellation_cutoff_hours as cutoff_hours',
      epochMs('bookings.cancel_not_before').$castTo<number | null>().as('not_before'),
      'bookings.cancellation_policy as policy',
      'bookings.written_in',
      'bookings.no_show',
      reviewState.as('review_state'),
      'bookings.total_price_cents',
      'bookings.notes',
      'bookings.cancel_reason',
      eb
        .exists(
          eb
            .selectFrom('reschedules as request')
            .whereRef('request.professional_id', '=', 'bookings.professional_id')
            .whereRef('request.booking_id', '=', 'bookings.id')
            .where('request.requested_by', '=', 'professional')
            .whereRef('request.answered_at', '>=', 'bookings.expires_at'),
        )
        .$castTo<boolean>()
        .as('expired_with_request'),
      sql<TellableDeposit | null>`case when bookings.deposit_cents is not null then (
        select json_build_object('amount_cents', bookings.deposit_cents, 'status', d.status, 'reference', d.reference,
          'pay_to', d.pay_to, 'was_received', d.received_at is not null, 'refund_by', ${epochMs('d.refund_by')})
        from deposits d where d.professional_id = bookings.professional_id and d.booking_id = bookings.id) end`.as(
        'deposit',
      ),
      'professionals.display_name',
      'professionals.location',
      eb.ref('professionals.place').$castTo<Place | null>().as('place'),
      'professionals.contact_phone',
      visitAddress.as('visit_address'),
      'bookings.told_place',
      'professionals.time_zone',
      sql<string>`coalesce(clients.first_name, guests.name, '')`.as('first_name'),
      sql<string>`coalesce(clients.last_name, '')`.as('last_name'),
      sql<Guest | null>`case when guests.id is not null then json_build_object('id', guests.id, 'name', guests.name, 'email',
        (select guests.email where not exists (
          select from unsubscribed_addresses where address_hash = ${addressHash('guests.email')}))) end`.as('guest'),
      party('pu', 'pp', sql`coalesce(pu.is_active, false)`).as('professional'),
      party('cu', 'cp', sql`cu.id is not null`).as('client'),
      jsonArrayFrom(
        eb
          .selectFrom('booking_services as booked')
          .select(['booked.service_duration_minutes', 'booked.price_cents'])
          .select(bookedName('booked').as('name'))
          .select([sql<LineOption[]>`booked.options`.as('options'), sql<PrepareItem[]>`booked.prepare`.as('prepare')])
          .select(preparationOf('booked').as('preparation'))
          .whereRef('booked.professional_id', '=', 'bookings.professional_id')
          .whereRef('booked.booking_id', '=', 'bookings.id')
          .orderBy('booked.position'),
      ).as('services'),
    ])
    .executeTakeFirst();
}

/** A request for another time, for messages. Times are epoch milliseconds. */
export type RequestDetails = {
  status: RequestStatus;
  requested_by: Side;
  start: number;
  end: number;
  /** Where the booking was when it was asked. */
  previous_start: number;
  expires: number;
  /** When it stopped being pending. */
  ended: number | null;
  message: string | null;
};

export function findRequestDetails(db: Db, id: string): Promise<RequestDetails | undefined> {
  return db
    .selectFrom('reschedules')
    .select((eb) => [
      eb.ref('status').$castTo<RequestStatus>().as('status'),
      eb.ref('requested_by').$castTo<Side>().as('requested_by'),
      epochMs('start_time').as('start'),
      epochMs('end_time').as('end'),
      epochMs('previous_start_time').as('previous_start'),
      epochMs('expires_at').as('expires'),
      epochMs('answered_at').$castTo<number | null>().as('ended'),
      'message',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Whether the professional was mailed a booking's request, or a new time of it. */
export function findRequestEmail(db: Db, bookingId: string) {
  const about = (change: 'requested' | 'rescheduled') => sql`template = 'booking'
    and payload ->> 'about' = ${sql.lit(change)} and payload ->> 'booking_id' = ${bookingId}
    and payload ->> 'to' = 'professional'`;
  return stateOfEmails(db, [about('requested'), about('rescheduled')]);
}
