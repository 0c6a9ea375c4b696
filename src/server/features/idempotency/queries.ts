import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { contains } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';

/** How long an answer is replayed for its key (contract 3). */
const answerLifetime = sql`interval '24 hours'`;

/** What a key belongs to. */
type KeyOwner = { user_id: string; route: string; key: string };

const claimedKey = statement(
  'claim_idempotency_key',
  (_, p: Params<KeyOwner & { request_hash: string }>) => sql<{ key: string }>`
    insert into idempotency_keys as known (user_id, route, key, request_hash)
    values (${p.user_id}, ${p.route}, ${p.key}, ${p.request_hash})
    on conflict (user_id, route, key) do update
      set request_hash = excluded.request_hash, answer = null, created_at = excluded.created_at
      where known.created_at <= clock_now() - ${answerLifetime}
    returning key`,
);

/**
 * Locks the row of a key, for which any other transaction with it then waits. Returns whether the key is new, or its
 * answer too old to be replayed.
 */
export async function claimKey(trx: Db, claim: KeyOwner & { request_hash: string }): Promise<boolean> {
  return (await claimedKey.executeTakeFirst(trx, claim)) !== undefined;
}

const answerOfKey = statement('answer_of_idempotency_key', (db, p: Params<KeyOwner>) =>
  db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('user_id', '=', p.user_id)
    .where('route', '=', p.route)
    .where('key', '=', p.key),
);

/** The request of a key that is not new, and its answer as JSON text, null for one without a body. */
export function findAnswer(
  trx: Db,
  owner: KeyOwner,
): Promise<{ request_hash: string; answer: string | null } | undefined> {
  return answerOfKey.executeTakeFirst(trx, owner);
}

const storedAnswer = statement('store_answer', (db, p: Params<KeyOwner & { answer: string | null }>) =>
  db
    .updateTable('idempotency_keys')
    .set({ answer: p.answer })
    .where('user_id', '=', p.user_id)
    .where('route', '=', p.route)
    .where('key', '=', p.key),
);

/** Stores the answer of a claimed key. */
export async function storeAnswer(trx: Db, answer: KeyOwner & { answer: string | null }): Promise<void> {
  await storedAnswer.execute(trx, answer);
}

/** Rewrites those answers that are kept for a user and name an id. */
export async function emptyAnswers(
  trx: Db,
  userId: string,
  id: string,
  empty: (answer: string) => string,
): Promise<void> {
  const rows = await trx
    .selectFrom('idempotency_keys')
    .select(['user_id', 'route', 'key', 'answer'])
    .where('user_id', '=', userId)
    .where('answer', 'like', contains(id))
    .forUpdate()
    .execute();
  for (const { answer, ...owner } of rows)
    if (answer !== null) await storeAnswer(trx, { ...owner, answer: empty(answer) });
}

/** Deletes answers older than two days, which are no longer replayed. */
export function deleteOldAnswers(db: Db, limit: number): Promise<number> {
  return deleteBatch(db, 'idempotency_keys', sql`created_at < clock_now() - interval '2 days'`, limit);
}
