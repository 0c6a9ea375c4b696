import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { InsertObject, Selectable, UpdateObject } from 'kysely';
import { segmentsText } from '#server/db/segments.ts';
import { transact } from '#server/db/transact.ts';
import type { DB } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { hashPassword } from '#server/features/auth/passwords.ts';
import { insertUser } from '#server/features/auth/queries.ts';
import { startSession } from '#server/features/auth/sessions.ts';
import { gazetteerOf, understandLocation } from '#server/features/localities/queries.ts';
import { insertPicture } from '#server/features/pictures/queries.ts';
import { insertService } from '#server/features/services/queries.ts';
import { type BookingStatus, DAY, HOUR, MINUTE, type Role } from '#shared/constants.ts';
import { finishTime } from '#shared/duration.ts';
import { type DepositStatus, type PayTo, referenceLength, referenceLetters } from '#shared/rules/deposit.ts';
import type { Interval } from '#shared/rules/hours.ts';
import { totalCents, visitOf } from '#shared/rules/lines.ts';
import type { Place } from '#shared/rules/place.ts';
import { partsAt } from '#shared/rules/visit.ts';
import { serviceInput } from '#shared/services.ts';
import { iso } from '#shared/time.ts';

/** A user with a session. */
export type Person = { token: string; userId: string; email: string };
export type ProfessionalPerson = Person & { professionalId: string };
export type ClientPerson = Person & { clientId: string };

type BookingGiven = {
  professionalId?: string;
  clientId?: string;
  serviceIds?: string[];
  availabilityId?: string;
  status?: BookingStatus;
  start?: string | number;
  expiresAt?: string;
  notes?: string;
  /** By default $20.00, due. */
  deposit?: { cents?: number; status?: DepositStatus; pay_to?: PayTo };
};
export type MadeBooking = {
  bookingId: string;
  professionalId: string;
  clientId: string;
  serviceIds: string[];
  start_time: string;
  end_time: string;
};

const profile = {
  display_name: 'Amara Okafor',
  professional_type: 'hairdresser',
  location: 'Brunswick, Melbourne',
};

/** Valid input for a professional's profile, as `make.professional` makes it. */
export const profileInput = {
  ...profile,
  experience_years: 3,
  specializations: [],
};

/** Where professionals of tests are paid deposits. */
export const payTo: PayTo = { kind: 'payid_phone', value: '0400111222', name: 'A Okafor' };

/** Tables whose rows have an id. */
type Table = { [Name in keyof DB]: DB[Name] extends { id: unknown } ? Name : never }[keyof DB];

const spanOf = (start: string | number, end: string | number) => ({
  start_time: new Date(start).toISOString(),
  end_time: new Date(end).toISOString(),
});
const unique = () => randomBytes(6).toString('hex');

/** By which people of tests log in, once `make.password` has given it to them. */
export const password = 'correct horse battery';
let hashed: Promise<string> | undefined;

/** A hash that no password matches: most tests need no login, and hashing is slow. */
const noPassword = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

/**
 * Functions that insert rows for tests. Missing parents are inserted too; columns that a test does not name have
 * defaults.
 */
export function factories(deps: Pick<Deps, 'db' | 'config'> & Partial<Pick<Deps, 'search'>>) {
  const { db, search } = deps;
  const gazetteer = gazetteerOf(db);

  /** Inserts a row as it is; returns its id. */
  async function row<Name extends Table>(table: Name, columns: InsertObject<DB, Name>): Promise<string> {
    const insert = db.insertInto(table as 'users').values(columns as InsertObject<DB, 'users'>);
    return (await insert.returning('id').executeTakeFirstOrThrow()).id;
  }

  /** Changes columns of the row with this id, behind everybody's back. */
  async function change<Name extends Table>(table: Name, id: string, columns: UpdateObject<DB, Name>): Promise<void> {
    const update = db.updateTable(table as 'users').set(columns as UpdateObject<DB, 'users'>);
    await update.where('id', '=', id).execute();
  }

  /** The row with this id. */
  async function read<Name extends Table>(table: Name, id: string): Promise<Selectable<DB[Name]>> {
    const found = await db
      .selectFrom(table as 'users')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return found as unknown as Selectable<DB[Name]>;
  }

  /** Gives somebody `password`. */
  async function givePassword({ userId }: { userId: string }): Promise<void> {
    hashed ??= hashPassword(password);
    await change('users', userId, { password_hash: await hashed });
  }

  async function user(
    role: Role,
    given: { email?: string; username?: string; passwordHash?: string } = {},
  ): Promise<Person> {
    const email = given.email ?? `${role}-${unique()}@example.com`;
    const { id } = await insertUser(db, {
      role,
      email,
      username: given.username ?? 'Test Person',
      password_hash: given.passwordHash ?? noPassword,
    });
    const { token } = await startSession(db, deps.config, id);
    return { token, userId: id, email };
  }

  async function professional(
    given: {
      display_name?: string;
      location?: string;
      bio?: string | null;
      profile_picture?: string;
      is_active?: boolean;
      professional_type?: 'barber' | 'hairdresser';
      experience_years?: number;
      specializations?: number[];
      time_zone?: string;
      slot_interval_minutes?: number;
      min_notice_minutes?: number;
      buffer_minutes?: number;
      first_steps?: 'open' | 'hidden' | 'done';
      instant_confirmation?: boolean;
      contact_phone?: string;
      /** JSON. */
      books_open?: string;
      place?: (Omit<Place, 'facts'> & { facts: readonly Place['facts'][number][] }) | null;
    } = {},
  ): Promise<ProfessionalPerson> {
    const person = await user('professional');
    const { specializations = [], place, ...columns } = given;
    const id = await row('professionals', {
      user_id: person.userId,
      ...profile,
      place: place ? JSON.stringify(place) : null,
      ...columns,
    });
    if (specializations.length > 0) {
      await db
        .insertInto('professional_specializations')
        .values(specializations.map((specialization_id) => ({ professional_id: id, specialization_id })))
        .execute();
    }
    await understandLocation(db, await gazetteer(), id);
    await search?.refresh(id);
    return { ...person, professionalId: id };
  }

  async function client(
    given: { first_name?: string; last_name?: string; phone_number?: string } = {},
  ): Promise<ClientPerson> {
    const person = await user('client');
    const names = { first_name: 'Zoë', last_name: 'Adjei', phone_number: '0400111222' };
    return { ...person, clientId: await row('clients', { user_id: person.userId, ...names, ...given }) };
  }

  const admin = () => user('admin');

  /** Inserts a service, by default of 60 minutes for $95.00; returns its id. */
  async function service(professionalId: string, given: Record<string, unknown> = {}): Promise<string> {
    const input = serviceInput.parse({
      name: 'Dry curl cut',
      service_duration_minutes: 60,
      price: 95,
      category: 'Haircut',
      ...given,
    });
    const id = await insertService(db, professionalId, input);
    await search?.refresh(professionalId);
    return id;
  }

  /** Inserts a picture of work without files, as the last one; returns its id. */
  async function picture(
    professionalId: string,
    given: { alt?: string; caption?: string; service_id?: string } = {},
  ): Promise<string> {
    const { alt = 'Cornrows', caption = null, service_id = null } = given;
    const size = { width: 960, height: 720 };
    return insertPicture(db, {
      professional_id: professionalId,
      kind: 'work',
      storage_key: randomUUID(),
      alt,
      caption,
      service_id,
      ...size,
    });
  }

  /** Inserts a window without checks, so it may be past; returns its id. */
  function window(professional_id: string, start: string | number, end: string | number): Promise<string> {
    return row('availability', { professional_id, ...spanOf(start, end) });
  }

  /** Inserts hours of every day of the week, since long ago. */
  async function hours(professional_id: string, intervals: readonly Interval[]): Promise<void> {
    const week = [1, 2, 3, 4, 5, 6, 7].flatMap((day) => intervals.flatMap(({ start, end }) => [day, start, end]));
    await row('hour_schedules', { professional_id, position: 0, starts_on: '2020-01-01', every_weeks: 1, hours: week });
  }

  /** Inserts time off without checks; returns its id. */
  function timeOff(professional_id: string, start: string | number, end: string | number): Promise<string> {
    return row('time_off', { professional_id, ...spanOf(start, end) });
  }

  /**
   * Inserts a booking with its services and busy times, without checks, and whoever and whatever is missing. It lasts
   * as long as its services and is by default pending for tomorrow.
   */
  async function booking(given: BookingGiven = {}): Promise<MadeBooking> {
    const professionalId = given.professionalId ?? (await professional()).professionalId;
    const clientId = given.clientId ?? (await client()).clientId;
    const serviceIds = given.serviceIds ?? [await service(professionalId)];
    const found = await db
      .selectFrom('services')
      .select(['id', 'name', 'price_cents', 'service_duration_minutes'])
      .select(['processing_start_minutes', 'processing_minutes', 'technique'])
      .where('id', 'in', serviceIds)
      .execute();
    const booked = serviceIds.flatMap((id) => found.filter((one) => one.id === id));
    const visit = visitOf(booked);
    const status = given.status ?? 'pending';
    const start = new Date(given.start ?? Math.ceil(Date.now() / HOUR) * HOUR + DAY).getTime();
    const span = spanOf(start, finishTime(start, visit.duration_minutes));
    const parts = partsAt(start, visit.parts);
    return transact(db, async (trx) => {
      const { id } = await trx
        .insertInto('bookings')
        .values({
          professional_id: professionalId,
          client_id: clientId,
          availability_id: given.availabilityId ?? null,
          status,
          ...span,
          segments: segmentsText(parts),
          total_price_cents: totalCents(booked),
          deposit_cents: given.deposit ? (given.deposit.cents ?? 2_000) : null,
          notes: given.notes ?? null,
          expires_at: given.expiresAt ?? span.start_time,
          due_at:
            status === 'pending' ? (given.expiresAt ?? span.start_time) : status === 'confirmed' ? span.end_time : null,
          cancelled_by: status === 'cancelled' ? 'client' : null,
          cancelled_at: status === 'cancelled' ? new Date().toISOString() : null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await trx
        .insertInto('booking_services')
        .values(
          booked.map(({ id: service_id, name, price_cents, service_duration_minutes, technique }, position) => ({
            professional_id: professionalId,
            booking_id: id,
            position,
            service_id,
            name,
            price_cents,
            service_duration_minutes,
            technique,
          })),
        )
        .execute();
      if (given.deposit) {
        const at = new Date().toISOString();
        const { status: depositStatus = 'due', pay_to = payTo } = given.deposit;
        await trx
          .insertInto('deposits')
          .values({
            professional_id: professionalId,
            booking_id: id,
            status: depositStatus,
            reference: Array.from(
              { length: referenceLength },
              () => referenceLetters[randomInt(referenceLetters.length)],
            ).join(''),
            pay_to: JSON.stringify(pay_to),
            received_at: ['received', 'applied', 'kept'].includes(depositStatus) ? at : null,
            refund_by: depositStatus.startsWith('refund') ? at : null,
            refunded_at: depositStatus === 'refunded' ? at : null,
          })
          .execute();
      }
      if (status !== 'cancelled') {
        await trx
          .insertInto('busy_times')
          .values(
            parts.map((part) => ({
              professional_id: professionalId,
              booking_id: id,
              ...spanOf(part.start, part.end),
            })),
          )
          .execute();
      }
      return { bookingId: id, professionalId, clientId, serviceIds, ...span };
    });
  }

  /** Takes times of a professional behind everybody's back: rows of a cancelled booking. */
  async function busyTimes(professional_id: string, spans: readonly { start_time: string; end_time: string }[]) {
    const { clientId: client_id } = await client();
    const at = new Date().toISOString();
    const booking_id = await row('bookings', {
      ...{ professional_id, client_id, status: 'cancelled', cancelled_by: 'client', cancelled_at: at },
      ...{ ...spanOf(at, Date.now() + HOUR), expires_at: at, total_price_cents: 0 },
    });
    const rows = spans.map((span) => ({ professional_id, booking_id, ...span }));
    if (rows.length > 0) await db.insertInto('busy_times').values(rows).execute();
  }

  /** Inserts somebody who waits for services, and a time of theirs that is offered and held for two hours. */
  async function opening(given: {
    professionalId: string;
    clientId: string;
    serviceIds: string[];
    start: number;
    minutes?: number;
  }): Promise<{ entryId: string; openingId: string }> {
    const { professionalId: professional_id, clientId: client_id, serviceIds: service_ids, start } = given;
    const span = spanOf(start, start + (given.minutes ?? 60) * MINUTE);
    const windows = `{[${iso(start - HOUR)},${iso(start + DAY)})}`;
    return transact(db, async (trx) => {
      const entry = { professional_id, client_id, service_ids, windows };
      const { id: entryId } = await trx
        .insertInto('cancellation_list_entries')
        .values(entry)
        .returning('id')
        .executeTakeFirstOrThrow();
      await trx
        .insertInto('cancellation_lists')
        .values({ professional_id })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const { id: openingId } = await trx
        .insertInto('openings')
        .values({
          ...{ professional_id, entry_id: entryId, by_hand: false, ...span },
          expires_at: iso(Date.now() + 2 * HOUR),
          freed_at: iso(Date.now()),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await trx
        .insertInto('busy_times')
        .values({ professional_id, opening_id: openingId, kind: 'hold', ...span })
        .execute();
      return { entryId, openingId };
    });
  }

  return {
    ...{ row, change, read, password: givePassword, user, professional, client, admin, service },
    ...{ picture, window, hours, timeOff, booking, busyTimes, opening },
  };
}
