import { createHash, randomInt } from 'node:crypto';
import { networkOf } from '#server/limits/address-key.ts';
import { hashToken } from '#server/links/tokens.ts';
import { codeLength } from '#shared/rules/one-time-code.ts';
import type { HashedCode } from './queries.ts';

/** A code as it is mailed. */
export function drawCode(): string {
  return String(randomInt(10 ** codeLength)).padStart(codeLength, '0');
}

/**
 * The stored form of a code: with its attempt, of which the worker that draws the code knows the hash alone. Who reads
 * it can find the code, but not the attempt, without which it is nothing.
 */
export function hashCode(code: string, attemptHash: string): string {
  return createHash('sha256').update(`${code} ${attemptHash}`).digest('hex');
}

export function hashed(attempt: string, code: string): HashedCode {
  const hash = hashToken(attempt);
  return { attempt: hash, code: hashCode(code, hash) };
}

/** The network that an address belongs to, as a hash, because it is kept. */
export function networkKey(ip: string): string {
  return createHash('sha256').update(networkOf(ip)).digest('base64url');
}
