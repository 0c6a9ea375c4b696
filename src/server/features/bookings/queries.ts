import { type SelectQueryBuilder, sql } from 'kysely';
import type { Viewer } from '#server/api/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { clockNow } from '#server/db/sql.ts';
import { type Params, type Statement, statement } from '#server/db/statement.ts';
import type { DB } from '#server/db/types.ts';
import type { Booking, BookingsQuery } from '#shared/bookings.ts';
import type { BookingStatus } from '#shared/constants.ts';
import { type Actor, statusesBefore } from '#shared/rules/booking-status.ts';
import { formerClientTexts, formerProfessionalTexts } from './notification-texts.ts';
import { type BookingRow, presentBooking } from './present-booking.ts';

type Bookings = SelectQueryBuilder<DB, 'bookings', object>;

/** Clients and professionals see and move their own bookings, admins all. */
function partyTo(party: Viewer) {
  if (party.role === 'admin') return sql<boolean>`true`;
  return party.role === 'client'
    ? sql<boolean>`bookings.client_id = ${party.client_id}`
    : sql<boolean>`bookings.professional_id = ${party.professional_id}`;
}

/**
 * Selects a `ServiceOfBooking` for each service. `chosen` is filtered and paged before other tables are joined, and
 * `offset 0` keeps the planner from reading all of those to join a few. Joined services cost PostgreSQL and the driver
 * less than an array for each booking.
 */
function withParties(db: Db, chosen: Bookings) {
  return db
    .selectFrom(chosen.selectAll().as('bookings'))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('professionals')
          .select(['display_name', 'location', 'time_zone'])
          .whereRef('professionals.id', '=', 'bookings.professional_id')
          .offset(sql.lit(0))
          .as('professionals'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('clients')
          .select(['first_name', 'last_name'])
          .whereRef('clients.id', '=', 'bookings.client_id')
          .offset(sql.lit(0))
          .as('clients'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('booking_services as one')
          .select(['one.position', 'one.service_id', 'one.name', 'one.price_cents', 'one.service_duration_minutes'])
          .whereRef('one.booking_id', '=', 'bookings.id')
          .whereRef('one.professional_id', '=', 'bookings.professional_id')
          .offset(sql.lit(0))
          .as('booked'),
      (join) => join.onTrue(),
    )
    .select((eb) => [
      'bookings.id',
      eb.ref('bookings.status').$castTo<BookingStatus>().as('status'),
      'bookings.start_time',
      'bookings.end_time',
      'bookings.created_at',
      'bookings.expires_at',
      'bookings.total_price_cents',
      'bookings.notes',
      eb.ref('bookings.cancelled_by').$castTo<Actor | null>().as('cancelled_by'),
      'bookings.cancel_reason',
      'booked.position',
      'booked.service_id',
      'booked.name',
      'booked.price_cents',
      'booked.service_duration_minutes',
      'bookings.professional_id',
      'professionals.display_name',
      'professionals.location',
      'professionals.time_zone',
      'bookings.client_id',
      'clients.first_name',
      'clients.last_name',
    ]);
}

/** A booking with one of its services. */
type ServiceOfBooking = Omit<BookingRow, 'services'> & {
  position: number;
  service_id: string;
  name: string;
  price_cents: number;
  service_duration_minutes: number;
};

/** Puts together the services of each booking, which stand next to each other in their order. */
function bookingsOf(rows: readonly ServiceOfBooking[]): Booking[] {
  const bookings: BookingRow[] = [];
  for (const row of rows) {
    const { service_id: id, name, price_cents, service_duration_minutes } = row;
    const service = { id, name, price_cents, service_duration_minutes };
    const last = bookings.at(-1);
    if (last?.id === row.id) last.services.push(service);
    else bookings.push(Object.assign(row, { services: [service] }));
  }
  return bookings.map(presentBooking);
}

type Party = { sees_all: boolean; client_id: string | null; professional_id: string | null };

const bookingOfParty = statement('booking_of_party', (db, p: Params<{ id: string } & Party>) =>
  withParties(
    db,
    db
      .selectFrom('bookings')
      .where('bookings.id', '=', p.id)
      .where((eb) =>
        eb.or([eb('client_id', '=', p.client_id), eb('professional_id', '=', p.professional_id), p.sees_all]),
      ),
  ).orderBy('booked.position'),
);

/** Undefined for a booking of others, as for an unknown one. */
export async function findBooking(
  db: Db,
  id: string,
  { role, client_id, professional_id }: Viewer,
): Promise<Booking | undefined> {
  const rows = await bookingOfParty.execute(db, {
    id,
    sees_all: role === 'admin',
    client_id: role === 'client' ? client_id : null,
    professional_id: role === 'professional' ? professional_id : null,
  });
  return bookingsOf(rows)[0];
}

type ListValues = {
  client_id: string;
  professional_id: string;
  status: string[];
  from: string;
  to: string;
  skip: number;
  limit: number;
};
/** Beyond the last page the total stands alone. */
type ListRow = { total: number } & (ServiceOfBooking | { id: null });
type Owners = readonly ('client_id' | 'professional_id')[];
type Order = BookingsQuery['order'];

/**
 * A page and its total in one statement. The page is cut along the index of its owner; without a status the index alone
 * has the total.
 */
function listStatement(name: string, owners: Owners, order: Order, byStatus: boolean): Statement<ListValues, ListRow> {
  return statement(name, (db, p: Params<ListValues>) => {
    const found = db
      .selectFrom('bookings')
      .where((eb) => eb.and(owners.map((owner) => eb(`bookings.${owner}`, '=', p[owner]))))
      .where('bookings.start_time', '>=', sql<string>`${p.from}::timestamptz`)
      .where('bookings.start_time', '<', sql<string>`${p.to}::timestamptz`)
      .$if(byStatus, (query) => query.where(sql<boolean>`bookings.status = any(${p.status}::text[])`));
    const page = found
      .orderBy('bookings.start_time', order)
      .orderBy('bookings.id', order)
      .offset(p.skip)
      .limit(p.limit);
    return db
      .selectFrom(found.select(sql<number>`count(*)::int`.as('total')).as('counted'))
      .leftJoin(withParties(db, page).as('booking'), (join) => join.onTrue())
      .selectAll()
      .orderBy('booking.start_time', order)
      .orderBy('booking.id', order)
      .orderBy('booking.position')
      .$castTo<ListRow>();
  });
}

/** The lists by whose they are, by order, and by whether they ask for statuses: what makes another text. */
function listsOf(owners: Owners) {
  const of = (order: Order) => {
    const name = `bookings_by_${owners.join('_and_')}_${order}`;
    return {
      all: listStatement(name, owners, order, false),
      some: listStatement(`${name}_of_status`, owners, order, true),
    };
  };
  return { asc: of('asc'), desc: of('desc') };
}

const lists = {
  client: listsOf(['client_id']),
  professional: listsOf(['professional_id']),
  both: listsOf(['client_id', 'professional_id']),
};

/**
 * One page of a client's or professional's bookings that the viewer may see and the filters leave, by start, latest
 * first unless `order` says otherwise; `total` counts all of them.
 */
export async function listBookings(
  db: Db,
  whose: { client_id?: string; professional_id?: string },
  viewer: Viewer,
  { status = [], from = '-infinity', to = 'infinity', order, skip, limit }: BookingsQuery,
): Promise<{ results: Booking[]; total: number }> {
  // Clients and professionals see their own bookings alone.
  const { client_id, professional_id } = { ...whose, ...ownOf(viewer) };
  const list = client_id === undefined ? lists.professional : professional_id === undefined ? lists.client : lists.both;
  const chosen = list[order][status.length > 0 ? 'some' : 'all'];
  const values = { client_id: client_id ?? '', professional_id: professional_id ?? '', status, from, to, skip, limit };
  const rows = await chosen.execute(db, values);
  const isBooking = (row: ListRow): row is ListRow & ServiceOfBooking => row.id !== null;
  return { results: bookingsOf(rows.filter(isBooking)), total: rows[0]?.total ?? 0 };
}

function ownOf({ role, client_id, professional_id }: Viewer): { client_id?: string; professional_id?: string } {
  if (role === 'client') return { client_id: client_id ?? '' };
  return role === 'professional' ? { professional_id: professional_id ?? '' } : {};
}

const bookingOfBoth = statement(
  'booking_of_client_and_professional',
  (db, p: Params<{ client_id: string; professional_id: string }>) =>
    db
      .selectFrom('bookings')
      .select('id')
      .where('client_id', '=', p.client_id)
      .where('professional_id', '=', p.professional_id)
      .where('status', '<>', sql.lit('cancelled'))
      .limit(sql.lit(1)),
);

/** Whether the two have or had a booking that was not cancelled (contract 4). */
export async function isClientOf(db: Db, client_id: string, professional_id: string): Promise<boolean> {
  return (await bookingOfBoth.executeTakeFirst(db, { client_id, professional_id })) !== undefined;
}

/** How long before the start reminders are sent (contract 5). */
const reminderAhead = sql`interval '24 hours'`;

/** A moved booking, for its event. */
export type Moved = { professional_id: string; id: string; version: number; from: BookingStatus };

/**
 * Confirms or cancels in one guarded update, so that of several at once exactly one succeeds; undefined when nothing
 * was moved. By the database's clock, confirming is possible before expiry and start, cancelling before the start.
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
export async function freeTime(
  trx: Db,
  { professional_id, id }: { professional_id: string; id: string },
): Promise<void> {
  await trx
    .deleteFrom('busy_times')
    .where('professional_id', '=', professional_id)
    .where('booking_id', '=', id)
    .execute();
}

/** One side of bookings. */
export type BookingSide = { role: 'client' | 'professional'; id: string };

function bookingsOfParty({ role, id }: BookingSide) {
  return sql<boolean>`${sql.ref(`bookings.${role}_id`)} = ${id}`;
}

/**
 * Cancels all pending bookings of a client or professional as the system does, and frees their times. Needs the party's
 * lock.
 */
export function cancelPending(trx: Db, party: BookingSide, reason: string): Promise<Moved[]> {
  return cancelAll(trx, { by: 'system', reason }, (query) =>
    query.where(bookingsOfParty(party)).where('bookings.status', 'in', statusesBefore('cancelled', 'system')),
  );
}

/**
 * Cancels all confirmed bookings of a client or professional that have not begun, as that side does, and frees their
 * times.
 */
export function cancelAhead(trx: Db, party: BookingSide, reason: string): Promise<Moved[]> {
  return cancelAll(trx, { by: party.role, reason }, (query) =>
    query
      .where(bookingsOfParty(party))
      .where('bookings.status', '=', 'confirmed')
      .where('bookings.start_time', '>', clockNow),
  );
}

async function cancelAll(
  trx: Db,
  { by, reason }: { by: Actor; reason: string },
  which: (query: ReturnType<typeof cancellation>) => ReturnType<typeof cancellation>,
): Promise<Moved[]> {
  const moved = await which(cancellation(trx, by, reason))
    .returning(['bookings.professional_id', 'bookings.id', 'bookings.version'])
    .returning(sql<BookingStatus>`old.status`.as('from'))
    .execute();
  const ids = moved.map(({ id }) => id);
  await trx.deleteFrom('busy_times').where(sql<boolean>`booking_id = any(${ids}::uuid[])`).execute();
  return moved;
}

function cancellation(trx: Db, cancelled_by: Actor, cancel_reason: string) {
  return trx.updateTable('bookings').set({
    status: 'cancelled',
    version: sql`bookings.version + 1`,
    updated_at: clockNow,
    due_at: null,
    reminder_at: null,
    cancelled_by,
    cancel_reason,
  });
}

/** How many confirmed bookings of a client or professional have not begun. */
export async function countConfirmedAhead(db: Db, party: BookingSide): Promise<number> {
  const { count } = await db
    .selectFrom('bookings')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(bookingsOfParty(party))
    .where('bookings.status', '=', 'confirmed')
    .where('bookings.start_time', '>', clockNow)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Removes one side from what others keep of its bookings: what it wrote (a client's notes, reasons for cancelling), its
 * name in notifications, which may be an earlier one, and answers that would be repeated.
 */
export async function forgetParty(trx: Db, party: BookingSide): Promise<void> {
  await trx
    .updateTable('bookings')
    .set({
      ...(party.role === 'client' ? { notes: null } : {}),
      cancel_reason: sql<string>`case when cancelled_by = ${party.role} then null else cancel_reason end`,
    })
    .where(bookingsOfParty(party))
    .execute();
  await trx.deleteFrom('idempotency_keys').where('answer', 'like', `%"${party.id}"%`).execute();
  const [other, texts] =
    party.role === 'client'
      ? (['professional', formerClientTexts] as const)
      : (['client', formerProfessionalTexts] as const);
  // Both sets are read once and then looked up: a join could read all that somebody was told once for each booking.
  await sql`
    update notifications set message = ${JSON.stringify(texts)}::jsonb ->> type
    where user_id = any(array(
        select side.user_id from bookings join ${sql.table(`${other}s`)} side on side.id = ${sql.ref(`bookings.${other}_id`)}
        where ${bookingsOfParty(party)} group by side.user_id))
      and (booking_id in (select id from bookings where ${bookingsOfParty(party)})) is true
      and type = any(${Object.keys(texts)}::text[])`.execute(trx);
}
