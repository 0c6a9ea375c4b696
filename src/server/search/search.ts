import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Listener, listen } from '#server/db/listen.ts';

import { unavailable } from '#server/errors.ts';
import { inBackground } from '#server/process/background.ts';
import type { ProfessionalsQuery } from '#shared/professionals.ts';
import type { ServicesQuery } from '#shared/services.ts';
import { Catalogue, type Found, type Listing } from './catalogue.ts';
import type { Gazetteer } from './gazetteer.ts';

/** Where listings are read from; each call is one statement. */
export type ListingSource = {
  gazetteer(): Promise<Gazetteer>;
  /** The next so many listings by id after this one; without an id the first. */
  after(id: string | undefined, limit: number): Promise<Listing[]>;
  /** The listings of these professionals, without those whom others do not see. */
  of(ids: string[]): Promise<Listing[]>;
};

/**
 * `loading` until everything was loaded for the first time; `behind` without the connection that tells of changes:
 * then searches are answered from what is known.
 */
export type SearchState = 'loading' | 'current' | 'behind';

export type Search = {
  /** Begins to load all listings and to follow their changes. Resolves when they are loaded for the first time. */
  start(): Promise<void>;
  state(): SearchState;
  /** The first search waits for the listings; throws 503 when they do not come. */
  services(query: ServicesQuery): Promise<Found>;
  professionals(query: ProfessionalsQuery): Promise<Found>;
  /**
   * Awaited after a change of a professional's listing was committed, so that the next search here shows it. Never
   * rejects.
   */
  refresh(professionalId: string): Promise<void>;
  /** Resolves when it knows all that was committed before the call. Rejects when it is not following changes. */
  caughtUp(): Promise<void>;
  close(): Promise<void>;
};

/** On this channel triggers tell the id of each professional whose listing changed. */
const channel = 'listings';

/** Listings that are read at once; entering them takes this process a few milliseconds. */
const chunk = 200;

/** Milliseconds until reading is tried again after it failed, and that a search waits for the first listings. */
const retryAfter = 1_000;
const patience = 5_000;

/** Answers searches from memory (decision 022). */
export function createSearch(source: ListingSource, databaseUrl: string, log: Logger): Search {
  const firstLoaded = Promise.withResolvers<void>();
  let listener: Listener | undefined;
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
    let last: string | undefined;
    const enterChunk = async () => {
      const listings = await source.after(last, chunk);
      for (const listing of listings) catalogue.put(listing);
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

  function refresh(professionalId: string): Promise<void> {
    if (!current && !loading) return Promise.resolve();
    changed.add(professionalId);
    round ??= inTurn(enterChanges).catch((error: unknown) => {
      log.warn({ err: error }, 'failed to read changed listings; loading all again');
      round = undefined;
      fallBehind();
      if (isListening) beginLoad();
    });
    return round;
  }

  async function enterChanges(): Promise<void> {
    while (changed.size > 0) {
      const ids = [...changed].slice(0, chunk);
      for (const id of ids) changed.delete(id);
      const listings = await source.of(ids);
      for (const catalogue of [current, loading]) {
        for (const id of ids) catalogue?.remove(id);
        for (const listing of listings) catalogue?.put(listing);
      }
    }
    round = undefined;
    if (current?.outgrown && isFollowing && !loading) beginLoad();
  }

  function start(): Promise<void> {
    listener ??= listen(databaseUrl, channel, log, {
      onListening: () => {
        isListening = true;
        beginLoad();
      },
      onNotification(professionalId) {
        void inBackground(log, 'failed to read a changed listing', () => refresh(professionalId));
      },
      onLost: () => {
        isListening = false;
        fallBehind();
      },
    });
    return firstLoaded.promise;
  }

  async function catalogue(): Promise<Catalogue> {
    if (current) return current;
    await Promise.race([start(), delay(patience, undefined, { ref: false })]);
    return current ?? unavailable(retryAfter / 1_000);
  }

  return {
    start,
    state: () => (!current ? 'loading' : isFollowing ? 'current' : 'behind'),
    services: async (query) => (await catalogue()).services(query),
    professionals: async (query) => (await catalogue()).professionals(query),
    refresh,
    async caughtUp() {
      if (!listener) throw new Error('not started');
      await listener.caughtUp();
      await round;
      await loaded;
    },
    async close() {
      await listener?.close();
      fallBehind();
      await loaded;
      await turn;
    },
  };
}

/**
 * Whether any of these filters leaves something out or counts facets: an empty text or list and `false` do not, 0 does.
 */
export function isFiltered(filters: Record<string, unknown>): boolean {
  return Object.values(filters).some(
    (value) => value === 0 || (Array.isArray(value) ? value.length > 0 : Boolean(value)),
  );
}
