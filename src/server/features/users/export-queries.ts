import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '#server/api/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { bookedName } from '#server/db/line-name.ts';
import { isoText, nilId } from '#server/db/sql.ts';
import { unauthorized } from '#server/errors.ts';
import { quoteStatus } from '#server/features/bookings/quotes/queries.ts';

/**
 * What there is one of at most, beside the profile; 401 once the account is gone. The secret of a calendar feed is
 * stored nowhere.
 */
export async function findUserData(db: Db, userId: string) {
  const { rows } = await sql<{
    exported_at: string;
    account: object;
    calendar_feed: object | null;
    waitlist: object | null;
  }>`
    select clock_now() as exported_at, row_to_json(account) as account,
      (select json_build_object('created_at', created_at) from calendar_feeds where user_id = account.id)
        as calendar_feed,
      (select row_to_json(entry) from (
        select name, email, role, location, link, status, decline_reason, created_at, verified_at, decided_at from waitlist_entries
          where email = account.email
      ) entry) as waitlist
    from (select id, role, email, username, created_at from users where id = ${userId}) account`.execute(db);
  const { account, calendar_feed, waitlist, exported_at } = rows[0] ?? unauthorized();
  return {
    exported_at,
    account: withUtc(account),
    calendar_feed: calendar_feed && withUtc(calendar_feed),
    waitlist: waitlist && withUtc(waitlist),
  };
}

const instantColumn = /_at$|_time$|^start$|^end$/;

/** PostgreSQL's JSON says `+00:00` where answers say `Z`. */
function withUtc(row: object) {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      instantColumn.test(column) && typeof value === 'string' ? new Date(value).toISOString() : value,
    ]),
  );
}

export function findClientData(db: Db, id: string) {
  return db
    .selectFrom('clients')
    .select(['id', 'first_name', 'last_name', 'phone_number', 'notes', 'created_at', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Minutes since midnight as a time of the clock. */
const clockOf = (minutes: RawBuilder<unknown>) => sql`to_char(make_interval(mins => ${minutes}), 'HH24:MI')`;

/** Rows of a table with two sides that are a user's. */
const isOwn = ({ client_id, professional_id }: Caller, table: string) =>
  client_id === null
    ? sql`${sql.ref(`${table}.professional_id`)} = ${professional_id}::uuid`
    : sql`${sql.ref(`${table}.client_id`)} = ${client_id}::uuid`;

/** The pictures of conversations, under the names that the export gives them. */
const sentPictures = (threads: RawBuilder<unknown>) => sql`
  select storage_key, message_id, number, 'thread-' || thread_id || '/' || number || '.webp' as path from (
    select *, row_number() over (partition by thread_id order by message_id, position) as number
    from message_pictures where thread_id in (${threads}) and removed_at is null) numbered`;

export async function listSentPictures(db: Db, caller: Caller): Promise<{ path: string; storage_key: string }[]> {
  const threads = sql`select id from threads where ${isOwn(caller, 'threads')}`;
  const { rows } = await sql<{ path: string; storage_key: string }>`
    select path, storage_key from (${sentPictures(threads)}) sent order by path`.execute(db);
  return rows;
}

/** The quote of a row of messages `m`. */
const quoteOf = sql`(
  select json_build_object('id', q.id, 'service', q.name, 'options', q.options, 'price', q.price_cents / 100.0,
    'service_duration_minutes', q.service_duration_minutes, 'note', q.note, 'status', ${quoteStatus},
    'expires_at', ${isoText(sql`q.expires_at`)}, 'booking_id', q.booking_id)
  from quotes q where q.thread_id = m.thread_id and q.message_id = m.id)`;

type Page = { after: readonly string[] | null; limit: number };

/** A page of messages, of each conversation no more than that. */
function messagesOf(caller: Caller, { after, limit }: Page) {
  const [thread, message] = after ?? [];
  const from = after ? sql`and id >= ${thread}::uuid` : sql``;
  const later = after ? sql`and id > case t.id when ${thread}::uuid then ${message}::uuid else ${nilId} end` : sql``;
  return sql`(
    with page as materialized (
      select m.* from (select id from threads where ${isOwn(caller, 'threads')} ${from} order by id) t
      cross join lateral (select * from messages where thread_id = t.id ${later} order by id limit ${limit}) m
      order by m.thread_id, m.id limit ${limit})
    select page.*, coalesce(sent.pictures, '{}') as pictures from page left join (
      select message_id, array_agg(path order by number) as pictures
      from (${sentPictures(sql`select thread_id from page`)}) one group by message_id
    ) sent on sent.message_id = page.id)`;
}

/** Columns in whose order a list is read, with their types, and names where rows have them under others. */
type Key = readonly [column: string, type: 'uuid' | 'date' | 'int' | 'text' | 'timestamptz', name?: string][];
const byId: Key = [['id', 'uuid']];

/** Each ends with a condition, so that another one can follow; an index has the key of those whose rows they are. */
const userLists = {
  reschedules: [
    [
      ['r.booking_id', 'uuid'],
      ['r.id', 'uuid'],
    ],
    (caller) => sql`
      select r.id, r.booking_id, r.requested_by, r.status, r.start_time, r.end_time, r.message, r.created_at,
        r.expires_at, r.answered_at
      from reschedules r join bookings b on b.professional_id = r.professional_id and b.id = r.booking_id
      where ${isOwn(caller, 'b')}`,
  ],
  cancellation_list: [
    [['e.id', 'uuid']],
    (caller) => sql`
    select e.id, e.status, p.display_name as professional, c.first_name, c.last_name, e.booking_id,
      case when e.is_earlier then (select json_agg(${bookedName('s')} order by s.position) from booking_services s
          where s.professional_id = e.professional_id and s.booking_id = e.booking_id)
        else (select json_agg(s.name || coalesce((
            select string_agg(', ' || (one ->> 'name'), '' order by n)
            from jsonb_array_elements(e.options) with ordinality chosen (one, n)
            where one ->> 'service_id' = s.id::text), '') order by array_position(e.service_ids, s.id)) from services s
          where s.professional_id = e.professional_id and s.id = any(e.service_ids)) end as services,
      (select json_agg(json_build_object('start', ${isoText(sql`lower(w)`)}, 'end', ${isoText(sql`upper(w)`)}) order by w)
        from unnest(e.windows) w) as windows,
      (select coalesce(json_agg(json_build_object('status', o.status, 'start', ${isoText(sql`o.start_time`)},
          'end', ${isoText(sql`o.end_time`)}, 'offered', ${isoText(sql`o.created_at`)}) order by o.created_at), '[]')
        from openings o where o.professional_id = e.professional_id and o.entry_id = e.id) as openings,
      e.note, e.created_at, e.ended_at
    from cancellation_list_entries e
    join professionals p on p.id = e.professional_id
    join clients c on c.id = e.client_id
    where ${isOwn(caller, 'e')}`,
  ],
  favourites: [
    [['f.professional_id', 'uuid']],
    (caller) => sql`
    select f.professional_id, p.display_name as professional, f.created_at
    from favourites f join professionals p on p.id = f.professional_id where f.client_id = ${caller.client_id}::uuid`,
  ],
  books_reminders: [
    [['r.professional_id', 'uuid']],
    (caller) => sql`
    select r.professional_id, p.display_name as professional, r.month, r.created_at
    from books_reminders r join professionals p on p.id = r.professional_id where r.client_id = ${caller.client_id}::uuid`,
  ],
  receipts: [
    [
      ['r.booking_id', 'uuid'],
      ['r.number', 'int'],
    ],
    (caller) => sql`
      select r.booking_id, r.number, r.issued_on, r.content, r.voided_at
      from receipts r join bookings b on b.professional_id = r.professional_id and b.id = r.booking_id
      where ${isOwn(caller, 'b')}`,
  ],
  services: [
    byId,
    (caller) => sql`
    select id, name, description, preparation, category, technique, service_duration_minutes, processing_start_minutes,
      processing_minutes, variants, extras, prepare, hair, min_length_cm, price_cents / 100.0 as price, deposit_cents / 100.0 as deposit, is_active, created_at, updated_at, deleted_at
    from services where professional_id = ${caller.professional_id}::uuid`,
  ],
  availability: [
    byId,
    (caller) => sql`
    select id, start_time, end_time, created_at from availability where professional_id = ${caller.professional_id}::uuid`,
  ],
  hours: [
    byId,
    (caller) => sql`
    select id, starts_on, ends_on, every_weeks, (
      select coalesce(json_agg(json_build_object('weekday', hours[i], 'start', ${clockOf(sql`hours[i + 1]`)}, 'end',
        ${clockOf(sql`hours[i + 2]`)}) order by i), '[]')
      from generate_series(1, cardinality(hours), 3) i) as hours
    from hour_schedules where professional_id = ${caller.professional_id}::uuid`,
  ],
  hours_of_dates: [
    [['date', 'date']],
    (caller) => sql`
    select date, note, (
      select coalesce(json_agg(json_build_object('start', ${clockOf(sql`hours[i]`)}, 'end',
        ${clockOf(sql`hours[i + 1]`)}) order by i), '[]')
      from generate_series(1, cardinality(hours), 2) i) as hours
    from hour_dates where professional_id = ${caller.professional_id}::uuid`,
  ],
  time_off: [
    byId,
    (caller) => sql`
    select id, start_time as start, end_time as "end", reason, created_at
    from time_off where professional_id = ${caller.professional_id}::uuid`,
  ],
  busy_calendars: [
    byId,
    (caller) => sql`
    select id, name, case when problem is null then 'ok' else 'failing' end as state, problem,
      created_at, last_read_at
    from busy_calendars where professional_id = ${caller.professional_id}::uuid and removed_at is null`,
  ],
  contact_imports: [
    byId,
    (caller) => sql`
    select id, created_at, undone_at
    from contact_imports where professional_id = ${caller.professional_id}::uuid and not is_dry_run`,
  ],
  reviews: [
    [['r.id', 'uuid']],
    (caller) => sql`
    select r.id, r.booking_id, r.stars, r.text, r.show_texture, r.created_at, r.edited_at,
      case when r.reply_hidden_at is null then r.reply end as reply,
      case when r.reply_hidden_at is null then r.replied_at end as replied_at
    from reviews r where r.deleted_at is null
      and ${isOwn(caller, 'r')}`,
  ],
  pictures: [
    byId,
    (caller) => sql`
    select id, kind, service_id, alt, caption, technique, texture, width, height, focus_x, focus_y,
      '/images/' || storage_key || '/' || width || '.webp' as path, created_at
    from professional_pictures where professional_id = ${caller.professional_id}::uuid`,
  ],
  hair_readings: [
    byId,
    (caller) => sql`
    select id, booking_id, parts, read_at, (
      select display_name from professionals p where p.id = hair_readings.professional_id) as professional
    from hair_readings where client_id = ${caller.client_id}::uuid`,
  ],
  messages: [
    [
      ['m.thread_id', 'uuid'],
      ['m.id', 'uuid'],
    ],
    (caller, page) => sql`
      select m.thread_id, m.id, m.side as "from", m.text, m.sent_at, m.deleted_at is not null as deleted, m.pictures,
        case when m.deleted_at is null then ${quoteOf} end as quote
      from ${messagesOf(caller, page)} m where true`,
  ],
  notifications: [
    [
      ['created_at', 'timestamptz'],
      ['id', 'uuid'],
    ],
    (caller) => sql`
    select id, message, booking_id, is_read, created_at from notifications where user_id = ${caller.id} and in_app`,
  ],
  feedback: [
    [
      ['created_at', 'timestamptz'],
      ['id', 'uuid'],
    ],
    (caller) => sql`
    select id, confusing_choice, confusing_comment, smooth_choice, smooth_comment,
      switch_reason_choice, switch_reason_comment, email,
      page_url, written_at, created_at
    from feedback where user_id = ${caller.id}`,
  ],
  sessions: [
    [['shown_id', 'uuid', 'id']],
    (caller) => sql`
    select shown_id as id, device, created_at, last_seen_at, expires_at from sessions where user_id = ${caller.id}`,
  ],
  push_subscriptions: [
    byId,
    (caller) => sql`
    select substring(endpoint from '^https?://([^/?#]+)') as host, created_at, posted_at
    from push_subscriptions where user_id = ${caller.id}`,
  ],
  devices: [
    [['key', 'text']],
    (caller) => sql`
    select key, device, last_login_at from login_devices where user_id = ${caller.id}`,
  ],
  email_changes: [
    byId,
    (caller) => sql`
    select id, email, previous_email, created_at, confirmed_at from email_changes where user_id = ${caller.id}`,
  ],
  admin_actions: [
    byId,
    (caller) => sql`
    select id, action, subject_id, detail, created_at from audit_entries where actor_id = ${caller.id}`,
  ],
} satisfies Record<string, readonly [key: Key, rows: (caller: Caller, page: Page) => RawBuilder<unknown>]>;
export type UserList = keyof typeof userLists;

/**
 * The rows of a list after a key, or the first ones, each as an object of its columns, and the key of the last one; null
 * when none follow.
 */
export async function pageOfList(db: Db, list: UserList, caller: Caller, page: Page) {
  const [key, rowsOf]: readonly [Key, (caller: Caller, page: Page) => RawBuilder<unknown>] = userLists[list];
  const { after, limit } = page;
  const columns = sql.join(key.map(([column]) => sql.ref(column)));
  const values = key.map(([, type], index) => sql`${after?.[index]}::${sql.raw(type)}`);
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(own) as row from (
      ${rowsOf(caller, page)} ${after ? sql`and (${columns}) > (${sql.join(values)})` : sql``}
      order by ${columns} limit ${limit}) own`.execute(db);
  const last = rows.length < limit ? undefined : rows.at(-1)?.row;
  return {
    rows: rows.map(({ row: { key: _, ...row } }) => withUtc(row)),
    after: last ? key.map(([column, , name]) => String(last[name ?? column.replace(/^.*\./, '')])) : null,
  };
}
