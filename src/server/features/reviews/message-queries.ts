import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

/** What mails and notifications say of a review. */
export type ReviewDetails = {
  stars: number;
  text: string | null;
  reply: string | null;
  hidden_reason: string | null;
  reply_hidden_reason: string | null;
};

/** Undefined once it was deleted. */
export function reviewDetails(db: Db, id: string): Promise<ReviewDetails | undefined> {
  return db
    .selectFrom('reviews')
    .select(['stars', 'text', 'reply', 'hidden_reason', 'reply_hidden_reason'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Users who were mailed such news of a visit's review within a day: who deletes and writes anew causes no more. */
export async function mailedLately(trx: Db, bookingId: string, about: string): Promise<string[]> {
  const { rows } = await sql<{ recipient: string }>`
    select recipient from deliveries where template = 'review' and payload ->> 'booking_id' = ${bookingId}
      and payload ->> 'about' = ${about} and created_at > clock_now() - interval '1 day'`.execute(trx);
  return rows.map(({ recipient }) => recipient);
}
