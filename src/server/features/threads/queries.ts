import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '#server/db/connect.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { type CountedRow, splitPage } from '#server/db/page.ts';
import { contains, epochMs, nilId } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import type { Party } from '#server/features/bookings/life/which-queries.ts';
import { presentQuote, type QuoteRow, quoteOfMessage } from '#server/features/bookings/quotes/queries.ts';
import { clientsOfNetwork, signupNetwork } from '#server/features/clients/network-queries.ts';
import { messageBounds } from '#shared/constants.ts';
import { beginningOf } from '#shared/cut-text.ts';
import { formerClient } from '#shared/person-name.ts';
import { otherSide, type Side, sides } from '#shared/rules/reschedule.ts';
import { type ThreadFacts, type ThreadState, threadState } from '#shared/rules/thread-state.ts';
import type { Message, Thread, ThreadReport, threadsQuery } from '#shared/threads.ts';

/** Whose calls they are: a side, and its user. */
export type ThreadParty = Party & { user_id: string };

const columnOf = { client: sql.ref('t.client_id'), professional: sql.ref('t.professional_id') };

/**
 * The bookings of the two of `c` and `p` that open a thread: a guest's are the client's who claimed them, and the
 * professional's once that client has booked.
 */
const visits = (side: Side) => sql`(
  select max(b.end_time) filter (where b.status <> 'cancelled') as latest_end,
    max(coalesce(b.cancelled_at, b.updated_at)) filter (where b.status = 'cancelled') as latest_cancelled
  from bookings b where b.client_id = c.id and b.professional_id = p.id
    ${side === 'professional' ? sql`and b.guest_id is null` : sql``}) visits`;

/** The columns of `ThreadFacts` beside those of the thread, from clients `c` with user `cu`, professionals `p`. */
const facts = sql`${epochMs(sql`clock_now()`)} as now,
  not coalesce(cu.is_active, false) as client_is_away,
  (p.user_id is null or not p.is_active or not p.user_is_active) as professional_is_away,
  ${epochMs(sql`visits.latest_end`)} as latest_end, ${epochMs(sql`visits.latest_cancelled`)} as latest_cancelled,
  ${epochMs(sql`t.requested_at`)} as requested_at, ${epochMs(sql`t.answered_at`)} as answered_at,
  ${epochMs(sql`t.last_sent_at`)} as last_sent_at,
  exists (select from thread_sides where thread_id = t.id and blocked_at is not null) as is_blocked`;

const parties = sql`
  json_build_object('id', case when p.user_id is not null then p.id end, 'display_name', p.display_name) as professional,
  json_build_object('id', case when c.user_id is not null then c.id end, 'first_name', c.first_name,
    'last_name', c.last_name) as client`;

type Row = ThreadFacts &
  Pick<Thread, 'id' | 'professional' | 'client' | 'unread'> & { from: Side; text: string; sent_at: string };

function threadOf({ id, professional, client, unread, from, text, sent_at, ...facts }: Row): Thread {
  return {
    id,
    state: threadState(facts),
    professional,
    client,
    last: { from, text: beginningOf(text, 200), sent_at },
    unread,
  };
}

const threads = ({ role: side }: Party, page: RawBuilder<unknown>) => sql`
  select t.id, ${parties}, ${facts}, own.unread, last.side as "from", last.text, last.sent_at
  from ${page} t
  join professionals p on p.id = t.professional_id
  join clients c on c.id = t.client_id
  left join users cu on cu.id = c.user_id
  join thread_sides own on own.thread_id = t.id and own.side = ${side}
  cross join lateral ${visits(side)}
  cross join lateral (select * from messages where thread_id = t.id order by id desc limit 1) last`;

/** One page, the newest message first; `total` counts all. */
export async function listThreads(db: Db, party: Party, { skip, limit, ...other }: z.infer<typeof threadsQuery>) {
  const given = sides.flatMap((side) => {
    const id = other[`${side}_id`];
    return id === undefined ? [] : [sql`and ${columnOf[side]} = ${id}`];
  });
  const isWanted = sql`${columnOf[party.role]} = ${party.id} ${sql.join(given, sql` `)}`;
  const page = sql`(select * from threads t where ${isWanted}
    order by last_sent_at desc, id desc offset ${skip} limit ${limit})`;
  const { rows } = await sql<CountedRow<Row>>`
    select page.*, counted.total
    from (select count(*)::int as total from threads t where ${isWanted}) counted
    left join (${threads(party, page)}) page on true
    order by page.last_sent_at desc, page.id desc`.execute(db);
  const { results, total } = splitPage(rows);
  return { results: results.map(threadOf), total };
}

/** Undefined for a thread of others, as for an unknown one. */
export async function findThread(db: Db, party: Party, id: string): Promise<Thread | undefined> {
  const page = sql`(select * from threads t where id = ${id} and ${columnOf[party.role]} = ${party.id})`;
  const { rows } = await sql<Row>`${threads(party, page)}`.execute(db);
  return rows[0] && threadOf(rows[0]);
}

export async function countUnread(db: Db, { role: side, id }: Party): Promise<{ threads: number; messages: number }> {
  const { rows } = await sql<{ threads: number; messages: number }>`
    select count(*)::int as threads, coalesce(sum(own.unread), 0)::int as messages
    from threads t join thread_sides own on own.thread_id = t.id and own.side = ${side}
    where ${columnOf[side]} = ${id} and own.unread > 0`.execute(db);
  return rows[0] ?? { threads: 0, messages: 0 };
}

const ofEachSide = <Made>(make: (side: Side) => Made) => ({
  client: make('client'),
  professional: make('professional'),
});

const ownThread = ofEachSide((side) =>
  statement(
    `own_thread_of_${side}`,
    (_, p: Params<{ id: string; threadId: string }>) => sql<{ id: string; professional_id: string; client_id: string }>`
      select id, professional_id, client_id from threads t where id = ${p.threadId} and ${columnOf[side]} = ${p.id}`,
  ),
);

/** Whose thread it is, without a lock; undefined for one of others, as for an unknown one. */
export function findOwn(db: Db, { role: side, id }: Party, threadId: string) {
  return ownThread[side].executeTakeFirst(db, { id, threadId });
}

export type Pair = { professional_id: string; client_id: string };

const heldPair = statement(
  'held_pair',
  (_, p: Params<Pair>) => sql<object>`
    with client as materialized (select id from clients where id = ${p.client_id} and user_id is not null for key share),
      professional as materialized (
        select p.id from (select count(*) from client) held, professionals p
        where p.id = ${p.professional_id} and p.user_id is not null for key share of p)
    select from client, professional`,
);

/**
 * Keeps both accounts from ending until the transaction does; false when one has. The client comes first, as in
 * bookings.
 */
export async function holdPair(trx: Db, { professional_id, client_id }: Pair): Promise<boolean> {
  return (await heldPair.execute(trx, { professional_id, client_id })).length > 0;
}

const lockedThread = statement('locked_thread', (db, p: Params<Pair>) =>
  db
    .selectFrom('threads')
    .select('id')
    .where('professional_id', '=', p.professional_id)
    .where('client_id', '=', p.client_id)
    .forNoKeyUpdate(),
);

/** Locks the thread of a pair; undefined without one. */
export async function lockThread(trx: Db, { professional_id, client_id }: Pair): Promise<string | undefined> {
  return (await lockedThread.executeTakeFirst(trx, { professional_id, client_id }))?.id;
}

/** Locks the thread of a pair, and makes it if there is none. */
export async function openThread(trx: Db, pair: Pair): Promise<string> {
  const made = await trx
    .insertInto('threads')
    .values(pair)
    .onConflict((conflict) => conflict.constraint('threads_pair_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return (await lockThread(trx, pair)) ?? openThread(trx, pair);
  const rows = (['client', 'professional'] as const).map((side) => ({
    professional_id: pair.professional_id,
    thread_id: made.id,
    side,
  }));
  await trx.insertInto('thread_sides').values(rows).execute();
  return made.id;
}

const stateOfPair = ofEachSide((side) =>
  statement(
    `state_of_pair_to_${side}`,
    (_, p: Params<Pair>) => sql<ThreadFacts>`
      select ${facts}
      from professionals p join clients c on c.id = ${p.client_id}
      left join users cu on cu.id = c.user_id
      left join threads t on t.professional_id = p.id and t.client_id = c.id
      cross join lateral ${visits(side)}
      where p.id = ${p.professional_id}`,
  ),
);

/** What decides whether a side may write to the other, with or without a thread. */
export async function findState(
  db: Db,
  { professional_id, client_id }: Pair,
  side: Side,
): Promise<{ state: ThreadState; isOtherAway: boolean }> {
  const found = await stateOfPair[side].executeTakeFirst(db, { professional_id, client_id });
  if (!found) return { state: 'closed', isOtherAway: true };
  return { state: threadState(found), isOtherAway: found[`${otherSide(side)}_is_away`] };
}

/** A sender's messages are written one by one, as each counts the others. Locked before the thread. */
export async function lockSender(trx: Db, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('messages of ' || ${userId}::text, 0))`.execute(trx);
}

type Counted = { table: 'messages' | 'message_pictures'; onlyRequests?: boolean; hours: number; most: number };

/** From which network a client signed themselves up lately; null of others. */
export async function findSignupNetwork(db: Db, clientId: string): Promise<string | null> {
  return (await db.selectNoFrom(signupNetwork(sql`${clientId}`).as('network')).executeTakeFirstOrThrow()).network;
}

/**
 * Milliseconds until a user, or new clients of one network together, may send again, 0 for those who have sent fewer
 * than `most` lately.
 */
export async function waitForRoom(
  trx: Db,
  who: { user_id: string } | { network: string },
  { table, onlyRequests, hours, most }: Counted,
): Promise<number> {
  const users =
    'user_id' in who
      ? sql`${who.user_id}`
      : sql`select user_id from clients where id in (${clientsOfNetwork(who.network)})`;
  const at = sql.ref(table === 'messages' ? 'sent_at' : 'created_at');
  const whose = sql.ref(table === 'messages' ? 'author_id' : 'user_id');
  const since = sql`make_interval(hours => ${hours})`;
  const { rows } = await sql<{ wait: number }>`
    select ${epochMs(sql`${at} + ${since}`)} - ${epochMs(sql`clock_now()`)} as wait from ${sql.table(table)}
    where ${whose} in (${users}) and ${at} > clock_now() - ${since} ${onlyRequests ? sql`and is_request` : sql``}
    order by ${at} desc offset ${most - 1} limit 1`.execute(trx);
  return Math.max(0, rows[0]?.wait ?? 0);
}

/** Locks those of the pictures that are the user's and not sent. */
export async function lockUnsent(trx: Db, userId: string, ids: readonly string[]): Promise<number> {
  const { rows } = await sql`
    select from message_pictures where id = any(${ids}::uuid[]) and user_id = ${userId} and message_id is null
      and removed_at is null and created_at > clock_now() - interval '1 day' for update`.execute(trx);
  return rows.length;
}

type NewMessage = Pair & { thread_id: string; side: Side; author_id: string; text: string; picture_ids: string[] };

/**
 * Needs the thread's lock. `asks`: a client's message in a thread that is not open to the professional; `counts`: nor
 * to the client.
 */
export async function insertMessage(
  trx: Db,
  { professional_id, thread_id, side, author_id, text, picture_ids }: NewMessage,
  { asks, counts }: { asks: boolean; counts: boolean },
): Promise<string> {
  const { id } = await trx
    .insertInto('messages')
    .values({
      professional_id,
      thread_id,
      id: sql<string>`next_message_id(${thread_id})`,
      side,
      author_id,
      text,
      is_request: counts,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (picture_ids.length > 0)
    await sql`
      update message_pictures p set thread_id = ${thread_id}, message_id = ${id}, position = sent.place - 1
      from unnest(${picture_ids}::uuid[]) with ordinality sent (id, place) where p.id = sent.id`.execute(trx);
  const answered = sql`case when requested_at is not null then coalesce(answered_at, clock_now()) end`;
  await sql`
    update threads set last_sent_at = clock_now()
      ${asks ? sql`, requested_at = clock_now(), answered_at = null` : sql``}
      ${side === 'professional' ? sql`, answered_at = ${answered}` : sql``}
    where id = ${thread_id}`.execute(trx);
  return id;
}

type MessageRow = Omit<Message, 'quote'> & { quote: QuoteRow | null };

/** Of a thread; `picture_ids` of a message in their order. */
const messageColumns = sql`m.id, m.side as "from", m.text, m.sent_at, m.deleted_at is not null as deleted, (
  select coalesce(json_agg(json_build_object('id', id, 'width', width, 'height', height) order by position), '[]')
  from message_pictures where thread_id = m.thread_id and message_id = m.id and removed_at is null) as pictures, ${quoteOfMessage} as quote`;

/** Messages of a thread, newest first; `total` counts all of them. */
export async function listMessages(
  db: Db,
  threadId: string,
  { before, skip, limit }: { before?: string | undefined; skip: number; limit: number },
) {
  const { rows } = await sql<CountedRow<MessageRow>>`
    select page.*, counted.total
    from (select count(*)::int as total from messages where thread_id = ${threadId}) counted
    left join (
      select ${messageColumns} from messages m where m.thread_id = ${threadId}
        ${before === undefined ? sql`` : sql`and m.id < ${before}`} order by m.id desc offset ${skip} limit ${limit}
    ) page on true
    order by page.id desc`.execute(db);
  const { results, total } = splitPage(rows);
  return { results: results.map(messageOf), total };
}

const messageById = statement(
  'message_by_id',
  (_, p: Params<{ threadId: string; id: string }>) => sql<MessageRow>`
    select ${messageColumns} from messages m where m.thread_id = ${p.threadId} and m.id = ${p.id}`,
);

export async function findMessage(db: Db, threadId: string, id: string): Promise<Message | undefined> {
  const row = await messageById.executeTakeFirst(db, { threadId, id });
  return row && messageOf(row);
}

const messageOf = ({ id, from, text, pictures, sent_at, deleted, quote }: MessageRow): Message => ({
  id,
  from,
  text,
  pictures,
  sent_at,
  deleted,
  quote: quote && presentQuote(quote),
});

/** Marks all up to a message as read, never back. Needs the thread's lock. */
export async function markReadUpTo(trx: Db, threadId: string, side: Side, messageId: string): Promise<void> {
  await sql`
    update thread_sides set read_id = greatest(read_id, ${messageId}::uuid)
    where thread_id = ${threadId} and side = ${side}`.execute(trx);
}

const keptUnread = statement(
  'kept_unread',
  (_, p: Params<{ threadId: string; side: Side; other: Side }>) => sql<{ unread: number }>`
    update thread_sides own set unread = unread.count,
      mail_at = case when unread.first_id > coalesce(own.mailed_id, ${sql.lit(nilId)}::uuid) then unread.first_at + interval '5 minutes' end
    from thread_sides s cross join lateral (
      select count(*)::int as count, (array_agg(m.id order by m.id))[1] as first_id,
        (array_agg(m.sent_at order by m.id))[1] as first_at
      from messages m where m.thread_id = s.thread_id and m.side = ${p.other} and m.deleted_at is null
        and m.id > coalesce(s.read_id, ${sql.lit(nilId)}::uuid)) unread
    where s.thread_id = ${p.threadId} and s.side = ${p.side} and own.thread_id = s.thread_id and own.side = s.side
    returning own.unread`,
);

/**
 * Counts a side's unread messages anew, and when its mail is due: five minutes after the first of them, unless that was
 * mailed. Returns their number. Needs the thread's lock.
 */
export async function keepUnread(trx: Db, threadId: string, side: Side): Promise<number> {
  const row = await keptUnread.executeTakeFirst(trx, { threadId, side, other: otherSide(side) });
  return row?.unread ?? 0;
}

/** The user of a side; undefined once their account has ended. */
export async function userOf(db: Db, { professional_id, client_id }: Pair, side: Side): Promise<string | undefined> {
  const table = side === 'client' ? 'clients' : 'professionals';
  const id = side === 'client' ? client_id : professional_id;
  const row = await db.selectFrom(table).select('user_id').where('id', '=', id).executeTakeFirst();
  return row?.user_id ?? undefined;
}

/** An own message, locked; `is_late`: the time in which it can be deleted is over. Undefined for the other side's. */
export async function lockMessage(trx: Db, threadId: string, id: string, side: Side) {
  const { rows } = await sql<{ deleted: boolean; is_late: boolean }>`
    select deleted_at is not null as deleted,
      sent_at <= clock_now() - make_interval(mins => ${messageBounds.deleteMinutes}) as is_late
    from messages where thread_id = ${threadId} and id = ${id} and side = ${side} for update`.execute(trx);
  return rows[0];
}

/** Empties a message; that there was one stays. Returns the keys of its pictures' files that no open report shows. */
export async function emptyMessage(trx: Db, threadId: string, id: string): Promise<string[]> {
  await sql`
    update messages set text = '', deleted_at = clock_now() where thread_id = ${threadId} and id = ${id}`.execute(trx);
  return removePictures(trx, sql`thread_id = ${threadId} and message_id = ${id}`);
}

const isReported = sql`exists (
  select from thread_reports r where r.thread_id = p.thread_id and r.closed_at is null and p.id = any(r.picture_ids))`;

/** Takes pictures back. Returns the keys of the files of those that no open report shows, which are to be removed. */
async function removePictures(trx: Db, which: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ key: string | null }>`
    update message_pictures p set removed_at = coalesce(p.removed_at, clock_now()),
      storage_key = case when ${isReported} then p.storage_key end
    from (select id, storage_key as key from message_pictures where ${which} for update) before
    where p.id = before.id returning case when p.storage_key is null then before.key end as key`.execute(trx);
  return rows.flatMap(({ key }) => key ?? []);
}

/** Needs the thread's lock. */
export async function putBlock(trx: Db, threadId: string, side: Side, isBlocked: boolean): Promise<void> {
  const since = isBlocked ? sql`coalesce(blocked_at, clock_now())` : sql`null`;
  await sql`
    update thread_sides set blocked_at = ${since} where thread_id = ${threadId} and side = ${side}`.execute(trx);
}

export async function insertPicture(
  trx: Db,
  row: { user_id: string; storage_key: string; width: number; height: number },
): Promise<string> {
  const { id } = await trx.insertInto('message_pictures').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** The key of the files of a message's picture; for admins only of one that an open report shows. */
export async function findPictureKey(
  db: Db,
  threadId: string,
  id: string,
  viewer: 'party' | 'admin',
): Promise<string | undefined> {
  const { rows } = await sql<{ storage_key: string }>`
    select p.storage_key from message_pictures p where p.thread_id = ${threadId} and p.id = ${id}
      and p.storage_key is not null and ${viewer === 'admin' ? isReported : sql`p.removed_at is null`}`.execute(db);
  return rows[0]?.storage_key;
}

type NewReport = Pair & { thread_id: string; side: Side; reason: string; messages: Message[] };

/**
 * Puts a side's open report, with the messages as they are now. Returns the keys of files that no open report shows any
 * more. Needs the thread's lock.
 */
export async function putReport(trx: Db, { messages, ...row }: NewReport): Promise<string[]> {
  const picture_ids = messages.flatMap(({ pictures }) => pictures.map(({ id }) => id));
  const report = { reason: row.reason, messages: JSON.stringify(messages), picture_ids };
  await trx
    .insertInto('thread_reports')
    .values({ ...row, ...report })
    .onConflict((conflict) =>
      conflict
        .columns(['thread_id', 'side', 'professional_id'])
        .where('closed_at', 'is', null)
        .doUpdateSet({ ...report, reported_at: sql`clock_now()` }),
    )
    .execute();
  // What an earlier report showed of pictures that were taken back since.
  return removePictures(trx, sql`thread_id = ${row.thread_id} and removed_at is not null`);
}

type ReportRow = Omit<ThreadReport, 'messages'> & { messages: Message[] };

export async function countReports(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from thread_reports where closed_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A page of open reports, the oldest first; `total` counts all of them. */
export async function listReports(db: Db, { skip, limit }: { skip: number; limit: number }) {
  const { rows } = await sql<CountedRow<ReportRow>>`
    select page.*, counted.total
    from (select count(*)::int as total from thread_reports where closed_at is null) counted
    left join (
      select r.id, r.thread_id, r.reason, r.side as reported_by, r.reported_at, r.messages,
        json_build_object('id', case when p.user_id is not null then p.id end,
          'display_name', coalesce(p.display_name, 'Former professional')) as professional,
        json_build_object('id', case when c.user_id is not null then c.id end,
          'first_name', coalesce(c.first_name, ${formerClient.first_name}),
          'last_name', coalesce(c.last_name, ${formerClient.last_name})) as client
      from thread_reports r
      left join professionals p on p.id = r.professional_id left join clients c on c.id = r.client_id
      where r.closed_at is null order by r.reported_at, r.id offset ${skip} limit ${limit}
    ) page on true
    order by page.reported_at, page.id`.execute(db);
  const { results, total } = splitPage(rows);
  // Quotes are between the two sides.
  const messagesOf = ({ messages }: ReportRow) => messages.map((one) => ({ ...one, quote: null }));
  return { results: results.map((row) => ({ ...row, messages: messagesOf(row) })), total };
}

/** Closes a report, whose messages go. Undefined for an unknown one; else the files that are to be removed. */
export async function endReport(trx: Db, id: string): Promise<{ isNew: boolean; keys: string[] } | undefined> {
  const { rows } = await sql<{ thread_id: string; is_closed: boolean }>`
    select thread_id, closed_at is not null as is_closed from thread_reports where id = ${id} for update`.execute(trx);
  const [report] = rows;
  if (!report) return undefined;
  if (report.is_closed) return { isNew: false, keys: [] };
  await sql`
    update thread_reports set closed_at = clock_now(), messages = '[]', picture_ids = '{}' where id = ${id}`.execute(
    trx,
  );
  const which = sql`thread_id = ${report.thread_id} and removed_at is not null`;
  return { isNew: true, keys: await removePictures(trx, which) };
}

/**
 * An account ends: what it wrote goes, and each thread in which nothing is left; the others are open to nobody any more,
 * and no block stands in them. Needs the account's lock. Returns the keys of the pictures' files that no open report
 * shows.
 */
export async function forgetMessagesOf(trx: Db, { role: side, id, user_id }: ThreadParty): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from threads t where ${columnOf[side]} = ${id} order by id for no key update`.execute(trx);
  const ids = sql`any(${rows.map((row) => row.id)}::uuid[])`;
  const keys = await removePictures(trx, sql`user_id = ${user_id}`);
  await sql`delete from messages where thread_id = ${ids} and side = ${side}`.execute(trx);
  await sql`
    delete from threads t where id = ${ids} and not exists (select from messages where thread_id = t.id)`.execute(trx);
  await sql`
    update threads t set last_sent_at = (select max(sent_at) from messages where thread_id = t.id)
    where id = ${ids}`.execute(trx);
  await sql`update thread_sides set blocked_at = null, mail_at = null, unread = 0 where thread_id = ${ids}`.execute(
    trx,
  );
  // They say who wrote, as do the answers that are kept for keys of the other sides.
  await sql`delete from notifications where thread_id = ${ids}`.execute(trx);
  await sql`
    delete from idempotency_keys where route = 'POST /threads/' and user_id in (
      select coalesce(p.user_id, c.user_id) from threads t
      left join professionals p on p.id = t.professional_id and ${side === 'client'}
      left join clients c on c.id = t.client_id and ${side === 'professional'}
      where t.id = ${ids}) and answer like any(${rows.map((row) => contains(row.id))}::text[])`.execute(trx);
  return keys;
}

/** Deletes rows of pictures that were not sent within a day, or were taken back and are no longer counted. */
export function deleteOldPictures(db: Db, limit: number): Promise<number> {
  const isOld = sql`created_at < clock_now() - interval '1 day'
    and (message_id is null or removed_at is not null and storage_key is null)`;
  return deleteBatch(db, 'message_pictures', isOld, limit);
}

/** Ids of sides whose mail about unread messages is due, most overdue first. */
export async function findDueMails(db: Db, limit: number, without: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from thread_sides where mail_at <= clock_now() and id <> all(${without}::uuid[])
    order by mail_at limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Counts all messages to a side as mailed; undefined when its mail is no longer due, or another process has it. */
export async function takeDueMail(trx: Db, id: string) {
  const { rows } = await sql<{ professional_id: string; thread_id: string; to: Side; message_id: string }>`
    update thread_sides own set mail_at = null, mailed_id = (
      select m.id from messages m where m.thread_id = own.thread_id order by m.id desc limit 1)
    where own.id = (select id from thread_sides where id = ${id} and mail_at <= clock_now() for no key update skip locked)
    returning own.professional_id, own.thread_id, own.side as "to", own.mailed_id as message_id`.execute(trx);
  return rows[0];
}

/** How many mails about unread messages wait past their time, and for how long the one most overdue, seconds. */
export async function overdueMails(db: Db): Promise<{ count: number; overdue_seconds: number }> {
  const { rows } = await sql<{ count: number; overdue_seconds: number }>`
    select count(*)::int as count, coalesce(extract(epoch from clock_now() - min(mail_at)), 0)::float8 as overdue_seconds
    from thread_sides where mail_at <= clock_now()`.execute(db);
  return rows[0] ?? { count: 0, overdue_seconds: 0 };
}
