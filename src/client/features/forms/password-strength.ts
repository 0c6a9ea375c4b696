import { ZxcvbnFactory } from '@zxcvbn-ts/core';
// The package's own entry would bring 380 kB of passwords along, which only the server needs.
import adjacencyGraphs from '@zxcvbn-ts/language-common/dist/adjacencyGraphs.json.mjs';
import words from '@zxcvbn-ts/language-common/dist/diceware.json.mjs';
import { lengths } from '#shared/constants.ts';

export type Strength = 'short' | 'weak' | 'fair' | 'good' | 'strong';

const factory = new ZxcvbnFactory({ dictionary: { words }, graphs: adjacencyGraphs });
/** By zxcvbn's score, 0 to 4. */
const byScore: readonly Strength[] = ['weak', 'weak', 'fair', 'good', 'strong'];
/** In every list of guesses for a site like this one. */
const obvious = ['saluni', 'password', 'passwort', 'qwerty', 'letmein', 'welcome', 'hairdresser', 'barber'];

/** How hard a password is to guess; `known` are words that others know about the person. */
export function strengthOf(typed: string, known: readonly string[] = []): Strength {
  if (typed.length < lengths.password.min) return 'short';
  return byScore[factory.check(typed, [...obvious, ...known]).score] ?? 'weak';
}
