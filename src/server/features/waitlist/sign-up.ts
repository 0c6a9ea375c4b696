import type { Context } from '#server/api/procedures.ts';
import { transact } from '#server/db/transact.ts';
import { tooManyRequests } from '#server/errors.ts';
import { hashedAddressKey } from '#server/limits/address-key.ts';
import { emit } from '#server/outbox/emit.ts';
import type { SignupInput } from '#shared/waitlist.ts';
import { countSignup, insertSignup, putEntry } from './queries.ts';

/**
 * Puts somebody on the waitlist. New, unverified and verified addresses get the same answer after the same work; a job
 * decides which mail each of them gets.
 */
export async function signUp({ db, deps, ip, requestId }: Context, given: SignupInput) {
  // Place and link are for those who do hair.
  const input = given.role === 'Client' ? { ...given, location: null, link: null } : given;
  const max = deps.config.waitlistSignupsPerHour;
  const seconds = max > 0 ? await countSignup(db, hashedAddressKey(ip), max) : 0;
  if (seconds > 0) tooManyRequests(seconds);
  await transact(db, async (trx) => {
    const { id } = await putEntry(trx, input);
    const signup_id = await insertSignup(trx, id, input);
    await emit(trx, 'waitlist.signed_up', { entry_id: id, signup_id }, requestId);
  });
  return { message: 'Thanks! Check your inbox to verify your email and reserve your spot.' };
}
