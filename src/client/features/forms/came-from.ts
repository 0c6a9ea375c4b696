import { isRecord } from '#client/lib/is-record.ts';

type Place = { pathname: string; search: string };

/** The state of a link to a form, by which saving leads back to where it was opened. */
export function cameFrom({ pathname, search }: Place) {
  return { from: pathname + search };
}

/** Where the form was opened, of the history state that it got; undefined after a typed address. */
export function originOf(state: unknown): string | undefined {
  return isRecord(state) && typeof state.from === 'string' ? state.from : undefined;
}

/** What was saved, of the history state of the page to which saving led. */
export function savedOf(state: unknown): string | undefined {
  return isRecord(state) && typeof state.saved === 'string' ? state.saved : undefined;
}
