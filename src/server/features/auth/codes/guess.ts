import type { Context } from '#server/api/procedures.ts';
import {
  admitted,
  attemptKeys,
  countAttempt,
  countGuess,
  countWithoutAccount,
  hashingOf,
  waitAmongGuesses,
} from '../login.ts';
import { forgetFailures, type LoginKeys } from '../login-queries.ts';
import { type CodePurpose, findAttemptEmail, type HashedCode, tryCode } from './queries.ts';

/** A guess at an attempt that was given out for the address. */
type Guess = { email: string; keys: LoginKeys; isKnown: boolean; failures: number };

/**
 * Tries a code in turns with the logins, one at a time for an attempt, before the database is asked; throws 429.
 * Undefined for a wrong one, a failed login of its address, and for an unknown attempt, which counts for the caller's
 * alone.
 */
export async function guessCode(
  { db, deps, ip }: Context,
  code: HashedCode,
  of: CodePurpose,
): Promise<Guess | undefined> {
  const { config, limiters } = deps;
  const turn = hashingOf({ account: code.attempt, address: attemptKeys('', ip).address });

  async function tryOne(guess: Guess): Promise<Guess | undefined> {
    await countAttempt(db, config, guess.keys);
    if (await tryCode(db, code, of)) {
      // Before the work that follows, which may be refused for another reason.
      await forgetFailures(db, guess.keys.pair);
      return guess;
    }
    await countGuess(db, config, guess.keys, guess);
    return undefined;
  }

  const { slowed, right } = await limiters.hashes.run(
    turn,
    async (): Promise<{ slowed?: Guess; right?: Guess | undefined }> => {
      const email = await findAttemptEmail(db, code.attempt, of);
      const keys = attemptKeys(email ?? '', ip);
      if (email === undefined) {
        await countWithoutAccount(db, config, keys);
        return {};
      }
      const { is_known: isKnown, is_slowed, failures } = await admitted(db, config, keys);
      const guess = { email, keys, isKnown, failures };
      return is_slowed && !isKnown ? { slowed: guess } : { right: await tryOne(guess) };
    },
  );
  if (!slowed) return right;
  // It takes no place in the queue while it waits.
  await waitAmongGuesses(db, config, slowed.keys, slowed.failures);
  return limiters.hashes.run(turn, () => tryOne(slowed));
}
