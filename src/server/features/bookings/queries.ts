import { type SelectQueryBuilder, sql } from 'kysely';
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres';
import type { Viewer } from '#server/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { clockNow } from '#server/db/sql.ts';
import type { DB } from '#server/db/types.ts';
import type { Booking } from '#shared/bookings.ts';
import type { BookingStatus } from '#shared/constants.ts';
import { type Actor, statusesBefore } from '#shared/rules/booking-status.ts';

type Bookings = SelectQueryBuilder<DB, 'bookings', object>;

/** Clients and professionals see and move their own bookings, admins all. */
function partyTo(party: Viewer) {
  if (party.role === 'admin') return sql<boolean>`true`;
  return party.role === 'client'
    ? sql<boolean>`bookings.client_id = ${party.client_id}`
    : sql<boolean>`bookings.professional_id = ${party.professional_id}`;
}

/** Selects the fields of the answer. `chosen` is filtered and paged before other tables are joined. */
function presented(db: Db, chosen: Bookings) {
  return db
    .selectFrom(chosen.selectAll().as('bookings'))
    .innerJoin('professionals', 'professionals.id', 'bookings.professional_id')
    .innerJoin('clients', 'clients.id', 'bookings.client_id')
    .select((eb) => [
      'bookings.id',
      eb.ref('bookings.status').$castTo<BookingStatus>().as('status'),
      'bookings.start_time',
      'bookings.end_time',
      'bookings.created_at',
      sql<number>`bookings.total_price_cents / 100.0::float8`.as('total_price'),
      'bookings.notes',
      'bookings.cancel_reason',
      jsonArrayFrom(
        eb
          .selectFrom('booking_services as booked')
          .select([
            'booked.service_id as id',
            'booked.name',
            sql<number>`booked.price_cents / 100.0::float8`.as('price'),
            'booked.service_duration_minutes',
          ])
          .whereRef('booked.professional_id', '=', 'bookings.professional_id')
          .whereRef('booked.booking_id', '=', 'bookings.id')
          .orderBy('booked.position'),
      ).as('services'),
      jsonBuildObject({
        id: eb.ref('professionals.id'),
        display_name: eb.ref('professionals.display_name'),
        location: eb.ref('professionals.location'),
        time_zone: eb.ref('professionals.time_zone'),
      }).as('professional'),
      jsonBuildObject({
        id: eb.ref('clients.id'),
        first_name: eb.ref('clients.first_name'),
        last_name: eb.ref('clients.last_name'),
      }).as('client'),
    ]);
}

type Row = Omit<Booking, 'service' | 'cancel_reason'> & { cancel_reason: string | null };

function bookingOf({ cancel_reason, ...row }: Row): Booking {
  const [first] = row.services;
  if (!first) throw new Error('a booking has no services');
  return { ...row, ...(cancel_reason ? { cancel_reason } : {}), service: { id: first.id, name: first.name } };
}

/** Undefined for a booking of others, as for an unknown one. */
export async function findBooking(db: Db, id: string, party: Viewer): Promise<Booking | undefined> {
  const row = await presented(db, db.selectFrom('bookings').where('bookings.id', '=', id).where(partyTo(party))).executeTakeFirst();
  return row && bookingOf(row);
}

/** One page of a client's or professional's bookings that the viewer may see, latest start first; `total` counts all of them. */
export async function listBookings(
  db: Db,
  whose: { client_id: string } | { professional_id: string },
  viewer: Viewer,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ results: Booking[]; total: number }> {
  const all = db
    .selectFrom('bookings')
    .where((eb) => eb.and(whose))
    .where(partyTo(viewer));
  const page = all.orderBy('start_time', 'desc').orderBy('id', 'desc').offset(skip).limit(limit);
  const [rows, { total }] = await Promise.all([
    presented(db, page).orderBy('bookings.start_time', 'desc').orderBy('bookings.id', 'desc').execute(),
    all.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { results: rows.map(bookingOf), total };
}

/** Whether the two have or had a booking that was not cancelled (contract 4). */
export async function isClientOf(db: Db, clientId: string, professionalId: string): Promise<boolean> {
  const row = await db
    .selectFrom('bookings')
    .select('id')
    .where('client_id', '=', clientId)
    .where('professional_id', '=', professionalId)
    .where('status', 'in', ['pending', 'confirmed', 'completed'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** How long before the start reminders are sent (contract 5). */
const reminderAhead = sql`interval '24 hours'`;

/** A moved booking, for its event. */
export type Moved = { professional_id: string; id: string; version: number; from: BookingStatus };

/**
 * Confirms or cancels in one guarded update, so that of several at once exactly one succeeds; undefined when nothing was moved. By the
 * database's clock, confirming is possible before expiry and start, cancelling before the start.
 */
export function moveBooking(
  trx: Db,
  id: string,
  { party, to, reason }: { party: Viewer; to: 'confirmed' | 'cancelled'; reason?: string | null | undefined },
): Promise<Moved | undefined> {
  const confirming = to === 'confirmed';
  return trx
    .updateTable('bookings')
    .set({
      status: to,
      version: sql`bookings.version + 1`,
      updated_at: clockNow,
      due_at: confirming ? sql<string>`bookings.end_time` : null,
      reminder_at: confirming
        ? sql<string>`case when bookings.start_time - ${reminderAhead} >= clock_now() then bookings.start_time - ${reminderAhead} end`
        : null,
      cancelled_by: confirming ? null : party.role,
      cancel_reason: confirming ? null : (reason ?? null),
    })
    .where('bookings.id', '=', id)
    .where(partyTo(party))
    .where('bookings.status', 'in', statusesBefore(to, party.role))
    .where('bookings.start_time', '>', clockNow)
    .$if(confirming, (query) => query.where('bookings.expires_at', '>', clockNow))
    .returning(['bookings.professional_id', 'bookings.id', 'bookings.version'])
    .returning(sql<BookingStatus>`old.status`.as('from'))
    .executeTakeFirst();
}

/** Frees the time of a cancelled booking. */
export async function freeTime(trx: Db, { professional_id, id }: { professional_id: string; id: string }): Promise<void> {
  await trx.deleteFrom('busy_times').where('professional_id', '=', professional_id).where('booking_id', '=', id).execute();
}

/** Locks bookings that the system has to move now, at most `limit`, and skips those that another process has locked. */
export function claimDue(trx: Db, limit: number) {
  return trx
    .selectFrom('bookings')
    .select(['professional_id', 'id', 'version'])
    .select((eb) => eb.ref('status').$castTo<BookingStatus>().as('status'))
    .where('due_at', '<=', clockNow)
    .orderBy('due_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Moves a booking that `claimDue` locked. */
export async function moveBySystem(
  trx: Db,
  { professional_id, id }: { professional_id: string; id: string },
  to: 'cancelled' | 'completed',
) {
  const actor: Actor = 'system';
  await trx
    .updateTable('bookings')
    .set({
      status: to,
      version: sql`version + 1`,
      updated_at: clockNow,
      due_at: null,
      reminder_at: null,
      cancelled_by: to === 'cancelled' ? actor : null,
    })
    .where('professional_id', '=', professional_id)
    .where('id', '=', id)
    .where('status', 'in', statusesBefore(to, actor))
    .execute();
}

/** Takes due reminders, at most `limit`; `due` omits those of bookings that have begun or are no longer confirmed, `count` includes them. */
export async function takeReminders(trx: Db, limit: number): Promise<{ count: number; due: { id: string; version: number }[] }> {
  const due = await trx
    .selectFrom('bookings')
    .select(['professional_id', 'id', 'version', 'status', sql<boolean>`start_time > clock_now()`.as('ahead')])
    .where('reminder_at', '<=', clockNow)
    .orderBy('reminder_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  if (due.length === 0) return { count: 0, due };
  await trx
    .updateTable('bookings')
    .set({ reminder_at: null })
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .execute();
  return { count: due.length, due: due.filter(({ ahead, status }) => ahead && status === 'confirmed') };
}
