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

/** An event as a larger statement writes it. */
export type Emission = { [E in EventName]: { event: E; payload: Payload<E> } }[EventName];

/** `emit` as the end of a larger statement; `emissions` is JSON. */
export function emission(p: Params<{ emissions: string; request_id: string | null }>): RawBuilder<unknown> {
  return sql`insert into outbox (event, payload, request_id) select one.event, one.payload, ${p.request_id}
    from jsonb_to_recordset(${p.emissions}::jsonb) as one (event text, payload jsonb)`;
}
