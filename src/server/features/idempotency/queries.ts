import { type RawBuilder, sql } from 'kysely';
import type { StoredAnswer } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { type Params, statement } from '#server/db/statement.ts';

/** How long an answer is replayed for its key (contract 3). */
const answerLifetime = sql`interval '24 hours'`;

/** What a key belongs to. */
export type KeyOwner = Pick<StoredAnswer, 'user_id' | 'route' | 'key'>;

const keyLock = statement(
  'lock_idempotency_key',
  (_, p: Params<KeyOwner>) =>
    sql`select pg_advisory_xact_lock(hashtextextended(${p.user_id}::text || ' ' || ${p.route}::text || ' ' || ${p.key}::text, 0))`,
);

/** Waits until no other transaction works on this key, and keeps others waiting until this one ends. */
export async function lockKey(trx: Db, owner: KeyOwner): Promise<void> {
  await keyLock.execute(trx, owner);
}

const answerOfKey = statement('answer_of_idempotency_key', (db, p: Params<KeyOwner>) =>
  db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('user_id', '=', p.user_id)
    .where('route', '=', p.route)
    .where('key', '=', p.key)
    .where('created_at', '>', sql<string>`clock_now() - ${answerLifetime}`),
);

export function findAnswer(
  trx: Db,
  owner: KeyOwner,
): Promise<Pick<StoredAnswer, 'request_hash' | 'answer'> | undefined> {
  return answerOfKey.executeTakeFirst(trx, owner);
}

/** Keeps an answer, as a part of a larger statement: only if the named CTE returned a row. */
export function storeAnswerWith(cte: string, p: Params<StoredAnswer>): RawBuilder<unknown> {
  return sql`insert into idempotency_keys (user_id, route, key, request_hash, answer)
    select ${p.user_id}, ${p.route}, ${p.key}, ${p.request_hash}, ${p.answer} from ${sql.table(cte)}
    on conflict (user_id, route, key) do update
      set request_hash = excluded.request_hash, answer = excluded.answer, created_at = excluded.created_at`;
}

const keptAnswer = statement(
  'keep_answer',
  (_, p: Params<StoredAnswer>) => sql`with called as (select 1) ${storeAnswerWith('called', p)}`,
);

/** Keeps an answer. The key must be locked. */
export async function storeAnswer(trx: Db, answer: StoredAnswer): Promise<void> {
  await keptAnswer.execute(trx, answer);
}

/** Deletes answers older than two days, which are no longer replayed. */
export function deleteOldAnswers(db: Db, limit: number): Promise<number> {
  return deleteBatch(db, 'idempotency_keys', sql`created_at < clock_now() - interval '2 days'`, limit);
}
