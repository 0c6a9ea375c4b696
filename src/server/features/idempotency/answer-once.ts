import { createHash } from 'node:crypto';
import type { Context } from '#server/api/procedures.ts';
import { withinTransaction } from '#server/db/nested.ts';
import { transact } from '#server/db/transact.ts';
import { invalid } from '#server/errors.ts';
import { idempotencyKey } from '#shared/bookings.ts';
import { findAnswer, lockKey, storeAnswer } from './queries.ts';

/** `route` names the call among others; `inputs` are the schemas of its input. */
type Call = { route: string; inputs: readonly Parser[]; input: unknown };
type Parser = { parse(value: unknown): unknown };

/**
 * Makes an idempotent call; with an `Idempotency-Key` at most once within 24 hours: the same key and body get the first
 * answer again, byte for byte, and another body 422. The call runs in one transaction with the row that keeps its
 * answer, so that both are there or neither; a call that throws keeps nothing. While one runs, others with its key
 * wait.
 */
export async function answerOnce(
  ctx: Context,
  { route, inputs, input }: Call,
  call: (ctx: Context) => Promise<string | undefined>,
): Promise<string | undefined> {
  const key = ctx.header('idempotency-key');
  if (key === undefined || !ctx.caller) return call(ctx);
  const malformed = idempotencyKey.safeParse(key).error?.issues[0];
  if (malformed) invalid(['header', 'Idempotency-Key'], malformed.message);
  const request_hash = hashOf(inputs, input);
  // An input that the call refuses: its own answer says why.
  if (request_hash === undefined) return call(ctx);

  const owner = { user_id: ctx.caller.id, route, key };
  return transact(ctx.db, (trx) =>
    withinTransaction(trx, async (db) => {
      await lockKey(db, owner);
      const stored = await findAnswer(db, owner);
      if (stored && stored.request_hash !== request_hash)
        invalid(['header', 'Idempotency-Key'], 'This key was used with another body');
      if (stored) return stored.answer ?? undefined;
      let isStored = false;
      const keep = (answer: string) => {
        isStored = true;
        return { ...owner, request_hash, answer };
      };
      const answer = await call({ ...ctx, db, keep });
      if (!isStored) await storeAnswer(db, { ...owner, request_hash, answer: answer ?? null });
      return answer;
    }),
  );
}

/**
 * Of the input as the call understands it, so that unknown fields and the way in which a value is written make no
 * difference.
 */
function hashOf(inputs: readonly Parser[], input: unknown): string | undefined {
  try {
    const parsed = inputs.map((schema) => JSON.stringify(schema.parse(input ?? {})));
    return createHash('sha256').update(parsed.join()).digest('hex');
  } catch {
    return undefined;
  }
}
