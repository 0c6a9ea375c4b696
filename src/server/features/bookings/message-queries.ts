import { type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '#server/db/connect.ts';
import { epochMs } from '#server/db/sql.ts';
import type { BookingStatus } from '#shared/constants.ts';

export type Side = 'client' | 'professional';

/**
 * The data of notifications and emails about a booking. Times are epoch milliseconds, money is whole cents. `is_ahead`:
 * it has not begun.
 */
export type BookingDetails = {
  id: string;
  status: BookingStatus;
  version: number;
  is_ahead: boolean;
  start: number;
  end: number;
  expires: number;
  total_price_cents: number;
  notes: string | null;
  cancel_reason: string | null;
  services: { name: string; service_duration_minutes: number; price_cents: number }[];
  display_name: string;
  location: string;
  time_zone: string;
  first_name: string;
  last_name: string;
  professional: Party;
  client: Party;
};
type Party = {
  /** Null, like the address, for somebody whose account was deleted, who gets nothing. */
  user_id: string | null;
  email: string | null;
  /** A disabled professional gets no email; a disabled client does, because appointments are called off by it. */
  gets_email: boolean;
  mail_booking: boolean;
  mail_reminder: boolean;
  in_app_booking: boolean;
  in_app_reminder: boolean;
};

function party(user: string, preferences: string, getsEmail: RawBuilder<boolean>) {
  const wants = (column: string) =>
    sql`${sql.ref(`${user}.id`)} is not null and coalesce(${sql.ref(`${preferences}.${column}`)}, true)`;
  return sql<Party>`json_build_object('user_id', ${sql.ref(`${user}.id`)}, 'email', ${sql.ref(`${user}.email`)},
    'gets_email', ${getsEmail}, 'mail_booking', ${wants('mail_booking')}, 'mail_reminder', ${wants('mail_reminder')},
    'in_app_booking', ${wants('in_app_booking')}, 'in_app_reminder', ${wants('in_app_reminder')})`;
}

/**
 * `holdsParties`: until the transaction ends neither side's account can be deleted, so that a name that is read here is
 * written down before a deletion looks for it, or is not read any more.
 */
export function findBookingDetails(
  db: Db,
  id: string,
  { holdsParties = false } = {},
): Promise<BookingDetails | undefined> {
  return db
    .selectFrom('bookings')
    .innerJoin('professionals', 'professionals.id', 'bookings.professional_id')
    .leftJoin('users as pu', 'pu.id', 'professionals.user_id')
    .leftJoin('user_preferences as pp', 'pp.user_id', 'pu.id')
    .innerJoin('clients', 'clients.id', 'bookings.client_id')
    .leftJoin('users as cu', 'cu.id', 'clients.user_id')
    .leftJoin('user_preferences as cp', 'cp.user_id', 'cu.id')
    .where('bookings.id', '=', id)
    .select((eb) => [
      'bookings.id',
      eb.ref('bookings.status').$castTo<BookingStatus>().as('status'),
      'bookings.version',
      sql<boolean>`bookings.start_time > clock_now()`.as('is_ahead'),
      epochMs('bookings.start_time').as('start'),
      epochMs('bookings.end_time').as('end'),
      epochMs('bookings.expires_at').as('expires'),
      'bookings.total_price_cents',
      'bookings.notes',
      'bookings.cancel_reason',
      'professionals.display_name',
      'professionals.location',
      'professionals.time_zone',
      'clients.first_name',
      'clients.last_name',
      party('pu', 'pp', sql`coalesce(pu.is_active, false)`).as('professional'),
      party('cu', 'cp', sql`cu.id is not null`).as('client'),
      jsonArrayFrom(
        eb
          .selectFrom('booking_services as booked')
          .select(['booked.name', 'booked.service_duration_minutes', 'booked.price_cents'])
          .whereRef('booked.professional_id', '=', 'bookings.professional_id')
          .whereRef('booked.booking_id', '=', 'bookings.id')
          .orderBy('booked.position'),
      ).as('services'),
    ])
    .$if(holdsParties, (query) => query.forKeyShare(['professionals', 'clients']))
    .executeTakeFirst();
}

/**
 * Whether the professional was mailed a booking's request. `sending`: this is being decided now. An attempt whose end
 * nobody saw counts as mailed.
 */
export async function findRequestEmail(db: Db, bookingId: string): Promise<'mailed' | 'not mailed' | 'sending'> {
  const row = await db
    .selectFrom('deliveries')
    .select(sql<boolean>`sent_at is not null or outcome_unknown or sending_until <= clock_now()`.as('is_mailed'))
    .select(sql<boolean>`sending_until > clock_now()`.as('is_sending'))
    .where('template', '=', sql.lit('booking'))
    .where(sql<boolean>`payload ->> 'about' = 'requested'`)
    .where(sql<boolean>`payload ->> 'booking_id' = ${bookingId}`)
    .executeTakeFirst();
  if (row?.is_sending) return 'sending';
  return row?.is_mailed ? 'mailed' : 'not mailed';
}
