import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { anyOf, clockNow } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import { transact } from '#server/db/transact.ts';
import { maskAddresses } from '#server/logging/log.ts';

/** A row that is not done so long after it was added to the queue is added again (reliability J2), seconds. */
const redispatchAfter = 60;
/** The same for a row that a relay took and was perhaps killed before it added it (reliability J5), seconds. */
const claimLease = 10;
/** After this time without a renewal another process may try a delivery (reliability J5), seconds. */
export const sendingLease = 10;
/** Attempts until a row is dead (reliability J7), with pauses of 5, 25, 125 and 625 seconds. */
const maxAttempts = 5;
const jitter = () => 0.9 + Math.random() * 0.2;
const backoff = (attempts: number) => 5 ** attempts * jitter();
/**
 * How long a delivery is tried while its service is away or asks to wait, days; and its own pauses: the first, which
 * doubles, and the longest, seconds. A push ends earlier, with its own time (contract 16).
 */
const deferrals = {
  mail: { days: 3, first: 5, longest: 3_600 },
  push: { days: 30, first: 25, longest: 800 },
};
type Channel = keyof typeof deferrals;

export type Table = 'outbox' | 'deliveries';
const isOpen = {
  outbox: sql<boolean>`done_at is null and dead_at is null`,
  deliveries: sql<boolean>`sent_at is null and dead_at is null and skipped_at is null`,
};

const inSeconds = (seconds: number) => sql<string>`clock_now() + make_interval(secs => ${seconds})`;

/** Rows that one relay is adding to the queue, until `lease`, an instant as PostgreSQL writes it. */
type Claim = { ids: string[]; lease: string };

/**
 * Claims due rows, at most `limit`, each for one caller only. A single statement, so that no lock is held while the
 * queue is asked.
 */
export async function claimDispatch(db: Db, table: Table, limit: number): Promise<Claim> {
  const { rows } = await sql<{ id: string; lease: string }>`
    update ${sql.table(table)} set next_attempt_at = ${inSeconds(claimLease)} where id in (
      select id from ${sql.table(table)} where ${isOpen[table]} and next_attempt_at <= clock_now()
      order by next_attempt_at limit ${limit} for update skip locked)
    returning id, next_attempt_at::text as lease`.execute(db);
  return { ids: rows.map(({ id }) => id), lease: rows[0]?.lease ?? '' };
}

/**
 * Gives the queue its time for the rows of a claim, except for those that a worker has changed already or is working
 * on.
 */
export async function markDispatched(db: Db, table: Table, { ids, lease }: Claim): Promise<void> {
  await sql`
    update ${sql.table(table)} set next_attempt_at = ${inSeconds(redispatchAfter)} where id in (
      select id from ${sql.table(table)} where id = ${anyOf(ids, 'uuid')} and next_attempt_at = ${lease}::timestamptz
        and ${isOpen[table]}
      for update skip locked)`.execute(db);
}

/** Makes rows due again after so many seconds: those that the queue refused, or that wait for their turn in a process. */
export async function postpone(db: Db, table: Table, ids: string[], seconds: number): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable(table)
    .set({ next_attempt_at: inSeconds(seconds) })
    .where('id', '=', anyOf(ids, 'uuid'))
    .execute();
}

/**
 * Locks an open event until the transaction ends; undefined when it is done or dead. Waits for whoever has it: a relay,
 * for a moment, which must not count as somebody who does it, or another worker, after which it is done.
 */
export function lockEvent(trx: Db, id: string) {
  return trx
    .selectFrom('outbox')
    .select(['event', 'payload'])
    .where('id', '=', id)
    .where(isOpen.outbox)
    .forUpdate()
    .executeTakeFirst();
}

/** What an event is and where it came from. */
export function findEvent(db: Db, id: string) {
  return db.selectFrom('outbox').select(['event', 'request_id', 'created_at']).where('id', '=', id).executeTakeFirst();
}

export async function markDone(trx: Db, id: string): Promise<void> {
  await trx.updateTable('outbox').set({ done_at: clockNow, last_error: null }).where('id', '=', id).execute();
}

type NewDelivery = { event_id: string; channel: Channel; recipient: string; template: string; payload: object };

const newDeliveries = statement(
  'new_deliveries',
  (_, p: Params<{ rows: string }>) => sql`
    insert into deliveries (event_id, channel, recipient, template, payload)
    select * from jsonb_to_recordset(${p.rows}::jsonb)
      as one (event_id uuid, channel text, recipient text, template text, payload jsonb)
    on conflict on constraint deliveries_event_channel_recipient_key do nothing`,
);

/** Inserts each row once per event, channel and recipient, however often the event is handled. */
export async function insertDeliveries(trx: Db, rows: NewDelivery[]): Promise<void> {
  if (rows.length > 0) await newDeliveries.execute(trx, { rows: JSON.stringify(rows) });
}

/**
 * Reserves a delivery for one attempt, until the lease ends; undefined when another process has it, or it is sent,
 * skipped or dead.
 */
export function takeDelivery(db: Db, id: string) {
  return db
    .updateTable('deliveries')
    .set({
      attempts: sql`attempts + 1`,
      sending_until: inSeconds(sendingLease),
      next_attempt_at: inSeconds(sendingLease),
      // A lease that nobody ended: its attempt was broken off.
      outcome_unknown: sql`outcome_unknown or sending_until is not null`,
    })
    .where('id', '=', id)
    .where(isOpen.deliveries)
    .where((eb) => eb.or([eb('sending_until', 'is', null), eb('sending_until', '<=', clockNow)]))
    .returning(['attempts', 'event_id', 'recipient', 'template', 'payload', 'held'])
    .returning((eb) => eb.ref('channel').$castTo<Channel>().as('channel'))
    .returning((eb) =>
      eb.selectFrom('outbox').select('request_id').whereRef('outbox.id', '=', 'deliveries.event_id').as('request_id'),
    )
    .executeTakeFirst();
}

/** The endpoint that a push goes to, null once it is gone; undefined for an email. */
export async function findEndpoint(db: Db, id: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('deliveries as d')
    .select((eb) => [
      eb
        .selectFrom('push_subscriptions as s')
        .select('s.endpoint')
        .whereRef(sql`s.id::text`, '=', 'd.recipient')
        .as('endpoint'),
    ])
    .where('d.id', '=', id)
    .where('d.channel', '=', 'push')
    .executeTakeFirst();
  return row?.endpoint;
}

/**
 * Lets a push that was held tell the others that wait for the same browser, too: they end here. Returns false when it
 * was itself told by another one meanwhile.
 */
export function gatherHeld(db: Db, { id, attempts }: Attempt, subscription: string): Promise<boolean> {
  return transact(db, async (trx) => {
    // One of them at a time decides.
    await sql`select from push_subscriptions where id = ${subscription} for no key update`.execute(trx);
    const own = await trx
      .updateTable('deliveries')
      .set({ held: false })
      .where(isCurrent({ id, attempts }))
      .executeTakeFirst();
    if (own.numUpdatedRows === 0n) return false;
    const gathered = await trx
      .updateTable('deliveries')
      .set({ skipped_at: clockNow, skip_reason: 'told with another', told_with: id, sending_until: null })
      .where('recipient', '=', subscription)
      .where('held', '=', true)
      .where(isOpen.deliveries)
      .returning('id')
      .execute();
    // What one of them gathered on an earlier morning, and could not tell all day.
    const before = anyOf(
      gathered.map((one) => one.id),
      'uuid',
    );
    await trx.updateTable('deliveries').set({ told_with: id }).where('told_with', '=', before).execute();
    return true;
  });
}

/** What a push tells: its own news and those of the pushes that it gathered, in order. */
export function findTold(db: Db, id: string): Promise<{ template: string; payload: unknown }[]> {
  return db
    .selectFrom('deliveries')
    .select(['template', 'payload'])
    .where((eb) => eb.or([eb('id', '=', id), eb('told_with', '=', id)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** A reserved delivery, and the number of its attempt. */
type Attempt = { id: string; attempts: number };

/** Prolongs the lease of an attempt; returns false when the attempt is over, or another one has begun. */
export async function renewLease(db: Db, { id, attempts }: Attempt): Promise<boolean> {
  const renewed = await db
    .updateTable('deliveries')
    .set({ sending_until: inSeconds(sendingLease), next_attempt_at: inSeconds(sendingLease) })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('sending_until', 'is not', null)
    .where(isOpen.deliveries)
    .executeTakeFirst();
  return renewed.numUpdatedRows > 0n;
}

export async function markSent(db: Db, id: string): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ sent_at: clockNow, sending_until: null, last_error: null })
    .where('id', '=', id)
    .execute();
}

/** Closes a delivery that is not sent because it would be of no use any more. */
export async function markSkipped(db: Db, id: string, reason: string): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ skipped_at: clockNow, skip_reason: reason, sending_until: null })
    .where('id', '=', id)
    .where(isOpen.deliveries)
    .execute();
}

/** An attempt that nobody has overtaken. */
const isCurrent = ({ id, attempts }: Attempt) =>
  sql<boolean>`id = ${id} and attempts = ${attempts} and sending_until is not null and ${isOpen.deliveries}`;

/** Gives a reserved delivery back for so many seconds; the attempt does not count. `held`: it waits for the morning. */
export async function releaseDelivery(db: Db, attempt: Attempt, seconds: number, held = false): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ attempts: sql`attempts - 1`, sending_until: null, next_attempt_at: inSeconds(seconds), held })
    .where(isCurrent(attempt))
    .execute();
}

type Deferral = {
  message: string;
  /** Milliseconds until all emails are tried again. */
  pausedFor?: number | undefined;
  concernsAll: boolean;
  /** Milliseconds that the service asks to wait. */
  atLeast?: number | undefined;
};

/**
 * The same for an attempt that the service, not the email or push, is to blame for: until the pause of all emails is
 * over, or for a pause of its own that grows. The delivery is dead when it was tried in vain for days.
 */
export async function deferDelivery(
  db: Db,
  attempt: Attempt,
  { message, pausedFor, concernsAll, atLeast = 0 }: Deferral,
  channel: Channel = 'mail',
): Promise<void> {
  const { first, longest, days } = deferrals[channel];
  // A pause of all emails begins as short; the next attempt learns how long it is.
  const own = concernsAll ? sql`1` : sql`least(${longest}::float8, ${first}::float8 * 2 ^ least(deferrals, 12))`;
  const seconds =
    pausedFor === undefined
      ? sql`greatest(${own} * ${jitter()}::float8, ${atLeast / 1_000}::float8)`
      : sql`${(pausedFor / 1_000) * (1 + Math.random() * 0.1)}::float8`;
  await db
    .updateTable('deliveries')
    .set({
      attempts: sql`attempts - 1`,
      sending_until: null,
      next_attempt_at: sql`clock_now() + make_interval(secs => ${seconds})`,
      deferrals: sql`deferrals + ${pausedFor === undefined ? 1 : 0}`,
      last_error: errorText(message),
      dead_at: sql`case when coalesce(revived_at, created_at) < clock_now() - make_interval(days => ${days}) then clock_now() end`,
    })
    .where(isCurrent(attempt))
    .execute();
}

type Failure = {
  error: unknown;
  final?: boolean;
  /**
   * The number of a delivery's attempt, which its row counts already; the failure of an attempt that was overtaken is
   * not recorded.
   */
  attempt?: number;
  /** The mail server may have accepted the email. */
  outcomeUnknown?: boolean;
};

/** Records a failure: the row is tried again later, unless this was the last attempt or `final`. */
export async function markFailed(
  db: Db,
  table: Table,
  id: string,
  { error, final = false, attempt, outcomeUnknown }: Failure,
): Promise<void> {
  const { attempts } = await db.selectFrom(table).select('attempts').where('id', '=', id).executeTakeFirstOrThrow();
  const made = attempt ?? attempts + 1;
  const dead = final || made >= maxAttempts;
  const message = errorText(error instanceof Error ? error.message : String(error));
  const ofDelivery = sql`, sending_until = null, outcome_unknown = outcome_unknown or ${outcomeUnknown ?? false}`;
  await sql`
    update ${sql.table(table)} set attempts = ${made}, last_error = ${message},
      next_attempt_at = ${inSeconds(backoff(made))},
      dead_at = ${dead ? clockNow : null} ${table === 'deliveries' ? ofDelivery : sql``}
    where id = ${id} and attempts = ${attempt ?? attempts} and ${isOpen[table]}`.execute(db);
}

/** As it is stored: without addresses, because a recipient who goes leaves none behind. */
function errorText(message: string): string {
  return maskAddresses(message.replaceAll('\u0000', '')).slice(0, 1_000);
}

type DeadRow = {
  id: string;
  kind: 'event' | Channel;
  what: string;
  attempts: number;
  dead_at: string;
  last_error: string | null;
};

/** Dead events and deliveries. */
export const deadRows = sql<DeadRow>`
  select id, 'event' as kind, event as what, attempts, dead_at, last_error from outbox where dead_at is not null
  union all
  select id, channel, template, attempts + deferrals, dead_at, last_error from deliveries where dead_at is not null`;

/** Dead events and deliveries, those that died first at the top. */
export async function listDead(db: Db): Promise<DeadRow[]> {
  const inOrder = sql<DeadRow>`select kind, id, what, attempts, last_error, dead_at from (${deadRows}) dead order by dead_at, id`;
  return (await inOrder.execute(db)).rows;
}

type Backlog = { table: string; open: number; oldest_seconds: number; dead: number };
/** Events, emails and pushes; what waits for the morning is on time. */
const backlogged: Record<string, { table: Table; which: RawBuilder<boolean> }> = {
  outbox: { table: 'outbox', which: sql`true` },
  deliveries: { table: 'deliveries', which: sql`channel = 'mail'` },
  pushes: { table: 'deliveries', which: sql`channel = 'push' and not held` },
};

/** For each kind of row the number of open ones, the age of the oldest one in seconds, and the number of dead rows. */
export async function backlog(db: Db): Promise<Backlog[]> {
  const backlogs: Backlog[] = [];
  for (const [name, { table, which }] of Object.entries(backlogged)) {
    const { rows } = await sql<Omit<Backlog, 'table'>>`
        select open, oldest_seconds, (select count(*) from ${sql.table(table)} where dead_at is not null and ${which}) as dead
        from (select count(*) as open, coalesce(extract(epoch from clock_now() - min(created_at)), 0)::float8
          as oldest_seconds
              from ${sql.table(table)} where ${isOpen[table]} and ${which}) as waiting`.execute(db);
    backlogs.push({ table: name, open: 0, oldest_seconds: 0, dead: 0, ...rows[0] });
  }
  return backlogs;
}

/**
 * Makes all dead rows, or the one with the id, due with all their attempts; returns their number. Effects that were
 * written or sent before are not repeated.
 */
export async function reviveDead(db: Db, id?: string): Promise<number> {
  const anew = { dead_at: null, attempts: 0, next_attempt_at: clockNow };
  const which = id === undefined ? sql<boolean>`dead_at is not null` : sql<boolean>`dead_at is not null and id = ${id}`;
  const events = await db.updateTable('outbox').set(anew).where(which).executeTakeFirst();
  const deliveries = await db
    .updateTable('deliveries')
    .set({ ...anew, deferrals: 0, revived_at: clockNow })
    .where(which)
    .executeTakeFirst();
  return Number(events.numUpdatedRows + deliveries.numUpdatedRows);
}

/** How long done events are stored, days. */
const keptDays = 30;

/**
 * Deletes up to `limit` old done events with their deliveries, few enough to hold locks only briefly. Returns the
 * number of events.
 */
export async function forgetDone(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with old as (
      select id from outbox where done_at < clock_now() - make_interval(days => ${keptDays})
        and not exists (select from deliveries where event_id = outbox.id and ${isOpen.deliveries})
      limit ${limit} for update skip locked
    ), gone as (delete from deliveries where event_id in (select id from old))
    delete from outbox where id in (select id from old) returning id`.execute(db);
  return rows.length;
}

/**
 * Whether any of some emails was sent; an attempt whose end nobody saw counts. `sending`: this is being decided now.
 * Each condition on `deliveries` wants an index of its own.
 */
export async function stateOfEmails(
  db: Db,
  conditions: RawBuilder<unknown>[],
): Promise<'mailed' | 'not mailed' | 'sending'> {
  const told = conditions.map(
    (which) => sql`
      select sent_at is not null or outcome_unknown or sending_until <= clock_now() as is_mailed,
        sending_until > clock_now() as is_sending
      from deliveries where ${which}`,
  );
  const { rows } = await sql<{ is_mailed: boolean | null; is_sending: boolean | null }>`
    select bool_or(is_mailed) as is_mailed, bool_or(is_sending) as is_sending
    from (${sql.join(told, sql` union all `)}) told`.execute(db);
  const [row] = rows;
  if (row?.is_sending) return 'sending';
  return row?.is_mailed ? 'mailed' : 'not mailed';
}

/** `KindMails` of the deliveries of a day. */
export const inHourAndDay = [
  sql<number>`count(*) filter (where deliveries.created_at > clock_now() - interval '1 hour')::int`.as('inHour'),
  sql<number>`count(*)::int`.as('inDay'),
] as const;
