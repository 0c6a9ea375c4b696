import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#server/api/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { type CountedRow, splitPage } from '#server/db/page.ts';
import { clockNow, isoText } from '#server/db/sql.ts';
import { reviewState } from '#server/features/bookings/show/review-state.ts';
import type { DeskReview, Review, ReviewInput, ReviewsDeskQuery, ReviewsPage, ReviewsQuery } from '#shared/reviews.ts';
import { type Reviewable, ratingOf, reviewAuthor } from '#shared/rules/rating.ts';

type Names = { first_name: string; last_name: string };
/** What the review tells of its author's hair (contract 24). */
const shownTexture = sql`case when r.show_texture then (select h.texture from client_hair h where h.client_id = r.client_id) end`;

type Row = Omit<Review, 'author' | 'hidden'> & { professional_id: string; hidden: boolean; client: Names | null };

/** The columns of `Row`, from reviews as `r`; a hidden reply is null to everybody. */
const columns = sql`r.id, r.booking_id, r.professional_id, r.stars, r.text, r.created_at, r.edited_at,
  case when r.reply_hidden_at is null then r.reply end as reply,
  case when r.reply_hidden_at is null then r.replied_at end as replied_at, r.hidden_at is not null as hidden,
  ${shownTexture} as texture,
  (select json_build_object('first_name', first_name, 'last_name', last_name)
    from clients where id = r.client_id and user_id is not null) as client,
  (select json_agg(json_build_object('id', service_id, 'name', name) order by position)
    from booking_services where professional_id = r.professional_id and booking_id = r.booking_id) as services`;

/** Whether everybody sees it. */
const isShown = sql`r.hidden_at is null and r.deleted_at is null`;

/** Whether it is in the rating: no newer one of its client is shown. */
const counts = sql`not exists (select from reviews newer
  where newer.professional_id = r.professional_id and newer.client_id = r.client_id
    and newer.hidden_at is null and newer.deleted_at is null and (newer.created_at, newer.id) > (r.created_at, r.id))`;

function present<R extends Row>({ client, professional_id: _, ...row }: R) {
  return { ...row, author: reviewAuthor(client) };
}

const isPartyTo = ({ role, client_id, professional_id }: Viewer) =>
  role === 'admin'
    ? sql`true`
    : role === 'client'
      ? sql`b.client_id = ${client_id}::uuid`
      : sql`b.professional_id = ${professional_id}::uuid`;

/** The review of a booking, for its two sides and admins; else undefined, as for a booking without one. */
export async function findReviewOf(db: Db, bookingId: string, viewer: Viewer): Promise<Review | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from reviews r join bookings b on b.professional_id = r.professional_id and b.id = r.booking_id
    where r.booking_id = ${bookingId} and r.deleted_at is null and ${isPartyTo(viewer)}`.execute(db);
  return rows[0] && present(rows[0]);
}

/** By its id, whoever asks. */
export async function findReview(db: Db, id: string): Promise<Review | undefined> {
  const { rows } = await sql<Row>`select ${columns} from reviews r where r.id = ${id} and r.deleted_at is null`.execute(
    db,
  );
  return rows[0] && present(rows[0]);
}

type Reviewed = Reviewable & {
  professional_id: string;
  /** Milliseconds since its end. */
  age: number;
};

/** A booking of a client, as far as it decides whether they may review it; undefined for anybody else's. */
export async function findReviewed(trx: Db, bookingId: string, clientId: string): Promise<Reviewed | undefined> {
  const { rows } = await sql<Reviewed>`
    select professional_id, status, no_show, ${reviewState} as review_state,
      (date_part('epoch', clock_now() - end_time) * 1000)::bigint as age
    from bookings where id = ${bookingId} and client_id = ${clientId}`.execute(trx);
  return rows[0];
}

export type Stored = {
  id: string;
  stars: number;
  text: string | null;
  show_texture: boolean;
  is_hidden: boolean;
  is_deleted: boolean;
};

/** The review of a booking, also one that was hidden and then deleted. */
export async function findStored(trx: Db, bookingId: string): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`
    select id, stars, text, show_texture, hidden_at is not null as is_hidden, deleted_at is not null as is_deleted
    from reviews where booking_id = ${bookingId}`.execute(trx);
  return rows[0];
}

export async function insertReview(
  trx: Db,
  review: ReviewInput & { professional_id: string; booking_id: string; client_id: string },
): Promise<string> {
  const { id } = await trx.insertInto('reviews').values(review).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateReview(trx: Db, id: string, review: ReviewInput): Promise<void> {
  await trx
    .updateTable('reviews')
    .set({ ...review, edited_at: clockNow })
    .where('id', '=', id)
    .execute();
}

/** Whether it tells its author's texture is no change of what it says. */
export async function setShowTexture(trx: Db, id: string, show_texture: boolean): Promise<void> {
  await trx.updateTable('reviews').set({ show_texture }).where('id', '=', id).execute();
}

/** Deletes a review with its reply and reports; a hidden one leaves a row without words, so that no new one comes. */
export async function deleteReview(trx: Db, { id, is_hidden }: Stored): Promise<void> {
  if (!is_hidden) await trx.deleteFrom('reviews').where('id', '=', id).execute();
  else
    await trx
      .updateTable('reviews')
      .set({ deleted_at: clockNow, text: null, reply: null, replied_at: null })
      .where('id', '=', id)
      .execute();
}

/** Keeps the rating with its professional, who is locked: of each client the newest review that is shown counts. */
export async function keepRating(trx: Db, professionalId: string): Promise<void> {
  await sql`
    update professionals p set rating_sum = counted.sum, rating_count = counted.count
    from (${sumsOf(sql`${professionalId}::uuid`)}) counted
    where p.id = ${professionalId} and (p.rating_sum, p.rating_count) <> (counted.sum, counted.count)`.execute(trx);
}

/** The sum and number of a professional's reviews that count, with how many there are of each number of stars. */
function sumsOf(professionalId: RawBuilder<string>) {
  return sql`
    select coalesce(sum(stars), 0)::int as sum, count(*)::int as count,
      array[count(*) filter (where stars = 1)::int, count(*) filter (where stars = 2)::int,
        count(*) filter (where stars = 3)::int, count(*) filter (where stars = 4)::int,
        count(*) filter (where stars = 5)::int] as stars
    from (
      select distinct on (client_id) stars from reviews r where r.professional_id = ${professionalId} and ${isShown}
      order by client_id, created_at desc, id desc
    ) newest`;
}

const orders = {
  newest: sql`r.created_at desc, r.id desc`,
  lowest: sql`r.stars, r.created_at desc, r.id desc`,
  highest: sql`r.stars desc, r.created_at desc, r.id desc`,
};

/** A page of the reviews of a professional that everybody sees, with the rating that follows from all of them. */
export async function listReviews(
  db: Db,
  professionalId: string,
  { sort, stars, texture, skip, limit }: ReviewsQuery,
): Promise<ReviewsPage> {
  const found = sql`from reviews r where r.professional_id = ${professionalId} and ${isShown}
    and (${stars ?? null}::int is null or r.stars = ${stars ?? null}::int)
    ${texture ? sql`and ${shownTexture} = ${texture}` : sql``}`;
  const { rows } = await sql<CountedRow<Row & { counts: boolean }>>`
    select page.*, counted.total
    from (select count(*)::int as total ${found}) counted
    left join (
      select ${columns}, ${counts} as counts, row_number() over (order by ${orders[sort]}) as place ${found}
      order by place offset ${skip} limit ${limit}
    ) page on true
    order by page.place`.execute(db);
  const { results, total } = splitPage(rows);
  const sums = await sql<{ sum: number; count: number; stars: number[] }>`${sumsOf(
    sql`${professionalId}::uuid`,
  )}`.execute(db);
  const { sum = 0, count = 0, stars: spread = [0, 0, 0, 0, 0] } = sums.rows[0] ?? {};
  const average = ratingOf({ rating_sum: sum, rating_count: count })?.average ?? null;
  return { results: results.map(present), total, skip, limit, summary: { average, count, stars: spread } };
}

type Author = {
  professional_id: string;
  professional_user_id: string | null;
  client_user_id: string | null;
  reply: string | null;
  is_hidden: boolean;
  is_reply_hidden: boolean;
};

/** Whose a review and its reply are, and whether others see them; undefined for an unknown or deleted one. */
export async function findAuthors(db: Db, id: string): Promise<Author | undefined> {
  const { rows } = await sql<Author>`
    select r.professional_id, p.user_id as professional_user_id, c.user_id as client_user_id, r.reply,
      r.hidden_at is not null as is_hidden, r.reply_hidden_at is not null as is_reply_hidden
    from reviews r join professionals p on p.id = r.professional_id join clients c on c.id = r.client_id
    where r.id = ${id} and r.deleted_at is null`.execute(db);
  return rows[0];
}

/** Writes a reply, or takes it away; `replied_at` is that of the first. */
export async function putReply(trx: Db, id: string, reply: string | null): Promise<void> {
  await trx
    .updateTable('reviews')
    .set({ reply, replied_at: reply === null ? null : sql<string>`coalesce(replied_at, clock_now())` })
    .where('id', '=', id)
    .execute();
}

/** Stores a report; again by the same person it is the same one. */
export async function insertReport(
  trx: Db,
  report: { professional_id: string; review_id: string; user_id: string; reply: boolean; reason: string },
): Promise<void> {
  await trx
    .insertInto('review_reports')
    .values(report)
    .onConflict((conflict) => conflict.constraint('review_reports_key').doNothing())
    .execute();
}

/** Whether somebody has reported this already, and in how many seconds they may report again; 0 is now. */
export async function findReportRoom(
  trx: Db,
  { review_id, user_id, reply }: { review_id: string; user_id: string; reply: boolean },
  mostAnHour: number,
): Promise<{ is_reported: boolean; wait: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended('reports ' || ${user_id}::text, 0))`.execute(trx);
  const { rows } = await sql<{ is_reported: boolean; wait: number }>`
    select exists (select from review_reports where review_id = ${review_id} and user_id = ${user_id}
        and reply = ${reply}) as is_reported,
      coalesce((select ceil(date_part('epoch', created_at + interval '1 hour' - clock_now()))::int
        from review_reports where user_id = ${user_id} and created_at > clock_now() - interval '1 hour'
        order by created_at desc offset ${mostAnHour - 1} limit 1), 0) as wait`.execute(trx);
  return rows[0] ?? { is_reported: false, wait: 0 };
}

type What = { id: string; reply: boolean };

/** Hides a review or its reply; false where it was hidden before. */
export async function hide(trx: Db, { id, reply }: What, reason: string): Promise<boolean> {
  const hidden = reply
    ? { reply_hidden_at: clockNow, reply_hidden_reason: reason }
    : { hidden_at: clockNow, hidden_reason: reason };
  const { numUpdatedRows } = await trx
    .updateTable('reviews')
    .set({ ...hidden, decided_at: clockNow })
    .where('id', '=', id)
    .where(reply ? 'reply_hidden_at' : 'hidden_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Shows it again; false where it was shown before. Either way what was reported until now is settled. */
export async function show(trx: Db, { id, reply }: What): Promise<boolean> {
  const hiddenAt = reply ? 'reply_hidden_at' : 'hidden_at';
  const { numUpdatedRows } = await trx
    .updateTable('reviews')
    .set({ [hiddenAt]: null, [reply ? 'reply_hidden_reason' : 'hidden_reason']: null })
    .where('id', '=', id)
    .where(hiddenAt, 'is not', null)
    .executeTakeFirst();
  await trx.updateTable('reviews').set({ decided_at: clockNow }).where('id', '=', id).execute();
  return numUpdatedRows > 0n;
}

type DeskRow = Omit<DeskReview, 'author'> & Pick<Row, 'professional_id'> & { client: (Names & { id: string }) | null };

const deskColumns = sql`${columns},
  (select json_build_object('id', id, 'display_name', display_name) from professionals where id = r.professional_id)
    as professional,
  (select json_build_object('id', id, 'first_name', first_name, 'last_name', last_name)
    from clients where id = r.client_id and user_id is not null) as desk_client,
  coalesce(r.hidden_reason, r.reply_hidden_reason) as hidden_reason,
  coalesce((select json_agg(json_build_object('id', w.id, 'reason', w.reason, 'reply', w.reply,
      'created_at', ${isoText(sql`w.created_at`)},
      'by', json_build_object('id', u.id, 'role', u.role, 'name', u.username)) order by w.created_at desc, w.id desc)
    from review_reports w join users u on u.id = w.user_id where w.review_id = r.id), '[]') as reports`;

const isReported = sql<boolean>`exists (
  select from review_reports w where w.review_id = r.id and w.created_at > coalesce(r.decided_at, '-infinity'))`;

export async function countReported(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reviews r where r.deleted_at is null and ${isReported}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The admin's desk, newest first; `reported`: since an admin last decided. */
export async function listDesk(db: Db, { reported = false, skip, limit }: ReviewsDeskQuery) {
  const found = sql`from reviews r where r.deleted_at is null and (not ${reported} or ${isReported})`;
  const { rows } = await sql<CountedRow<DeskRow & { desk_client: DeskRow['client'] }>>`
    select page.*, counted.total
    from (select count(*)::int as total ${found}) counted
    left join (
      select ${deskColumns} ${found} order by r.created_at desc, r.id desc offset ${skip} limit ${limit}
    ) page on true
    order by page.created_at desc, page.id desc`.execute(db);
  const { results, total } = splitPage(rows);
  return { results: results.map(presentDesk), total };
}

export async function findOnDesk(db: Db, id: string): Promise<DeskReview | undefined> {
  const { rows } = await sql<DeskRow & { desk_client: DeskRow['client'] }>`
    select ${deskColumns} from reviews r where r.id = ${id} and r.deleted_at is null`.execute(db);
  return rows[0] && presentDesk(rows[0]);
}

function presentDesk({ desk_client, ...row }: DeskRow & { desk_client: DeskRow['client'] }): DeskReview {
  return { ...row, author: reviewAuthor(row.client), client: desk_client };
}

/** Forgets what a client wrote, and what was answered; the stars stay. Reports on it have lost their subject. */
export async function forgetReviewsOf(trx: Db, clientId: string): Promise<void> {
  await sql`delete from review_reports where review_id in (select id from reviews where client_id = ${clientId})`.execute(
    trx,
  );
  await trx
    .updateTable('reviews')
    .set({
      text: null,
      show_texture: false,
      reply: null,
      replied_at: null,
      reply_hidden_at: null,
      reply_hidden_reason: null,
    })
    .where('client_id', '=', clientId)
    .execute();
}

/** Deletes all reviews of a professional whose account ends. */
export async function deleteReviewsOf(trx: Db, professionalId: string): Promise<void> {
  await trx.deleteFrom('reviews').where('professional_id', '=', professionalId).execute();
  await keepRating(trx, professionalId);
}
