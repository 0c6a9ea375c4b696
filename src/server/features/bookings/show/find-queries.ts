import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Viewer } from '#server/api/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { segmentsOf } from '#server/db/segments.ts';
import { clockNow, epochMs } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import type { DB } from '#server/db/types.ts';
import { shareOf } from '#server/features/hair/share-queries.ts';
import { calendarSecret } from '#server/links/calendar-secrets.ts';
import type { Booking } from '#shared/bookings.ts';
import type { BookingStatus } from '#shared/constants.ts';
import type { LineOption, PrepareItem } from '#shared/rules/lines.ts';
import type { Place } from '#shared/rules/place.ts';
import type { Actor } from '#shared/rules/visit-life.ts';
import { depositOf } from '../deposits/queries.ts';
import { dueOn } from '../due/queries.ts';
import {
  type BookedGuest,
  type BookingRow,
  type PaymentRow,
  type PendingRequest,
  presentBooking,
  type Reader,
} from './present-booking.ts';
import { reviewState } from './review-state.ts';
import { visitAddress } from './visit-address.ts';

type Bookings = SelectQueryBuilder<DB, 'bookings', object>;

const shownOfProfessional = ['display_name', 'location', 'time_zone', 'place', 'contact_phone'] as const;

/**
 * Selects a `ServiceOfBooking` for each service, which costs less than an array for each booking. `chosen` is filtered
 * and paged before the joins, and `offset 0` keeps the planner from reading whole tables for a few rows. A professional
 * whose bookings all of them are is read once.
 */
export function withParties(
  db: Db,
  chosen: Bookings,
  { owner, isList = false }: { owner?: RawBuilder<string> | undefined; isList?: boolean } = {},
) {
  return db
    .selectFrom(chosen.selectAll().as('bookings'))
    .innerJoinLateral(
      (eb) =>
        owner
          ? db
              .with(
                (cte) => cte('owner').materialized(),
                (query) => query.selectFrom('professionals').select(shownOfProfessional).where('id', '=', owner),
              )
              .selectFrom('owner')
              .selectAll()
              .as('professionals')
          : eb
              .selectFrom('professionals')
              .select(shownOfProfessional)
              .whereRef('professionals.id', '=', 'bookings.professional_id')
              .offset(sql.lit(0))
              .as('professionals'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
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
          .select(sql<LineOption[]>`one.options`.as('options'))
          .select(preparationOf('one').as('preparation'))
          .$if(!isList, (query) => query.select(sql<PrepareItem[]>`one.prepare`.as('prepare')))
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
      segmentsOf('bookings.segments').as('segments'),
      'booked.position',
      'booked.service_id',
      'booked.name',
      'booked.price_cents',
      'booked.service_duration_minutes',
      'booked.options',
      'booked.preparation',
      'bookings.professional_id',
      'professionals.display_name',
      'professionals.location',
      'professionals.time_zone',
      eb.ref('professionals.place').$castTo<Place | null>().as('place'),
      'professionals.contact_phone',
      visitAddress.as('visit_address'),
      'bookings.source',
      epochMs(clockNow).as('now'),
      'bookings.client_id',
      'clients.first_name',
      'clients.last_name',
      'bookings.guest_id',
      guestOf.as('guest'),
      'bookings.written_in',
      requestOf.as('reschedule'),
      'bookings.previous_start_time',
      'bookings.cancellation_cutoff_hours',
      'bookings.cancellation_policy',
      'bookings.cancel_not_before',
      seriesOf.as('series'),
      'bookings.deposit_cents',
      depositOf.as('deposit'),
      'bookings.quote_id',
      'bookings.no_show',
      'bookings.started_at',
      'bookings.finished_at',
      'bookings.paid_cents',
      paymentsOf.as('payments'),
      'bookings.receipt_number',
      'bookings.receipt_voided',
      // Nothing that a professional's lists tell.
      (owner ? sql<null>`null` : reviewState).as('review_state'),
      (owner ? sql<null>`null` : dueOn).as('due_on'),
      shareOf.as('share'),
      calendarSecret.as('calendar_secret'),
    ])
    .$if(!isList, (query) => query.select(['booked.prepare', 'bookings.ready']));
}

/** A booked service's preparation, as the service has it now. */
export function preparationOf(booked: string) {
  const [professional_id, service_id] = [sql.ref(`${booked}.professional_id`), sql.ref(`${booked}.service_id`)];
  return sql<string | null>`(select preparation from services
    where professional_id = ${professional_id} and id = ${service_id})`;
}

/** Most bookings have neither a guest nor a pending request, nor are they of a series, and are not asked for one. */
const guestOf = sql<BookedGuest | null>`case when bookings.guest_id is not null then (
  select json_build_object('name', name, 'phone_number', phone_number, 'email', email, 'is_forgotten', forgotten_at is not null)
  from contacts where professional_id = bookings.professional_id and id = bookings.guest_id) end`;
const requestOf = sql<PendingRequest | null>`case when bookings.reschedule_id is not null then (
  select json_build_object('id', id, 'requested_by', requested_by, 'message', message, 'start_time', ${epochMs('start_time')},
    'end_time', ${epochMs('end_time')}, 'created_at', ${epochMs('created_at')}, 'expires_at', ${epochMs('expires_at')})
  from reschedules where professional_id = bookings.professional_id and id = bookings.reschedule_id and status = 'pending') end`;

const paymentsOf = sql<PaymentRow[] | null>`case when bookings.paid_cents is not null then (
  select json_agg(json_build_object('method', method, 'amount_cents', amount_cents, 'paid_on', paid_on) order by position)
  from payments where professional_id = bookings.professional_id and booking_id = bookings.id) end`;

const seriesOf = sql<Booking['series']>`case when bookings.series_id is not null then (
  select json_build_object('id', id, 'every_weeks', every_weeks, 'position', bookings.series_position, 'count', visits)
  from series where professional_id = bookings.professional_id and id = bookings.series_id) end`;

/** A booking with one of its services. */
export type ServiceOfBooking = Omit<BookingRow, 'services'> & {
  position: number;
  service_id: string;
  name: string;
  price_cents: number;
  service_duration_minutes: number;
  options: LineOption[];
  preparation: string | null;
  prepare?: PrepareItem[];
};

/** Puts together the services of each booking, which stand next to each other in their order. */
export function bookingsOf(rows: readonly ServiceOfBooking[], reader: Reader): Booking[] {
  const bookings: BookingRow[] = [];
  for (const row of rows) {
    const { service_id: id, name, price_cents, service_duration_minutes, options, preparation, prepare = [] } = row;
    const service = { id, name, price_cents, service_duration_minutes, options, preparation, prepare };
    const last = bookings.at(-1);
    if (last?.id === row.id) last.services.push(service);
    else bookings.push(Object.assign(row, { services: [service] }));
  }
  return bookings.map((row) => presentBooking(row, reader));
}

/** Whose bookings a viewer sees: clients and professionals their own, admins all. */
export type Seen = { sees_all: boolean; client_id: string | null; professional_id: string | null };

export function seenBy({ role, client_id, professional_id }: Viewer): Seen {
  return {
    sees_all: role === 'admin',
    client_id: role === 'client' ? client_id : null,
    professional_id: role === 'professional' ? professional_id : null,
  };
}

const bookingOfParty = statement('booking_of_party', (db, p: Params<{ id: string } & Seen>) =>
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

const bookingsOfSeries = statement(
  'bookings_of_series',
  (db, p: Params<{ series_id: string; client_id: string | null; professional_id: string | null }>) =>
    withParties(
      db,
      db
        .selectFrom('bookings')
        .where('bookings.series_id', '=', p.series_id)
        .where((eb) => eb.or([eb('client_id', '=', p.client_id), eb('professional_id', '=', p.professional_id)])),
    )
      .orderBy('bookings.start_time')
      .orderBy('bookings.id')
      .orderBy('booked.position'),
);

/** The visits of a standing appointment as one of its sides sees them, soonest first; none of that of others. */
export async function listVisits(db: Db, series_id: string, viewer: Viewer, publicUrl: string): Promise<Booking[]> {
  const rows = await bookingsOfSeries.execute(db, { series_id, ...seenBy(viewer) });
  return bookingsOf(rows, { role: viewer.role, publicUrl });
}

/** Undefined for a booking of others, as for an unknown one. */
export async function findBooking(db: Db, id: string, viewer: Viewer, publicUrl: string): Promise<Booking | undefined> {
  const rows = await bookingOfParty.execute(db, { id, ...seenBy(viewer) });
  return bookingsOf(rows, { role: viewer.role, publicUrl })[0];
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
      .where('written_in', '=', sql.lit(false))
      .limit(sql.lit(1)),
);

/** Whether the two have or had a booking that the client made and that was not cancelled (contract 4). */
export async function isClientOf(db: Db, client_id: string, professional_id: string): Promise<boolean> {
  return (await bookingOfBoth.executeTakeFirst(db, { client_id, professional_id })) !== undefined;
}
