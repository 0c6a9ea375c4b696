import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { type CountedRow, splitPage } from '#server/db/page.ts';
import { allOf, anyOf, clockNow, contains, folded } from '#server/db/sql.ts';
import { isVisit } from '#server/features/bookings/life/which-queries.ts';
import { phoneDays } from '#server/features/clients/queries.ts';
import type { Contact, ContactsQuery, GuestInput } from '#shared/contacts.ts';
import { formerGuest } from '#shared/person-name.ts';
import { emailAddress } from '#shared/rules/email-address.ts';
import { fold } from '#shared/rules/fold.ts';
import { comparedDigits, phoneDigits, phonePattern } from '#shared/rules/person.ts';
import { toDollars } from '#shared/rules/price.ts';

/** Somebody in the contacts, as far as the professional sees them. */
export type Known = Pick<Contact, 'id' | 'name' | 'phone_number' | 'email' | 'notes' | 'blocked' | 'last_visit'> & {
  is_guest: boolean;
};

/** With what contacts are sorted by, in a list. */
type Row = Omit<Contact, 'total_spent'> & { spent_cents: number };

/** Whose booking it is to its professional: the guest's as long as they wrote them in, else the client's. */
export const personOf = sql`coalesce(b.guest_id, b.client_id)`;
const isLive = sql`b.status in ('pending', 'confirmed')`;

/** The columns of `Row` by person, with what they are found and sorted by; of some or all. */
function people(professionalId: string, ids?: readonly string[]) {
  const theirs = ids && anyOf(ids, 'uuid');
  const only = theirs ? sql`and (b.guest_id = ${theirs} or (b.client_id = ${theirs} and b.guest_id is null))` : sql``;
  return sql`
    select coalesce(own.id, contacts.id) as id, case when clients.user_id is not null then clients.id end as client_id,
      coalesce(contacts.name, clients.first_name || ' ' || clients.last_name) collate "en-x-icu" as name,
      case when contacts.name is not null then contacts.phone_number
        when own.shows_phone then nullif(clients.phone_number, '') end as phone_number,
      contacts.email, coalesce(own.visits, 0) as visits, coalesce(own.no_shows, 0) as no_shows,
      coalesce(own.cancelled, 0) as cancelled, coalesce(own.spent_cents, 0) as spent_cents, own.last_visit, own.next_visit,
      contacts.notes, coalesce(contacts.blocked, false) as blocked, own.latest, own.asked, contacts.name is not null as is_guest
    from (
      select ${personOf} as id, count(*) filter (where ${isVisit})::int as visits,
        count(*) filter (where b.no_show)::int as no_shows, count(*) filter (where b.status = 'cancelled')::int as cancelled,
        coalesce(sum(b.total_price_cents) filter (where ${isVisit}), 0)::bigint as spent_cents,
        max(b.start_time) filter (where ${isVisit}) as last_visit,
        min(b.start_time) filter (where ${isLive} and b.start_time > clock_now()) as next_visit,
        max(b.start_time) filter (where b.status <> 'cancelled') as latest, max(b.start_time) as asked,
        bool_or(not b.written_in and (${isLive} or
          b.status = 'completed' and b.end_time > clock_now() - make_interval(days => ${phoneDays}))) as shows_phone
      from bookings b where b.professional_id = ${professionalId} ${only} group by ${personOf}
    ) own
    full join (
      select * from contacts where professional_id = ${professionalId} ${theirs ? sql`and id = ${theirs}` : sql``}
    ) contacts on contacts.id = own.id
    left join clients on clients.id = own.id
    where contacts.forgotten_at is null and (own.id is not null or contacts.client_id is null)`;
}

/** Whether a number contains these digits, or is or begins with the number that they write in another way. */
function hasNumber(digits: string) {
  const own = digits.replace(/^(?:61|0)(?=\d{3})/, '');
  const australian =
    own === digits ? sql`` : sql`or phone_number like ${contains(`0${own}`)} or phone_number like ${`61${own}%`}`;
  const whole =
    digits.length < comparedDigits
      ? sql``
      : sql`or right(phone_number, ${comparedDigits}) = ${digits.slice(-comparedDigits)}`;
  return sql`coalesce(phone_number like ${contains(digits)} ${australian} ${whole}, false)`;
}

/**
 * Conditions that a search makes: each word in name, address or number, or the whole, written like a number, in the
 * number or the address.
 */
function matches(search: string) {
  const digits = phoneDigits(search);
  const words = phonePattern.test(digits) ? [search.trim()] : search.split(/\s+/).filter((word) => fold(word) !== '');
  const text = folded(sql`concat_ws(' ', name, email)`);
  const conditions = words.map((word) => {
    const number = phoneDigits(word);
    return sql<boolean>`(${text} like ${contains(fold(word))} or coalesce(email, '') like ${contains(emailAddress(word))}
      or ${phonePattern.test(number) ? hasNumber(number) : sql`false`})`;
  });
  return allOf(conditions);
}

const orders: Record<ContactsQuery['sort'], RawBuilder<unknown>> = {
  latest: sql`latest desc nulls last, asked desc nulls last, id desc`,
  name: sql`name, id`,
  spent: sql`spent_cents desc, name, id`,
  visits: sql`visits desc, name, id`,
};

/** A page of a professional's contacts that a search leaves. */
export async function listContacts(
  db: Db,
  professionalId: string,
  { search = '', sort, skip, limit }: ContactsQuery,
): Promise<{ results: Contact[]; total: number }> {
  const { rows } = await sql<CountedRow<Row>>`
    with found as materialized (select * from (${people(professionalId)}) everybody where ${matches(search)})
    select page.*, counted.total
    from (select count(*)::int as total from found) counted
    left join (
      select *, row_number() over (order by ${orders[sort]}) as place from found order by place offset ${skip} limit ${limit}
    ) page on true
    order by page.place`.execute(db);
  const { results, total } = splitPage(rows);
  return { results: results.map(contactOf), total };
}

/** All of a professional's contacts, as they see them. */
export async function listKnown(db: Db, professionalId: string): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select id, is_guest, name, phone_number, email, notes, blocked, last_visit from (${people(professionalId)}) everybody
    order by id`.execute(db);
  return rows;
}

/** The ids of all contacts, by name. */
export async function listContactIds(db: Db, professionalId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (${people(professionalId)}) everybody order by ${orders.name}`.execute(db);
  return rows.map(({ id }) => id);
}

/** By name. A miss are another professional's contacts and guests who were forgotten, as unknown ones. */
export async function findContacts(db: Db, professionalId: string, ids: readonly string[]): Promise<Contact[]> {
  const { rows } = await sql<Row>`
    select * from (${people(professionalId, ids)}) these order by ${orders.name}`.execute(db);
  return rows.map(contactOf);
}

/** Undefined for one that `findContacts` misses. */
export async function findContact(db: Db, professionalId: string, id: string): Promise<Contact | undefined> {
  const [contact] = await findContacts(db, professionalId, [id]);
  return contact;
}

function contactOf(row: Row): Contact {
  return {
    id: row.id,
    client_id: row.client_id,
    name: row.name,
    phone_number: row.phone_number,
    email: row.email,
    visits: row.visits,
    no_shows: row.no_shows,
    cancelled: row.cancelled,
    total_spent: toDollars(row.spent_cents),
    last_visit: row.last_visit,
    next_visit: row.next_visit,
    notes: row.notes,
    blocked: row.blocked,
  };
}

/** Writes what a professional keeps of a client; null removes notes, what is absent stays. */
export async function putClient(
  db: Db,
  { professional_id, client_id }: { professional_id: string; client_id: string },
  own: { notes?: string | null | undefined; blocked?: boolean | undefined },
): Promise<void> {
  await db
    .insertInto('contacts')
    .values({ professional_id, id: client_id, client_id, ...own })
    .onConflict((conflict) => conflict.columns(['professional_id', 'id']).doUpdateSet({ ...own, updated_at: clockNow }))
    .execute();
}

/** Changes a guest; absent values stay. */
export async function updateGuest(
  db: Db,
  key: { professional_id: string; id: string },
  changes: Partial<GuestInput & { notes: string | null; blocked: boolean }>,
): Promise<void> {
  await db
    .updateTable('contacts')
    .set({ ...changes, updated_at: clockNow })
    .where('professional_id', '=', key.professional_id)
    .where('id', '=', key.id)
    .where('client_id', 'is', null)
    .where('forgotten_at', 'is', null)
    .execute();
}

/** Whether a guest of theirs, who is not forgotten, has this address. */
export async function hasGuest(trx: Db, professional_id: string, email: string): Promise<boolean> {
  const guest = await trx
    .selectFrom('contacts')
    .select('id')
    .where('professional_id', '=', professional_id)
    .where('email', '=', email)
    .limit(1)
    .executeTakeFirst();
  return guest !== undefined;
}

/** Whether a contact is a guest, not a client. */
export async function isGuest(db: Db, professional_id: string, id: string): Promise<boolean> {
  const guest = await db
    .selectFrom('contacts')
    .select('id')
    .where('professional_id', '=', professional_id)
    .where('id', '=', id)
    .where('client_id', 'is', null)
    .executeTakeFirst();
  return guest !== undefined;
}

/** Whether a guest has a booking that has not ended. */
export async function isExpected(trx: Db, professional_id: string, guest_id: string): Promise<boolean> {
  const ahead = await trx
    .selectFrom('bookings')
    .select('id')
    .where('professional_id', '=', professional_id)
    .where('guest_id', '=', guest_id)
    .where('status', 'in', ['pending', 'confirmed'])
    .where('end_time', '>', clockNow)
    .limit(1)
    .executeTakeFirst();
  return ahead !== undefined;
}

/** Leaves of a guest what the professional's bookings need: nothing but that there was somebody. */
export async function forgetGuest(trx: Db, professional_id: string, id: string): Promise<void> {
  await trx
    .updateTable('contacts')
    .set({
      name: formerGuest,
      phone_number: null,
      email: null,
      notes: null,
      blocked: false,
      claimed_by: null,
      forgotten_at: clockNow,
      updated_at: clockNow,
    })
    .where('professional_id', '=', professional_id)
    .where('id', '=', id)
    .execute();
  await trx
    .deleteFrom('imported_contacts')
    .where('professional_id', '=', professional_id)
    .where('contact_id', '=', id)
    .execute();
}

/**
 * Forgets the contacts of a professional whose account ends: at once, but for guests whose appointment was cancelled
 * with it. They are told first, and then forgotten by `forgetLeftGuests`.
 */
export async function forgetContactsOf(trx: Db, professionalId: string): Promise<void> {
  await trx.deleteFrom('contact_imports').where('professional_id', '=', professionalId).execute();
  await trx
    .deleteFrom('contacts')
    .where('professional_id', '=', professionalId)
    .where('client_id', 'is not', null)
    .execute();
  await sql`
    update contacts c set notes = null, phone_number = null, updated_at = clock_now()
    where professional_id = ${professionalId} and forgotten_at is null`.execute(trx);
  await sql`
    update contacts c set name = ${formerGuest}, email = null, claimed_by = null, forgotten_at = clock_now()
    where professional_id = ${professionalId} and forgotten_at is null and not exists (
      select from bookings b where b.professional_id = c.professional_id and b.guest_id = c.id
        and b.status = 'cancelled' and b.start_time > clock_now() and b.updated_at = clock_now())`.execute(trx);
}

/**
 * Forgets guests of professionals whose account ended four days ago, as a mail may wait three for its server; returns
 * their number.
 */
export async function forgetLeftGuests(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update contacts c set name = ${formerGuest}, email = null, claimed_by = null, forgotten_at = clock_now()
    where c.forgotten_at is null and (c.professional_id, c.id) in (
      select left_ones.professional_id, left_ones.id from contacts left_ones
      join professionals p on p.id = left_ones.professional_id
      where p.user_id is null and left_ones.client_id is null and left_ones.forgotten_at is null
        and left_ones.updated_at < clock_now() - interval '4 days' limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/**
 * Makes the bookings of guests with this address those of the client who has just proved that it is theirs (contract
 * 11), also what was written in since, and marks those guests, with bookings or without. The client must be locked.
 */
export async function claimBookings(trx: Db, { email, clientId }: { email: string; clientId: string }): Promise<void> {
  await sql`
    with claimed as (
      update bookings set client_id = ${clientId}, updated_at = clock_now()
      from contacts
      where contacts.email = ${email} and contacts.client_id is null and contacts.forgotten_at is null
        and bookings.professional_id = contacts.professional_id and bookings.guest_id = contacts.id and bookings.client_id is null
      returning bookings.id),
    guests as (
      update contacts set claimed_by = ${clientId}
      where email = ${email} and client_id is null and forgotten_at is null returning id)
    update clients set was_guest = true where id = ${clientId} and not was_guest
      and (exists (select from claimed) or exists (select from guests))`.execute(trx);
}
