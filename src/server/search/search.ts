import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Listener, listen } from '#server/db/listen.ts';
import { inBackground } from '#server/process/background.ts';
import type { ProfessionalsQuery } from '#shared/professionals.ts';
import type { ServicesQuery } from '#shared/services.ts';
import { Catalogue, type Found, type Listing } from './catalogue.ts';

/** Where listings are read from; each call is one statement. */
export type ListingSource = {
  /** Whether pg_trgm takes letters beyond ASCII for letters. */
  unicodeTrigrams(): Promise<boolean>;
  /** The next so many listings by id after this one; without an id the first. */
  after(id: string | undefined, limit: number): Promise<Listing[]>;
  /** The listings of these professionals, without those whom others do not see. */
  of(ids: string[]): Promise<Listing[]>;
};

export type Search = {
  /** Begins to load all listings and to follow their changes. Resolves when they are loaded for the first time. */
  start(): Promise<void>;
  /** Undefined while it cannot be sure to know everything: then the caller asks the database. */
  services(query: ServicesQuery): Found | undefined;
  professionals(query: ProfessionalsQuery): Found | undefined;
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

/** Milliseconds until reading is tried again after it failed. */
const retryAfter = 1_000;

/** Answers searches from memory (decision 022), once it was started. */
export function createSearch(source: ListingSource, databaseUrl: string, log: Logger): Search {
  const firstLoaded = Promise.withResolvers<void>();
  let listener: Listener | undefined;
  /** What searches are answered from, and what is loaded to take its place. */
  let current: Catalogue | undefined;
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

  function forget(): void {
    load.abort();
    current = undefined;
    loading = undefined;
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
        log.warn({ err: error }, 'failed to load the listings; trying again, and searching in the database until then');
        await delay(retryAfter, undefined, { signal, ref: false }).catch(() => {});
      }
    }
  }

  async function loadAll(signal: AbortSignal): Promise<void> {
    const catalogue = new Catalogue(await source.unicodeTrigrams());
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
    firstLoaded.resolve();
  }

  function refresh(professionalId: string): Promise<void> {
    if (!current && !loading) return Promise.resolve();
    changed.add(professionalId);
    round ??= inTurn(enterChanges).catch((error: unknown) => {
      log.warn(
        { err: error },
        'failed to read changed listings; loading all again, and searching in the database until then',
      );
      round = undefined;
      forget();
      beginLoad();
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
    if (current?.outgrown && !loading) beginLoad();
  }

  function start(): Promise<void> {
    listener ??= listen(databaseUrl, channel, log, {
      onListening: beginLoad,
      onNotification(professionalId) {
        void inBackground(log, 'failed to read a changed listing', () => refresh(professionalId));
      },
      onLost: forget,
    });
    return firstLoaded.promise;
  }

  return {
    start,
    services: (query) => current?.services(query),
    professionals: (query) => current?.professionals(query),
    refresh,
    async caughtUp() {
      if (!listener) throw new Error('not started');
      await listener.caughtUp();
      await round;
      await loaded;
    },
    async close() {
      await listener?.close();
      forget();
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
