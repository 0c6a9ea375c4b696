import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { DAY } from '#shared/constants.ts';
import { sourceIn, sourcePattern } from '#shared/rules/source.ts';
import { isRecord } from './is-record.ts';
import { quietly, sourcesKey } from './stored-keys.ts';

/** How long a link counts, milliseconds (contract 27). */
const life = 30 * DAY;

type Kept = [professionalId: string, source: string, at: number];

/** Those that still count. */
function keptSources(now: number): Kept[] {
  const found: unknown = quietly(() => JSON.parse(localStorage.getItem(sourcesKey) ?? 'null'));
  return isRecord(found)
    ? Object.entries(found).flatMap(([id, one]): Kept[] => {
        const { source, at } = isRecord(one) ? one : {};
        const isKept = typeof source === 'string' && sourcePattern.test(source) && typeof at === 'number';
        return isKept && at <= now && now - at < life ? [[id, source, at]] : [];
      })
    : [];
}

/** Keeps by which link, `?from=`, this browser came to a professional; the last one wins. */
export function keepSource(professionalId: string, query: string): void {
  const source = sourceIn(query);
  if (source === null) return;
  const now = Date.now();
  const kept = new Map(keptSources(now).map(([id, was, at]) => [id, { source: was, at }]));
  kept.set(professionalId, { source, at: now });
  quietly(() => localStorage.setItem(sourcesKey, JSON.stringify(Object.fromEntries(kept))));
}

/** The same for the address of a page of theirs, once it is known whose it is. */
export function useKeepSource(professionalId: string | undefined): void {
  const { search } = useLocation();
  useEffect(() => {
    if (professionalId !== undefined) keepSource(professionalId, search);
  }, [search, professionalId]);
}

/** Null where this browser came by no such link within 30 days. */
export function keptSource(professionalId: string): string | null {
  return keptSources(Date.now()).find(([id]) => id === professionalId)?.[1] ?? null;
}
