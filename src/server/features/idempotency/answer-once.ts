import { createHash } from 'node:crypto';
import { type Context, pathFields } from '#server/api/procedures.ts';
import { transact } from '#server/db/transact.ts';
import { invalid } from '#server/errors.ts';
import { idempotencyKey } from '#shared/bookings.ts';
import { claimKey, findAnswer, storeAnswer } from './queries.ts';

/** `route` names the call among others, with its path's fields in braces; `inputs` are the schemas of its input. */
type Call = { route: string; inputs: readonly Parser[]; input: unknown };
type Parser = { parse(value: unknown): unknown };

/**
 * Makes an idempotent call; with an `Idempotency-Key` once within 24 hours: others with its key wait and get its
 * answer, byte for byte, or 422 for another body. Call and answer share a transaction; a call that throws stores
 * nothing.
 */
export async function answerOnce(
  ctx: Context,
  { route, inputs, input }: Call,
  call: (ctx: Context) => Promise<string | undefined>,
): Promise<string | undefined> {
  const key = ctx.header('idempotency-key');
  if (key === undefined || !ctx.caller) return call(ctx);
  const parsed = parsedBy(inputs, input);
  // An input that the call refuses: its own answer says why, such as 404 for a malformed id in the path.
  if (parsed === undefined) return call(ctx);
  const malformed = idempotencyKey.safeParse(key).error?.issues[0];
  if (malformed) invalid(['header', 'Idempotency-Key'], malformed.message);

  const owner = { user_id: ctx.caller.id, route: pathOf(route, parsed), key };
  const request_hash = createHash('sha256')
    .update(parsed.map((one) => JSON.stringify(one)).join())
    .digest('hex');
  return transact(ctx.db, async (trx) => {
    if (!(await claimKey(trx, { ...owner, request_hash }))) {
      const stored = await findAnswer(trx, owner);
      if (stored?.request_hash === request_hash) return stored.answer ?? undefined;
      return invalid(['header', 'Idempotency-Key'], 'This key was used with another body');
    }
    const answer = await call({ ...ctx, db: trx });
    await storeAnswer(trx, { ...owner, answer: answer ?? null });
    return answer;
  });
}

/**
 * The input as the call understands it, so that unknown fields and the way in which a value is written make no
 * difference.
 */
function parsedBy(inputs: readonly Parser[], input: unknown): unknown[] | undefined {
  try {
    return inputs.map((schema) => schema.parse(input ?? {}));
  } catch {
    return undefined;
  }
}

/** A key belongs to a path, with its ids. */
function pathOf(route: string, parsed: unknown[]): string {
  const fields = Object.assign({}, ...parsed) as Record<string, unknown>;
  return pathFields(route).reduce((path, name) => path.replace(`{${name}}`, String(fields[name])), route);
}
