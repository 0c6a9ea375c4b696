import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { type Params, statement } from '#server/db/statement.ts';
import type { EventName, Payload } from './events.ts';

const insertedEvent = statement(
  'insert_event',
  (_, p: Params<{ event: EventName; payload: string; request_id: string | null }>) =>
    sql<never>`insert into outbox (event, payload, request_id) values (${p.event}, ${p.payload}, ${p.request_id})`,
);

/**
 * Writes an event in the caller's transaction, so that it exists if and only if the change does. `requestId` is passed
 * on to jobs and mails.
 */
export async function emit<E extends EventName>(
  db: Db,
  event: E,
  payload: Payload<E>,
  requestId?: string,
): Promise<void> {
  await insertedEvent.execute(db, { event, payload: JSON.stringify(payload), request_id: requestId ?? null });
}

/**
 * `emit` for each payload in one statement: a transaction that waited for an answer for each of thousands would hold
 * its locks as long.
 */
export async function emitEach<E extends EventName>(
  db: Db,
  event: E,
  payloads: Payload<E>[],
  requestId?: string,
): Promise<void> {
  if (payloads.length === 0) return;
  await sql`
    insert into outbox (event, payload, request_id)
    select ${event}, payload, ${requestId ?? null} from jsonb_array_elements(${JSON.stringify(payloads)}::jsonb) as payload`.execute(
    db,
  );
}

/**
 * `emit` as part of a larger statement: the event is written only if the named CTE returned a row, and has a payload.
 */
export function emitWith<E extends EventName>(
  cte: string,
  event: E,
  { payload, request_id }: Params<{ payload: Payload<E> | null; request_id: string }>,
): RawBuilder<unknown> {
  return sql`insert into outbox (event, payload, request_id) select ${sql.lit(event)}, ${payload}::jsonb, ${request_id}
    from ${sql.table(cte)} where ${payload}::jsonb is not null`;
}
