import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { epochMs } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import { transact } from '#server/db/transact.ts';
import { writeInBounds } from '#shared/constants.ts';
import type { GuestInput } from '#shared/contacts.ts';

/** Whether somebody is in a professional's contacts: a guest who is not forgotten, or a client of theirs. */
export async function isContact(db: Db, professional_id: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select where (
        exists (select from contacts where professional_id = ${professional_id} and id = ${id} and client_id is null)
        or exists (select from bookings where professional_id = ${professional_id}
          and (guest_id = ${id} or client_id = ${id} and guest_id is null)))
      and not exists (select from contacts
        where professional_id = ${professional_id} and id = ${id} and forgotten_at is not null)`.execute(db);
  return rows.length > 0;
}

export async function insertGuest(
  trx: Db,
  professional_id: string,
  guest: GuestInput & { notes?: string | null },
): Promise<string> {
  const row = await trx
    .insertInto('contacts')
    .values({ professional_id, ...guest })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Whom a professional may write in by the id of a contact: a guest, or a client whose account is there. */
type Contacted = { guest: (GuestInput & { id: string }) | null; client_id: string | null };

/** Undefined for an unknown contact and for one who cannot be written in any more. */
export async function findContacted(db: Db, professionalId: string, id: string): Promise<Contacted | undefined> {
  const guest = await db
    .selectFrom('contacts')
    .select(['id', 'phone_number', 'email'])
    .select((eb) => eb.ref('name').$notNull().as('name'))
    .where('professional_id', '=', professionalId)
    .where('id', '=', id)
    .where('client_id', 'is', null)
    .where('forgotten_at', 'is', null)
    .executeTakeFirst();
  if (guest) return { guest, client_id: null };
  return (await hasBooking(db, professionalId, id, { own: false })) ? { guest: null, client_id: id } : undefined;
}

/** Whether a client with an account has a booking with the professional; `own`: one that they made. */
export async function hasBooking(
  db: Db,
  professionalId: string,
  clientId: string,
  { own }: { own: boolean },
): Promise<boolean> {
  const found = await db
    .selectFrom('bookings')
    .innerJoin('clients', 'clients.id', 'bookings.client_id')
    .select('bookings.id')
    .where('bookings.client_id', '=', clientId)
    .where('bookings.professional_id', '=', professionalId)
    .where('bookings.guest_id', 'is', null)
    .where('clients.user_id', 'is not', null)
    .$if(own, (query) => query.where('bookings.written_in', '=', false))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

type Both = { professional_id: string; client_id: string };

/** Of contacts as `c`: guests whose address this client has proved, and still has. */
const isClaimedBy = (clientId: RawBuilder<string>) => sql`(c.claimed_by = ${clientId}
  and c.email = (select email from users where id = (select user_id from clients where id = ${clientId})))`;

const mergedGuests = statement(
  'merge_guests',
  (_, p: Params<Both>) => sql`
    with own as (
      update bookings b set guest_id = null, client_id = ${p.client_id}, sequence = b.sequence + 1, updated_at = clock_now()
      from contacts c
      where b.professional_id = ${p.professional_id} and c.professional_id = b.professional_id and c.id = b.guest_id
        and c.forgotten_at is null
        and (b.client_id = ${p.client_id} or b.client_id is null and ${isClaimedBy(p.client_id)})
      returning b.id, c.id as guest_id),
    gone as (
      delete from contacts c
      where c.professional_id = ${p.professional_id}
        and (c.id in (select guest_id from own) or ${isClaimedBy(p.client_id)})
        and not exists (select from bookings b
          where b.professional_id = c.professional_id and b.guest_id = c.id and b.id not in (select id from own))
      returning c.notes, c.created_at)
    insert into contacts as contact (professional_id, id, client_id, notes)
    select ${p.professional_id}, ${p.client_id}, ${p.client_id}, left(string_agg(notes, e'\\n\\n' order by created_at), 5000)
    from gone where notes is not null having count(*) > 0
    on conflict (professional_id, id) do update
      set notes = left(concat_ws(e'\\n\\n', contact.notes, excluded.notes), 5000), updated_at = clock_now()`,
);

/**
 * A client who was written in as a guest books with that professional: from now on both are one contact, the client's,
 * with what was written in for that guest since the client proved the address. Both must be locked.
 */
export async function mergeGuests(trx: Db, { professional_id, client_id }: Both): Promise<void> {
  await mergedGuests.execute(trx, { professional_id, client_id });
}

/** Counts such a mail when it is sent, also where the address came later than the booking; else says why it is not. */
export async function skipWriteInMail(
  db: Db,
  mail: { professional_id: string; id: string },
): Promise<{ skip: string } | undefined> {
  const { mailed } = await transact(db, (trx) => countWriteInMail(trx, mail));
  return mailed ? undefined : { skip: 'what was written in has caused all the emails that it may in a day' };
}

/**
 * Counts a mail to the client's side of a booking that was written in, unless its professional has reached the bound
 * of 24 hours: `again` is when the next one may go out, epoch milliseconds. `id` makes a mail that is tried again count
 * once: the booking's for the first mail, which was counted as it was written in, else the event's. No lock is taken
 * after this one.
 */
export async function countWriteInMail(
  trx: Db,
  { professional_id, id }: { professional_id: string; id: string },
): Promise<{ mailed: true } | { mailed: false; again: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended('walk-in mails ' || ${professional_id}::text, 0))`.execute(
    trx,
  );
  const { rows } = await sql<{ again: number | null }>`
    with known as materialized (select from walk_in_mails where id = ${id}),
    lately as materialized (
      select created_at from walk_in_mails
      where professional_id = ${professional_id} and created_at > clock_now() - interval '24 hours'
      order by created_at desc limit ${writeInBounds.mailsADay}),
    full_until as (
      select min(created_at) + interval '24 hours' as again from lately
      where not exists (select from known) having count(*) = ${writeInBounds.mailsADay}),
    counted as (
      insert into walk_in_mails (id, professional_id)
      select ${id}::uuid, ${professional_id}::uuid
      where not exists (select from full_until) and not exists (select from known))
    select ${epochMs('again')} as again from full_until`.execute(trx);
  const again = rows[0]?.again;
  return again === undefined || again === null ? { mailed: true } : { mailed: false, again };
}

/** Whether an email about a booking reaches the client, or the guest at an address that may be written to. */
export async function isReached(trx: Db, professional_id: string, booking_id: string): Promise<boolean> {
  const { rows } = await sql<{ is_reached: boolean }>`
    select case when b.client_id is null then guest.email is not null and not exists (
        select from unsubscribed_addresses
        where address_hash = encode(sha256(convert_to(guest.email, 'UTF8')), 'hex'))
      else clients.user_id is not null and coalesce(preferences.mail_booking, true) end as is_reached
    from bookings b
    left join contacts guest on guest.professional_id = b.professional_id and guest.id = b.guest_id
    left join clients on clients.id = b.client_id
    left join user_preferences preferences on preferences.user_id = clients.user_id
    where b.professional_id = ${professional_id} and b.id = ${booking_id}`.execute(trx);
  return rows[0]?.is_reached ?? false;
}

/** Deletes mails that count no more. */
export function deleteOldWriteInMails(db: Db, limit: number): Promise<number> {
  return deleteBatch(db, 'walk_in_mails', sql`created_at < clock_now() - interval '2 days'`, limit);
}
