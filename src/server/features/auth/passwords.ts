import { hash, type Options, verify } from '@node-rs/argon2';

/** OWASP's minimum for argon2id (reliability S4): 19 MiB, 2 passes, 1 lane. Algorithm 2 is argon2id. */
const options: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1, algorithm: 2 };
const current = `$m=${options.memoryCost},t=${options.timeCost},p=${options.parallelism}$`;

export function hashPassword(password: string): Promise<string> {
  return hash(password, options);
}

export function passwordMatches(stored: string, password: string): Promise<boolean> {
  return verify(stored, password);
}

/** Whether a stored hash was made with other settings than the current ones. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith('$argon2id$') || !stored.includes(current);
}

/**
 * A hash with the current settings that no password matches, so that unknown addresses take as long as known ones (S7).
 */
export const decoyHash = `$argon2id$v=19${current}c2FsdW5pLWRlY295LXNhbA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`;
