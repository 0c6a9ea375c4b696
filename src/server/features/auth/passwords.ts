import { hash, type Options, verify } from '@node-rs/argon2';
import { unavailable } from '#server/errors.ts';

/** OWASP's minimum for argon2id (reliability S4): 19 MiB, 2 passes, 1 lane; 2 is argon2id. */
const options: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1, algorithm: 2 };
const current = `$m=${options.memoryCost},t=${options.timeCost},p=${options.parallelism}$`;

/** Hashing is the dearest thing that a stranger can ask for: so many at once and so many waiting, the rest is told to come back (S5). */
const atOnce = 4;
const waiting = 32;

let running = 0;
const queue: (() => void)[] = [];

/** Runs one piece of hashing work in its turn. Refuses with 503 when too many wait already. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (queue.length >= waiting) unavailable(1);
    await new Promise<void>((resolve) => queue.push(resolve));
  } else {
    running++;
  }
  try {
    return await work();
  } finally {
    // The place passes to the next in the queue, if there is one.
    const next = queue.shift();
    if (next) next();
    else running--;
  }
}

export function hashPassword(password: string): Promise<string> {
  return hash(password, options);
}

export function passwordMatches(stored: string, password: string): Promise<boolean> {
  return verify(stored, password);
}

/** Whether a stored hash was made with weaker settings than today's. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith('$argon2id$') || !stored.includes(current);
}

/** A hash that no password fits, with today's settings, so that unknown addresses cost as much as known ones (S7). */
export const decoyHash = `$argon2id$v=19${current}c2FsdW5pLWRlY295LXNhbA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`;
