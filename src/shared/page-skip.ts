import { limits } from './constants.ts';

/** How many results lie before the page that an address asks for, 0 for the first one and for what is no page. */
export function skipIn(query: URLSearchParams): number {
  const skip = Number(query.get('skip') ?? 0);
  return Number.isInteger(skip) && skip > 0 && skip <= limits.skip.max ? skip : 0;
}
