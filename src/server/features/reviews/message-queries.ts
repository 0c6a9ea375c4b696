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
