import { isRecord } from '#client/lib/is-record.ts';
import { codeKey, newcomerKey, quietly } from '#client/lib/stored-keys.ts';
import { MINUTE } from '#shared/constants.ts';
import { codeLifetime } from '#shared/rules/one-time-code.ts';

/** What somebody who is new here types; the number as typed. */
export interface Newcomer {
  first_name: string;
  last_name: string;
  phone_number: string;
}
export const nobodyYet: Newcomer = { first_name: '', last_name: '', phone_number: '' };

/** A code that was asked for and is waited for; `askedAt` in epoch milliseconds. */
export interface PendingCode extends Newcomer {
  email: string;
  attempt: string;
  askedAt: number;
}

/** A code that is so much older than it counts is not waited for any more. */
const waitedFor = codeLifetime + 5 * MINUTE;

const texts = (given: Record<string, unknown>, names: readonly string[]) =>
  names.every((name) => typeof given[name] === 'string');
const newcomerFields = ['first_name', 'last_name', 'phone_number'] as const;

/** The code that is waited for, in whichever tab it was asked for; null without one. */
export function storedCode(): PendingCode | null {
  const found: unknown = quietly(() => JSON.parse(localStorage.getItem(codeKey) ?? 'null'));
  if (!isRecord(found) || !texts(found, ['email', 'attempt', ...newcomerFields])) return null;
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

/** What was typed in this tab before a code was asked for. */
export function storedEntry(): Newcomer & { email: string } {
  const found: unknown = quietly(() => JSON.parse(sessionStorage.getItem(newcomerKey) ?? 'null'));
  const whole = isRecord(found) && texts(found, ['email', ...newcomerFields]);
  return whole ? (found as unknown as Newcomer & { email: string }) : { ...nobodyYet, email: '' };
}

export function storeEntry(entry: Newcomer & { email: string }) {
  quietly(() => sessionStorage.setItem(newcomerKey, JSON.stringify(entry)));
}

export function forgetEntry() {
  quietly(() => sessionStorage.removeItem(newcomerKey));
}
