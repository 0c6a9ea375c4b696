import { isRecord } from './is-record.ts';

/** Beside the router's own fields, which it does not promise to keep; it drops this one when it replaces the entry. */
const field = 'saluni';

/** Returns what `storeInEntry` added to the current history entry. Needs `window`. */
export function storedInEntry(): Record<string, unknown> {
  const entry: unknown = window.history.state;
  return isRecord(entry) && isRecord(entry[field]) ? entry[field] : {};
}

/**
 * Adds to the current history entry without rendering the screen again. It survives a reload, and Back to the entry.
 */
export function storeInEntry(more: Record<string, unknown>) {
  window.history.replaceState({ ...window.history.state, [field]: { ...storedInEntry(), ...more } }, '');
}
