import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { type CountedRow, splitPage } from '#server/db/page.ts';
import { allOf } from '#server/db/sql.ts';
import type { Feedback, FeedbackInput, FeedbackQuery } from '#shared/feedback.ts';
import { emailAddress } from '#shared/rules/email-address.ts';

export function insertFeedback(
  db: Db,
  user: { id: string; email: string },
  given: FeedbackInput,
): Promise<{ id: string }> {
  const { confusing, smooth, switchReason, email, pageUrl, timestamp } = given;
  return db
    .insertInto('feedback')
    .values({
      user_id: user.id,
      confusing_choice: confusing.choice,
      confusing_comment: confusing.comment,
      smooth_choice: smooth.choice,
      smooth_comment: smooth.comment,
      switch_reason_choice: switchReason.choice,
      switch_reason_comment: switchReason.comment,
      email: email && emailAddress(email) === user.email ? user.email : null,
      page_url: pageUrl ?? null,
      written_at: timestamp ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}

/**
 * Seconds until the user may send again, 0 for one who has sent fewer than `most` within an hour. Locks the user, so
 * that of several at once each counts the others.
 */
export async function secondsUntilRoom(trx: Db, userId: string, most: number): Promise<number> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const row = await trx
    .selectFrom('feedback')
    .select(sql<number>`ceil(extract(epoch from created_at + interval '1 hour' - clock_now()))::int`.as('seconds'))
    .where('user_id', '=', userId)
    .where('created_at', '>', sql<string>`clock_now() - interval '1 hour'`)
    .orderBy('created_at', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst();
  return row ? Math.max(1, row.seconds) : 0;
}

/** One page, newest first; `total` counts what the filters leave. */
export async function listFeedback(db: Db, { skip, limit, confusing, smooth, switchReason, role }: FeedbackQuery) {
  const wanted = { confusing_choice: confusing, smooth_choice: smooth, switch_reason_choice: switchReason, role };
  const conditions = Object.entries(wanted).filter(([, value]) => value !== undefined);
  const found = sql`
    select feedback.*, users.role from feedback join users on users.id = feedback.user_id
    where ${allOf(conditions.map(([column, value]) => sql<boolean>`${sql.ref(column)} = ${value}`))}`;
  const { rows } = await sql<CountedRow<Feedback>>`
    with found as (${found})
    select page.id, page.created_at, page.role, page.email, page.page_url as "pageUrl", page.written_at as "timestamp",
      jsonb_build_object('choice', page.confusing_choice, 'comment', page.confusing_comment) as confusing,
      jsonb_build_object('choice', page.smooth_choice, 'comment', page.smooth_comment) as smooth,
      jsonb_build_object('choice', page.switch_reason_choice, 'comment', page.switch_reason_comment) as "switchReason",
      counted.total
    from (select count(*)::int as total from found) counted
    left join (select * from found order by created_at desc, id desc offset ${skip} limit ${limit}) page on true
    order by page.created_at desc, page.id desc`.execute(db);
  return splitPage(rows);
}
