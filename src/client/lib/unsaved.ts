import { isFramed } from '#shared/pages.ts';
import { isRecord } from './is-record.ts';
import { useSession, whenSessionEnds } from './session.ts';
import { quietly, unsavedKey } from './stored-keys.ts';

type Values = Record<string, unknown>;

/**
 * What was typed into forms when a session expired or the page was loaded again, by page and form; for the same person
 * alone. In the memory of the tab (reliability S14), in its storage only from one page to the next.
 */
const typed = new Map<string, Values>();
let owner: string | null = null;

function takeStored() {
  const stored: unknown = quietly(() => JSON.parse(sessionStorage.getItem(unsavedKey) ?? 'null'));
  quietly(() => sessionStorage.removeItem(unsavedKey));
  if (!isRecord(stored) || typeof stored.owner !== 'string' || !isRecord(stored.typed)) return;
  owner = stored.owner;
  for (const [form, values] of Object.entries(stored.typed)) if (isRecord(values)) typed.set(form, values);
}

const onGoing = new Set<() => void>();

if (typeof window !== 'undefined' && !isFramed(window.location.pathname)) {
  takeStored();
  window.addEventListener('pagehide', () => {
    for (const remember of onGoing) remember();
    // Nothing of somebody who is logged out is stored.
    if (typed.size === 0 || useSession.getState().email !== owner) return;
    quietly(() => sessionStorage.setItem(unsavedKey, JSON.stringify({ owner, typed: Object.fromEntries(typed) })));
  });
  // The browser kept the page itself, with its fields.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    typed.clear();
    quietly(() => sessionStorage.removeItem(unsavedKey));
  });
}

/** Calls `remember` when what was typed would be lost: the session expires, or the page goes. Returns what ends that. */
export function whenTypedGoes(remember: () => void): () => void {
  onGoing.add(remember);
  const stop = whenSessionEnds(() => {
    if (!useSession.getState().left) remember();
  });
  return () => {
    onGoing.delete(remember);
    stop();
  };
}

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
