import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#server/api/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { bookedVisit, type Segments, segmentsOf } from '#server/db/segments.ts';
import { epochMs } from '#server/db/sql.ts';
import { type Params, type Statement, statement } from '#server/db/statement.ts';
import type { Booking, BookingsQuery } from '#shared/bookings.ts';
import type { BookingStatus } from '#shared/constants.ts';
import type { Visit } from '#shared/rules/lines.ts';
import { bookingsOf, type ServiceOfBooking, withParties } from './find-queries.ts';

type ListValues = {
  client_id: string;
  professional_id: string;
  contact_id: string;
  status: string[];
  from: string;
  to: string;
  awaits: string;
  skip: number;
  limit: number;
};
/** Beyond the last page the total stands alone. */
type ListRow = { total: number } & (ServiceOfBooking | { id: null });
type Owners = readonly ('client_id' | 'professional_id' | 'contact_id')[];
type Order = BookingsQuery['order'];
/** What besides owner and time makes another text. */
type Filters = { status?: boolean; awaits?: boolean };

/**
 * Whether a side has to answer: a pending booking the professional, a request for another time the one not asking, a
 * refund the professional, and where it goes the client.
 */
function awaitedBy(side: RawBuilder<string>) {
  return sql<boolean>`(${side} = 'professional' and bookings.status = 'pending'
    or bookings.deposit_cents is not null and bookings.status = 'cancelled' and exists (
      select from deposits d where d.professional_id = bookings.professional_id and d.booking_id = bookings.id
        and d.status = 'refund_due' and (${side} = 'professional' or d.refund_to is null))
    or bookings.reschedule_id is not null and exists (
      select from reschedules r where r.professional_id = bookings.professional_id and r.id = bookings.reschedule_id
        and r.status = 'pending' and r.requested_by <> ${side}))`;
}

/** Whether it is this contact's: the guest's as long as the professional wrote them in, else the client's. */
function isOf(contact: RawBuilder<string>) {
  return sql<boolean>`(bookings.guest_id = ${contact} or bookings.client_id = ${contact} and bookings.guest_id is null)`;
}

/**
 * A page and its total in one statement. The page is cut along the index of its owner; without a status the index alone
 * has the total.
 */
function listStatement(name: string, owners: Owners, order: Order, by: Filters): Statement<ListValues, ListRow> {
  return statement(name, (db, p: Params<ListValues>) => {
    const found = db
      .selectFrom('bookings')
      .where((eb) =>
        eb.and(
          owners.map((owner) => (owner === 'contact_id' ? isOf(p[owner]) : eb(`bookings.${owner}`, '=', p[owner]))),
        ),
      )
      // Whose account a guest has become is nothing that the professional sees (contract 11).
      .$if(owners.includes('client_id') && owners.length > 1, (query) => query.where('bookings.guest_id', 'is', null))
      .where('bookings.start_time', '>=', sql<string>`${p.from}::timestamptz`)
      .where('bookings.start_time', '<', sql<string>`${p.to}::timestamptz`)
      .$if(by.status === true, (query) => query.where(sql<boolean>`bookings.status = any(${p.status}::text[])`))
      .$if(by.awaits === true, (query) => query.where(awaitedBy(sql<string>`${p.awaits}::text`)));
    const page = found
      .orderBy('bookings.start_time', order)
      .orderBy('bookings.id', order)
      .offset(p.skip)
      .limit(p.limit);
    return db
      .selectFrom(found.select(sql<number>`count(*)::int`.as('total')).as('counted'))
      .leftJoin(
        withParties(db, page, {
          owner: owners.includes('professional_id') ? p.professional_id : undefined,
          isList: true,
        }).as('booking'),
        (join) => join.onTrue(),
      )
      .selectAll()
      .orderBy('booking.start_time', order)
      .orderBy('booking.id', order)
      .orderBy('booking.position')
      .$castTo<ListRow>();
  });
}

/** The lists by whose they are, by order, and by whether they ask for statuses or for what awaits an answer. */
function listsOf(owners: Owners) {
  const of = (order: Order) => {
    const name = `bookings_by_${owners.join('_and_')}_${order}`;
    return {
      all: listStatement(name, owners, order, {}),
      some: listStatement(`${name}_of_status`, owners, order, { status: true }),
      awaited: listStatement(`${name}_awaited`, owners, order, { awaits: true }),
      someAwaited: listStatement(`${name}_awaited_of_status`, owners, order, { status: true, awaits: true }),
    };
  };
  return { asc: of('asc'), desc: of('desc') };
}

const lists = {
  client: listsOf(['client_id']),
  professional: listsOf(['professional_id']),
  both: listsOf(['client_id', 'professional_id']),
  contact: listsOf(['professional_id', 'contact_id']),
};

/**
 * One page of a client's or professional's bookings that the viewer may see and the filters leave, by start, latest
 * first unless `order` says otherwise; `total` counts all of them.
 */
export async function listBookings(
  db: Db,
  whose: { client_id?: string; professional_id?: string; contact_id?: string },
  viewer: Viewer,
  { status = [], from = '-infinity', to = 'infinity', awaits, order, skip, limit }: BookingsQuery,
  publicUrl: string,
): Promise<{ results: Booking[]; total: number }> {
  // Clients and professionals see their own bookings alone.
  const { client_id, professional_id, contact_id } = { ...whose, ...ownOf(viewer) };
  const ofClient = professional_id === undefined ? lists.client : lists.both;
  const list = client_id ? ofClient : contact_id ? lists.contact : lists.professional;
  const { all, some, awaited, someAwaited } = list[order];
  const [plain, ofStatus] = awaits ? [awaited, someAwaited] : [all, some];
  const owner = { client_id: client_id ?? '', professional_id: professional_id ?? '', contact_id: contact_id ?? '' };
  const values = { ...owner, status, from, to, awaits: awaits ?? '', skip, limit };
  const rows = await (status.length > 0 ? ofStatus : plain).execute(db, values);
  const isBooking = (row: ListRow): row is ListRow & ServiceOfBooking => row.id !== null;
  return {
    results: bookingsOf(rows.filter(isBooking), { role: viewer.role, publicUrl, isList: true }),
    total: rows[0]?.total ?? 0,
  };
}

function ownOf({ role, client_id, professional_id }: Viewer): { client_id?: string; professional_id?: string } {
  if (role === 'client') return { client_id: client_id ?? '' };
  return role === 'professional' ? { professional_id: professional_id ?? '' } : {};
}

/** A booking as slots for it are looked for; `start` is epoch milliseconds. */
export type VisitOfBooking = Visit & { professional_id: string; status: BookingStatus; start: number };

const visitOfBooking = statement(
  'visit_of_booking',
  (_, p: Params<{ id: string } & Viewer>) => sql<
    Omit<VisitOfBooking, keyof Visit> & { end: number; segments: Segments }
  >`
    select professional_id, status, ${epochMs('start_time')} as start, ${epochMs('end_time')} as "end",
      ${segmentsOf('bookings.segments')} as segments
    from bookings
    where id = ${p.id} and (${p.role}::text = 'admin' or client_id = ${p.client_id}::uuid
      or professional_id = ${p.professional_id}::uuid)`,
);

/** Undefined for a booking that this viewer does not see. */
export async function findVisit(
  db: Db,
  id: string,
  { role, client_id, professional_id }: Viewer,
): Promise<VisitOfBooking | undefined> {
  const row = await visitOfBooking.executeTakeFirst(db, { id, role, client_id, professional_id });
  if (!row) return undefined;
  const { end, segments, ...visit } = row;
  return { ...visit, ...bookedVisit({ ...visit, end }, segments) };
}

type BookingCount = { name: string; count: number; walk_ins: number };

/** How many bookings, and how many of them written in, have which status. */
export async function countBookings(db: Db): Promise<BookingCount[]> {
  const { rows } = await sql<BookingCount>`
    select status as name, sum(bookings)::int as count,
      coalesce(sum(bookings) filter (where written_in), 0)::int as walk_ins
    from count_bookings_now() group by status`.execute(db);
  return rows;
}
