import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '#server/db/connect.ts';
import { bookedName } from '#server/db/line-name.ts';
import { clockNow, epochMs } from '#server/db/sql.ts';
import { visitAddress } from '#server/features/bookings/show/visit-address.ts';
import { calendarSecret, calendarSecretOf } from '#server/links/calendar-secrets.ts';
import type { BookingStatus } from '#shared/constants.ts';
import type { Place } from '#shared/rules/place.ts';
import type { Side } from '#shared/rules/reschedule.ts';
import { uuidPattern } from '#shared/wire.ts';

/** How long bookings stay in a feed after their start, days. */
const pastDays = 90;

/** Gives a user a feed, or their feed a new secret. */
export async function putFeed(db: Db, userId: string, secretHash: string): Promise<void> {
  const row = { secret_hash: secretHash, created_at: sql<string>`clock_now()` };
  await db
    .insertInto('calendar_feeds')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}

export async function deleteFeed(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('calendar_feeds').where('user_id', '=', userId).execute();
}

/** Whose feed it is; undefined for an unknown secret and for a disabled user's. */
export function findFeedOwner(db: Db, secretHash: string) {
  return db
    .selectFrom('calendar_feeds')
    .innerJoin('users', 'users.id', 'calendar_feeds.user_id')
    .leftJoin('professionals', 'professionals.user_id', 'users.id')
    .leftJoin('clients', 'clients.user_id', 'users.id')
    .select(['professionals.id as professional_id', 'clients.id as client_id'])
    .where('calendar_feeds.secret_hash', '=', secretHash)
    .where('users.is_active', '=', true)
    .executeTakeFirst();
}

export type FeedBooking = Awaited<ReturnType<typeof listFeedBookings>>[number];

/** Bookings that began at most 90 days ago, and all ahead, by their start; cancelled ones are not among them. */
export function listFeedBookings(db: Db, side: { professional_id: string } | { client_id: string }) {
  const own =
    'professional_id' in side
      ? sql<boolean>`bookings.professional_id = ${side.professional_id}`
      : sql<boolean>`bookings.client_id = ${side.client_id}`;
  return shownBookings(db)
    .where(own)
    .where('bookings.start_time', '>', sql<string>`clock_now() - make_interval(days => ${pastDays})`)
    .orderBy('bookings.start_time')
    .orderBy('bookings.id')
    .execute();
}

/** A booking by the secret of its calendar file, and whose it is; undefined where there is no such file any more. */
export async function findByCalendarSecret(db: Db, secret: string) {
  const [id = ''] = secret.split('.');
  if (!uuidPattern.test(id)) return undefined;
  const booking = await shownBookings(db)
    .leftJoin('users as of_professional', 'of_professional.id', 'professionals.user_id')
    .leftJoin('users as of_client', 'of_client.id', 'clients.user_id')
    .select([calendarSecret.as('calendar_secret'), 'of_professional.is_active as has_professional'])
    .select('of_client.is_active as has_client')
    .where('bookings.id', '=', id)
    .executeTakeFirst();
  if (!booking?.calendar_secret) return undefined;
  const { calendar_secret, has_professional, has_client } = booking;
  const isOf = (side: Side) => secret === calendarSecretOf(id, calendar_secret, side);
  if (has_professional && isOf('professional')) return { booking, side: 'professional' as const };
  return has_client && isOf('client') ? { booking, side: 'client' as const } : undefined;
}

function shownBookings(db: Db) {
  return db
    .selectFrom('bookings')
    .innerJoin('professionals', 'professionals.id', 'bookings.professional_id')
    .leftJoin('clients', 'clients.id', 'bookings.client_id')
    .leftJoin('contacts as guests', (join) =>
      join
        .onRef('guests.professional_id', '=', 'bookings.professional_id')
        .onRef('guests.id', '=', 'bookings.guest_id'),
    )
    .select((eb) => [
      'bookings.id',
      eb.ref('bookings.status').$castTo<BookingStatus>().as('status'),
      'bookings.sequence',
      epochMs('bookings.start_time').as('start'),
      epochMs('bookings.end_time').as('end'),
      epochMs('bookings.updated_at').as('updated'),
      'bookings.total_price_cents',
      'professionals.display_name',
      'professionals.location',
      eb.ref('professionals.place').$castTo<Place | null>().as('place'),
      visitAddress.as('visit_address'),
      epochMs(clockNow).as('now'),
      'professionals.time_zone',
      // As the professional knows them.
      sql<string>`coalesce(guests.name, clients.first_name || ' ' || clients.last_name)`.as('who'),
      jsonArrayFrom(
        eb
          .selectFrom('booking_services as booked')
          .select(bookedName('booked').as('name'))
          .whereRef('booked.professional_id', '=', 'bookings.professional_id')
          .whereRef('booked.booking_id', '=', 'bookings.id')
          .orderBy('booked.position'),
      ).as('services'),
    ])
    .where('bookings.status', '!=', 'cancelled');
}
