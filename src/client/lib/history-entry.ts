import { isRecord } from './is-record.ts';

/** Returns the state of the current history entry, which `keepInEntry` may have changed since the router read it. Needs `window`. */
export function entryState(): Record<string, unknown> {
  const entry: unknown = window.history.state;
  return isRecord(entry) && isRecord(entry.usr) ? entry.usr : {};
}

/** Adds to the state of the current history entry without rendering the screen again. The router keeps that state under `usr`. */
export function keepInEntry(state: Record<string, unknown>) {
  window.history.replaceState({ ...window.history.state, usr: { ...entryState(), ...state } }, '');
}
