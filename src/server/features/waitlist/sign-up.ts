import { createHash } from 'node:crypto';
import { tooManyRequests } from '#server/errors.ts';
import { emit } from '#server/outbox/emit.ts';
import { addressKey } from '#server/security.ts';
import type { Context } from '#server/trpc.ts';
import type { SignupInput } from '#shared/waitlist.ts';
import { countSignup, putEntry } from './queries.ts';

/**
 * Puts somebody on the list. New, pending and verified addresses are answered alike after the same work: what each of them is mailed, if
 * anything, is decided by a job.
 */
export async function signUp({ db, deps, ip, requestId }: Context, input: SignupInput) {
  const max = deps.config.waitlistSignupsPerHour;
  const seconds = max > 0 ? await countSignup(db, keyOf(ip), max) : 0;
  if (seconds > 0) tooManyRequests(seconds);
  await db.transaction().execute(async (trx) => {
    const { id } = await putEntry(trx, input);
    await emit(trx, 'waitlist.signed_up', { entry_id: id }, requestId);
  });
  return { message: 'Thanks! Check your inbox to verify your email and reserve your spot.' };
}

/** Holds no address in the clear: the table outlives the signup. */
function keyOf(ip: string): string {
  return createHash('sha256').update(addressKey(ip)).digest('base64url');
}
