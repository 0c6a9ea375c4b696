import { useSession } from './session.ts';

type Values = Record<string, unknown>;

/**
 * What was typed into forms when a session expired, by page and form; in the memory of the tab alone (reliability S14),
 * and for the same person alone.
 */
const typed = new Map<string, Values>();
let owner: string | null = null;

useSession.subscribe(({ email }) => {
  if (email !== null && email !== owner) typed.clear();
});

export function rememberTyped(email: string, form: string, values: Values): void {
  if (email !== owner) typed.clear();
  owner = email;
  typed.set(form, values);
}

export function hasTyped(email: string | null, form: string): boolean {
  return email !== null && email === owner && typed.has(form);
}

/** Returns what was remembered, once. */
export function takeTyped(email: string, form: string): Values | undefined {
  const values = email === owner ? typed.get(form) : undefined;
  typed.delete(form);
  return values;
}
