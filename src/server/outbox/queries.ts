import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { clockNow } from '#server/db/sql.ts';

/** A row that was handed to the queue and not done so long after is handed over again, seconds (reliability J2). */
const redispatchAfter = 60;
/** A mail takes at most 15 s; then another process may try (reliability J5), seconds. */
const sendingLease = 17;
/** Attempts until a row is dead (reliability J7). Between them 5, 25, 125 and 625 s: a mail server may be away for ten minutes. */
const maxAttempts = 5;
const backoff = (attempts: number) => 5 ** attempts * (0.9 + Math.random() * 0.2);

export type Table = 'outbox' | 'deliveries';
const endedAt = { outbox: 'done_at', deliveries: 'sent_at' } as const;

const inSeconds = (seconds: number) => sql<string>`clock_now() + make_interval(secs => ${seconds})`;

/** Ids of rows that are due, at most `limit`, each given to one caller: one statement, so that nothing is locked while the queue is asked. */
export async function claimDispatch(db: Db, table: Table, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update ${sql.table(table)} set next_attempt_at = ${inSeconds(redispatchAfter)} where id in (
      select id from ${sql.table(table)} where ${sql.ref(endedAt[table])} is null and dead_at is null and next_attempt_at <= clock_now()
      order by next_attempt_at limit ${limit} for update skip locked)
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** What the queue did not take is due again soon. */
export async function postpone(db: Db, table: Table, ids: string[], seconds: number): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable(table)
    .set({ next_attempt_at: inSeconds(seconds) })
    .where('id', 'in', ids)
    .execute();
}

/** An event that is not done yet, locked until the transaction ends; undefined while another has it, and once it is done or dead. */
export function lockEvent(trx: Db, id: string) {
  return trx
    .selectFrom('outbox')
    .select(['event', 'payload'])
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .where('dead_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

export async function markDone(trx: Db, id: string): Promise<void> {
  await trx.updateTable('outbox').set({ done_at: clockNow, last_error: null }).where('id', '=', id).execute();
}

type NewDelivery = { event_id: string; channel: 'mail'; recipient: string; template: string; payload: object };

/** Each once for an event, channel and recipient, however often the event is handled. */
export async function insertDeliveries(trx: Db, rows: NewDelivery[]): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .insertInto('deliveries')
    .values(rows.map((row) => ({ ...row, payload: JSON.stringify(row.payload) })))
    .onConflict((conflict) => conflict.constraint('deliveries_event_channel_recipient_key').doNothing())
    .execute();
}

/** Takes one attempt at a delivery, for as long as it may take; undefined while another has it, and once it is sent or dead. */
export function takeDelivery(db: Db, id: string) {
  return db
    .updateTable('deliveries')
    .set({ attempts: sql`attempts + 1`, sending_until: inSeconds(sendingLease), next_attempt_at: inSeconds(sendingLease + 3) })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('dead_at', 'is', null)
    .where((eb) => eb.or([eb('sending_until', 'is', null), eb('sending_until', '<=', clockNow)]))
    .returning(['event_id', 'channel', 'template', 'payload'])
    .returning((eb) => eb.selectFrom('outbox').select('request_id').whereRef('outbox.id', '=', 'deliveries.event_id').as('request_id'))
    .executeTakeFirst();
}

export async function markSent(db: Db, id: string): Promise<void> {
  await db.updateTable('deliveries').set({ sent_at: clockNow, sending_until: null, last_error: null }).where('id', '=', id).execute();
}

/** Notes a failure: another attempt later, or none when it was the last one or is `final`. `counted`: the attempt stands in the row already. */
export async function markFailed(
  db: Db,
  table: Table,
  id: string,
  { error, final, counted }: { error: unknown; final: boolean; counted: boolean },
): Promise<void> {
  const { attempts } = await db.selectFrom(table).select('attempts').where('id', '=', id).executeTakeFirstOrThrow();
  const made = counted ? attempts : attempts + 1;
  const dead = final || made >= maxAttempts;
  const message = (error instanceof Error ? error.message : String(error)).replaceAll('\u0000', '').slice(0, 1_000);
  await sql`
    update ${sql.table(table)} set attempts = ${made}, last_error = ${message}, next_attempt_at = ${inSeconds(backoff(made))},
      dead_at = ${dead ? clockNow : null} ${table === 'deliveries' ? sql`, sending_until = null` : sql``}
    where id = ${id} and ${sql.ref(endedAt[table])} is null`.execute(db);
}

/** Events and deliveries that were given up, oldest first. */
export async function listDead(db: Db) {
  const events = db
    .selectFrom('outbox')
    .select([sql<string>`'event'`.as('kind'), 'id', 'event as what', 'attempts', 'last_error', 'dead_at'])
    .where('dead_at', 'is not', null);
  const deliveries = db
    .selectFrom('deliveries')
    .select([sql<string>`'mail'`.as('kind'), 'id', 'template as what', 'attempts', 'last_error', 'dead_at'])
    .where('dead_at', 'is not', null);
  return events.unionAll(deliveries).orderBy('dead_at').orderBy('id').execute();
}

/** How much of each table is left to do, how long the oldest of it waits, seconds, and how much was given up. */
export async function backlog(db: Db): Promise<{ table: Table; open: number; oldest_seconds: number; dead: number }[]> {
  const tables: Table[] = ['outbox', 'deliveries'];
  return Promise.all(
    tables.map(async (table) => {
      const open = sql`${sql.ref(endedAt[table])} is null and dead_at is null`;
      const { rows } = await sql<{ open: number; oldest_seconds: number; dead: number }>`
        select open, oldest_seconds, (select count(*) from ${sql.table(table)} where dead_at is not null) as dead
        from (select count(*) as open, coalesce(extract(epoch from clock_now() - min(created_at)), 0)::float8 as oldest_seconds
              from ${sql.table(table)} where ${open}) as waiting`.execute(db);
      return { table, open: 0, oldest_seconds: 0, dead: 0, ...rows[0] };
    }),
  );
}

/** Gives everything that was given up its attempts back; answers how many rows. What was written down or sent before stays so. */
export async function reviveDead(db: Db): Promise<number> {
  const anew = { dead_at: null, attempts: 0, next_attempt_at: clockNow };
  const events = await db.updateTable('outbox').set(anew).where('dead_at', 'is not', null).executeTakeFirst();
  const deliveries = await db.updateTable('deliveries').set(anew).where('dead_at', 'is not', null).executeTakeFirst();
  return Number(events.numUpdatedRows + deliveries.numUpdatedRows);
}

/** How long what was carried out stays readable, days. */
const keptDays = 30;

/** Forgets what was carried out long ago, in pieces that hold no lock for long. Answers how many events went in this piece. */
export async function forgetDone(db: Db, limit = 1_000): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with old as (
      select id from outbox where done_at < clock_now() - make_interval(days => ${keptDays})
        and not exists (select from deliveries where event_id = outbox.id and sent_at is null and dead_at is null)
      limit ${limit} for update skip locked
    ), mails as (delete from deliveries where event_id in (select id from old))
    delete from outbox where id in (select id from old) returning id`.execute(db);
  return rows.length;
}
