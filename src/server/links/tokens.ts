import { createHash, randomBytes } from 'node:crypto';

/** The stored form of a token; a reader of the table cannot use it to log in. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** 256 random bits, for a session or a mailed link. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}
