import { isRecord } from '#client/lib/is-record.ts';
import { codeKey, newcomerKey, quietly } from '#client/lib/stored-keys.ts';
import { MINUTE } from '#shared/constants.ts';
import { codeLifetime } from '#shared/rules/one-time-code.ts';

/** A code that was asked for and is waited for; `askedAt` in epoch milliseconds. */
export interface PendingCode {
  email: string;
  attempt: string;
  askedAt: number;
}

/** A code that is so much older than it counts is not waited for any more. */
const waitedFor = codeLifetime + 5 * MINUTE;

const texts = (given: Record<string, unknown>, names: readonly string[]) =>
  names.every((name) => typeof given[name] === 'string');

/** The code that is waited for, in whichever tab it was asked for; null without one. */
export function storedCode(): PendingCode | null {
  const found: unknown = quietly(() => JSON.parse(localStorage.getItem(codeKey) ?? 'null'));
  if (!isRecord(found) || !texts(found, ['email', 'attempt'])) return null;
  const age = Date.now() - Number(found.askedAt);
  return age >= 0 && age < waitedFor ? (found as unknown as PendingCode) : null;
}

export function storeCode(code: PendingCode) {
  quietly(() => localStorage.setItem(codeKey, JSON.stringify(code)));
}

/** Once somebody is logged in, nothing of it is left; the form stays as it was typed otherwise. */
export function forgetCode() {
  quietly(() => localStorage.removeItem(codeKey));
}

/** What is typed at a login: the address, and who somebody new is. */
const noEntry = { email: '', first_name: '', last_name: '' };
export type Entry = typeof noEntry;

/** What was typed in this tab. */
export function storedEntry(): Entry {
  const found: unknown = quietly(() => JSON.parse(sessionStorage.getItem(newcomerKey) ?? 'null'));
  return isRecord(found) && texts(found, Object.keys(noEntry)) ? (found as Entry) : noEntry;
}

export function storeEntry(change: Partial<Entry>) {
  quietly(() => sessionStorage.setItem(newcomerKey, JSON.stringify({ ...storedEntry(), ...change })));
}

export function forgetEntry() {
  quietly(() => sessionStorage.removeItem(newcomerKey));
}
