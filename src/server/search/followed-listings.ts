import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import { inBackground } from '#server/process/background.ts';
import { Catalogue } from './catalogue.ts';
import type { Gazetteer } from './gazetteer.ts';
import type { Listing } from './listing.ts';
import type { SlotBases } from './slot-bases.ts';

/** Where listings are read from; each call is one statement. */
export type ListingRows = {
  gazetteer(): Promise<Gazetteer>;
  /** The next so many listings by id after this one; without an id the first. */
  after(id: string | undefined, limit: number): Promise<Listing[]>;
  /** The listings of these professionals, without those whom others do not see and without what is `known`. */
  of(ids: string[], known: string[]): Promise<Listing[]>;
};

/** Listings that are read at once; entering them takes this process a few milliseconds. */
const chunk = 200;

/** Milliseconds until reading is tried again after it failed. */
export const retryAfter = 1_000;

/** All listings with their slots in a catalogue, which follows their changes while it is told of them. */
export function followListings(source: ListingRows, slots: SlotBases, log: Logger) {
  const firstLoaded = Promise.withResolvers<void>();
  let isListening = false;
  /** What searches are answered from, whether it follows changes, and what is loaded to take its place. */
  let current: Catalogue | undefined;
  let isFollowing = false;
  let loading: Catalogue | undefined;
  let load = new AbortController();
  let loaded: Promise<void> = Promise.resolve();
  /** Professionals to be read again, and the promise of having done so. */
  const changed = new Set<string>();
  let round: Promise<void> | undefined;
  /** Listings are read and entered in turns: otherwise older rows could replace newer ones. */
  let turn: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = turn.then(work);
    turn = mine.catch(() => {});
    return mine;
  }

  /** What was half loaded has missed changes, and is never searched. */
  function fallBehind(): void {
    load.abort();
    loading = undefined;
    isFollowing = false;
  }

  function beginLoad(): void {
    load.abort();
    load = new AbortController();
    loaded = inBackground(log, 'failed to load the listings', () => loadUntilDone(load.signal));
  }

  async function loadUntilDone(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        return await loadAll(signal);
      } catch (error) {
        log.warn({ err: error }, 'failed to load the listings; trying again, and searching what is known until then');
        await delay(retryAfter, undefined, { signal, ref: false }).catch(() => {});
      }
    }
  }

  async function loadAll(signal: AbortSignal): Promise<void> {
    const catalogue = new Catalogue(await source.gazetteer());
    if (signal.aborted) return;
    // From now on changes are entered here, too.
    loading = catalogue;
    await slots.enterChanged();
    let last: string | undefined;
    const enterChunk = async () => {
      const listings = await source.after(last, chunk);
      const put = async () => {
        // PostgreSQL reads the slots while the listings are entered.
        await setImmediate();
        for (const listing of listings) catalogue.put(listing);
      };
      await Promise.all([slots.enter(listings.map(({ id }) => id).filter((id) => !slots.of(id))), put()]);
      last = listings.at(-1)?.id;
      return listings.length === chunk;
    };
    while (!signal.aborted && (await inTurn(enterChunk)));
    if (signal.aborted) return;
    current = catalogue;
    loading = undefined;
    isFollowing = true;
    firstLoaded.resolve();
  }

  async function enterChanges(): Promise<void> {
    while (changed.size > 0) {
      const ids = [...changed].slice(0, chunk);
      for (const id of ids) changed.delete(id);
      // What is loaded meanwhile may know less.
      const listings = await source.of(ids, loading ? [] : (current?.versionsOf(ids) ?? []));
      const seen = listings.map(({ id }) => id);
      await slots.enter(seen);
      const hidden = ids.filter((id) => !seen.includes(id));
      for (const id of hidden) slots.forget(id);
      for (const catalogue of [current, loading]) {
        for (const id of hidden) catalogue?.remove(id);
        for (const listing of listings) catalogue?.put(listing);
      }
    }
    round = undefined;
    if (current?.outgrown && isFollowing && !loading) beginLoad();
  }

  return {
    /** Undefined until all were loaded for the first time. */
    current: () => current,
    firstLoaded: firstLoaded.promise,
    isFollowing: () => isFollowing,
    isListening: () => isListening,
    /** Changes are told from now on: what was known before may have missed some. */
    begin(): void {
      isListening = true;
      beginLoad();
    },
    /** No change is told any more. */
    lose(): void {
      isListening = false;
      fallBehind();
    },
    /** Reads a professional's listing again; resolves when it is entered. */
    refresh(professionalId: string): Promise<void> {
      if (!current && !loading) return Promise.resolve();
      changed.add(professionalId);
      round ??= inTurn(enterChanges).catch((error: unknown) => {
        log.warn({ err: error }, 'failed to read changed listings; loading all again');
        round = undefined;
        fallBehind();
        if (isListening) beginLoad();
      });
      return round;
    },
    /** Resolves when everything that was told is entered. */
    async entered(): Promise<void> {
      await round;
      await loaded;
    },
    async end(): Promise<void> {
      fallBehind();
      await loaded;
      await turn;
    },
  };
}
