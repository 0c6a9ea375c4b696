import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { formerTexts } from '#server/outbox/news.ts';
import { otherSide } from '#shared/rules/reschedule.ts';
import { forgetDue } from '../due/queries.ts';
import { bookingKinds } from '../news/kinds.ts';
import { seriesKinds } from '../series/news.ts';
import { isAhead, isOfSide, type Party } from './which-queries.ts';

/** How many confirmed bookings of a client or professional have not begun. */
export async function countConfirmedAhead(db: Db, party: Party): Promise<number> {
  const { count } = await db
    .selectFrom('bookings')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(isOfSide(party))
    .where('bookings.status', '=', 'confirmed')
    .where(isAhead)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Removes one side from what others keep of its bookings: what it wrote (a client's notes, a professional's policy,
 * reasons for cancelling, messages), its name in notifications, which may be an earlier one, and answers that would be
 * repeated. `former` is what is left of news about it, by its kinds.
 */
export async function forgetParty(trx: Db, party: Party, former: Record<string, string>): Promise<void> {
  await trx
    .updateTable('bookings')
    .set({
      // Notes of what was written in are the professional's, all others the client's.
      notes: sql<string>`case when written_in = ${party.role === 'client'} then notes end`,
      cancel_reason: sql<string>`case when cancelled_by = ${party.role} then null else cancel_reason end`,
      ...(party.role === 'professional'
        ? {
            cancellation_policy: null,
            told_place: null,
            visit_address: sql<string>`case when client_id is not null then visit_address end`,
          }
        : { visit_address: null }),
    })
    .where(isOfSide(party))
    .execute();
  await sql`
    update reschedules set message = null
    from bookings where ${isOfSide(party)} and reschedules.professional_id = bookings.professional_id
      and reschedules.booking_id = bookings.id and requested_by = ${party.role} and message is not null`.execute(trx);
  await forgetDue(trx, party);
  const other = otherSide(party.role);
  await sql`
    delete from idempotency_keys using bookings join ${sql.table(`${other}s`)} side on side.id = ${sql.ref(`bookings.${other}_id`)}
    where ${isOfSide(party)} and idempotency_keys.user_id = side.user_id
      and idempotency_keys.answer::jsonb ->> 'id' in (bookings.id::text, bookings.series_id::text)`.execute(trx);
  // Both sets are read once and then looked up: a join could read all that somebody was told once for each booking.
  await sql`
    update notifications set message = ${JSON.stringify(former)}::jsonb ->> type
    where user_id = any(array(
        select side.user_id from bookings join ${sql.table(`${other}s`)} side on side.id = ${sql.ref(`bookings.${other}_id`)}
        where ${isOfSide(party)} group by side.user_id))
      and (booking_id in (select id from bookings where ${isOfSide(party)})) is true
      and type = any(${Object.keys(former)}::text[])`.execute(trx);
}

const ofGuests = formerTexts([...Object.values(bookingKinds), ...Object.values(seriesKinds)], 'guest');

/** Removes a guest from what their professional was told, from receipts, and from answers that would be repeated. */
export async function forgetGuestTold(trx: Db, professionalId: string, guestId: string): Promise<void> {
  const owner = sql`(select user_id from professionals where id = ${professionalId})`;
  await sql`
    update notifications set message = ${JSON.stringify(ofGuests)}::jsonb ->> type
    where user_id = ${owner} and type = any(${Object.keys(ofGuests)}::text[]) and booking_id in (
      select id from bookings where professional_id = ${professionalId} and guest_id = ${guestId})`.execute(trx);
  await sql`
    update bookings set visit_address = null
    where professional_id = ${professionalId} and guest_id = ${guestId} and client_id is null`.execute(trx);
  await sql`
    delete from idempotency_keys where user_id = ${owner} and answer::jsonb ->> 'id' in (
      select unnest(array[id::text, series_id::text]) from bookings
      where professional_id = ${professionalId} and guest_id = ${guestId})`.execute(trx);
  await sql`
    update receipts r set content = r.content || '{"client": "Former guest"}' from bookings b
    where b.professional_id = ${professionalId} and b.guest_id = ${guestId}
      and r.professional_id = b.professional_id and r.booking_id = b.id`.execute(trx);
}
