import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { Logger } from 'pino';
import { type Listener, listen } from '#server/db/listen.ts';
import { invalid, unavailable } from '#server/errors.ts';
import { inBackground } from '#server/process/background.ts';
import { DAY, HOUR, slotRange } from '#shared/constants.ts';
import type { ProfessionalsQuery } from '#shared/professionals.ts';
import type { ServicesQuery } from '#shared/services.ts';
import { Catalogue, type Clockwork } from './catalogue.ts';
import type { Found } from './found.ts';
import type { Gazetteer } from './gazetteer.ts';
import type { Listing } from './listing.ts';
import { rangeOf, type SlotBasis, type SlotBasisSource } from './slot-basis.ts';

/** Where listings and slots are read from; each call is one statement. */
export type ListingSource = SlotBasisSource & {
  gazetteer(): Promise<Gazetteer>;
  /** The next so many listings by id after this one; without an id the first. */
  after(id: string | undefined, limit: number): Promise<Listing[]>;
  /** The listings of these professionals, without those whom others do not see and without what is `known`. */
  of(ids: string[], known: string[]): Promise<Listing[]>;
};

/**
 * `loading` until everything was loaded for the first time; `behind` without the connection that tells of changes:
 * then searches are answered from what is known.
 */
type SearchState = 'loading' | 'current' | 'behind';

export type Search = {
  /** Begins to load all listings and to follow their changes. Resolves when they are loaded for the first time. */
  start(): Promise<void>;
  state(): SearchState;
  /**
   * The first search waits for the listings; throws 503 when they do not come. A search by time knows all that was
   * committed before it; throws 422 for one too far ahead.
   */
  services(query: ServicesQuery): Promise<Found>;
  professionals(query: ProfessionalsQuery): Promise<Found>;
  /** The slots of these professionals in these versions: those that are known, others as `read` finds them. */
  slotBasesOf(
    wanted: Version[],
    read: (ids: string[]) => Promise<SlotBasis[]>,
  ): Promise<ReadonlyMap<string, SlotBasis>>;
  /**
   * Awaited after a change of a professional's listing was committed, so that the next search here shows it. Never
   * rejects.
   */
  refresh(professionalId: string): Promise<void>;
  /** Resolves when it knows all that was committed before the call. Rejects when it is not following changes. */
  caughtUp(): Promise<void>;
  close(): Promise<void>;
};

type Version = { id: string; version: number };

/** On this channel triggers tell the id of each professional whose listing changed. */
const channel = 'listings';

/** Listings that are read at once; entering them takes this process a few milliseconds. */
const chunk = 200;

/**
 * Milliseconds until reading is tried again after it failed, between looks at slots that nobody waits for, and that a
 * search waits for the first listings.
 */
const retryAfter = 1_000;
const lookEvery = 1_000;
const patience = 5_000;

/** Looks at changed slots that run at once, each over a connection. */
const looksAtOnce = 2;

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
  /** Of everybody who is listed, and of some who are not. */
  const bases = new Map<string, SlotBasis>();
  /**
   * They are read without turns, so that one slow statement holds up no search. Reads are numbered as they are asked
   * for, and what an earlier one finds never replaces what is known by a later one.
   */
  let reads = 0;
  const knownBy = new Map<string, number>();
  /**
   * Whose slots are no longer what is stored, and the last read that may not know: a search by time reads them all
   * again, a look in between some.
   */
  const outdated = new Map<string, number>();
  /** Where the next look for changed slots goes on; undefined before the first one. */
  let versionCursor: number | undefined;
  let ending: SlotBasis[] = [];
  let lookForEndsAt = 0;
  const looks = new PQueue({ concurrency: looksAtOnce });
  let look: Promise<number> | undefined;
  let lookBetween: Promise<unknown> | undefined;
  let looking: NodeJS.Timeout | undefined;

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
    await enterChangedSlotBases();
    let last: string | undefined;
    const enterChunk = async () => {
      const listings = await source.after(last, chunk);
      const put = async () => {
        // PostgreSQL reads the slots while the listings are entered.
        await setImmediate();
        for (const listing of listings) catalogue.put(listing);
      };
      await Promise.all([enterSlotBases(listings.map(({ id }) => id).filter((id) => !bases.has(id))), put()]);
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
      // What is loaded meanwhile may know less.
      const listings = await source.of(ids, loading ? [] : (current?.versionsOf(ids) ?? []));
      const seen = listings.map(({ id }) => id);
      await enterSlotBases(seen);
      const hidden = ids.filter((id) => !seen.includes(id));
      for (const id of hidden) forget(id);
      for (const catalogue of [current, loading]) {
        for (const id of hidden) catalogue?.remove(id);
        for (const listing of listings) catalogue?.put(listing);
      }
    }
    round = undefined;
    if (current?.outgrown && isFollowing && !loading) beginLoad();
  }

  async function enterSlotBases(ids: string[]): Promise<void> {
    if (ids.length === 0) return;
    const read = ++reads;
    for (const one of await source.slotBasesOf(ids)) {
      if (read < (knownBy.get(one.id) ?? 0)) continue;
      knownBy.set(one.id, read);
      bases.set(one.id, one);
      if (read > (outdated.get(one.id) ?? 0)) outdated.delete(one.id);
      current?.slotsChanged(one.id);
    }
  }

  function forget(id: string): void {
    knownBy.delete(id);
    bases.delete(id);
    outdated.delete(id);
    current?.slotsChanged(id);
  }

  /**
   * Notes whose slots have changed, or will soon end, and reads so many of those noted again. Returns the database's
   * time.
   */
  async function enterChangedSlotBases(most = Infinity): Promise<number> {
    const read = ++reads;
    const { now, next, changed: seen } = await source.changedSlotBases(versionCursor ?? 0);
    // Without a look before, nothing is known that could have changed.
    for (const { id, version } of versionCursor === undefined ? [] : seen) {
      if (bases.get(id)?.version === version) knownBy.set(id, Math.max(read, knownBy.get(id) ?? 0));
      else outdated.set(id, reads);
    }
    for (const { id } of endingSoon(now)) outdated.set(id, reads);
    versionCursor = Math.max(next, versionCursor ?? 0);
    const ids = [...outdated.keys()].slice(0, most);
    for (let from = 0; from < ids.length; from += chunk) await enterSlotBases(ids.slice(from, from + chunk));
    return now;
  }

  /** Those whose end comes within a day, some at a time; which they are is looked for once an hour. */
  function endingSoon(now: number): SlotBasis[] {
    if (now >= lookForEndsAt) {
      lookForEndsAt = now + HOUR;
      ending = [...bases.values()].filter(({ until }) => until < now + slotRange.aheadDays * DAY + DAY);
    }
    return ending.splice(0, chunk).filter((one) => bases.get(one.id) === one);
  }

  /**
   * Knows all slots that were committed before the call and returns the database's time; those that wait share one
   * look.
   */
  function lookAtSlotBases(): Promise<number> {
    look ??= looks.add(async () => {
      await setImmediate();
      look = undefined;
      return enterChangedSlotBases();
    });
    return look;
  }

  /** Reads one chunk at most: where everybody is booked at once, each is read once for many bookings. */
  function lookInBetween(): Promise<unknown> {
    lookBetween ??= enterChangedSlotBases(chunk).finally(() => {
      lookBetween = undefined;
    });
    return lookBetween;
  }

  /** Undefined for a search that asks for no time. */
  async function clockworkFor(query: ServicesQuery | ProfessionalsQuery): Promise<Clockwork | undefined> {
    if (!query.free_from && query.sort !== 'soonest') return undefined;
    const now = await lookAtSlotBases();
    if (query.free_to && Date.parse(query.free_to) > now + slotRange.aheadDays * DAY)
      invalid(['query', 'free_to'], `Must be at most ${slotRange.aheadDays} days ahead`);
    return { range: rangeOf(query, now), slotBasisOf: (id) => bases.get(id) };
  }

  async function find<T>(
    query: ServicesQuery | ProfessionalsQuery,
    by: (searched: Catalogue, how?: Clockwork) => T,
  ): Promise<T> {
    await catalogue();
    const clockwork = await clockworkFor(query);
    return by(await catalogue(), clockwork);
  }

  function start(): Promise<void> {
    looking ??= setInterval(() => {
      if (isListening) void inBackground(log, 'failed to read changed slots', lookInBetween);
    }, lookEvery).unref();
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
    services: (query) => find(query, (searched, clockwork) => searched.services(query, clockwork)),
    professionals: (query) => find(query, (searched, clockwork) => searched.professionals(query, clockwork)),
    async slotBasesOf(wanted, read) {
      const found = new Map<string, SlotBasis>();
      for (const { id, version } of wanted) {
        const known = bases.get(id);
        if (known?.version === version) found.set(id, known);
      }
      const missing = [...new Set(wanted.map(({ id }) => id))].filter((id) => !found.has(id));
      // What is read here is not kept: it could replace what was read later.
      for (const one of missing.length > 0 ? await read(missing) : []) found.set(one.id, one);
      return found;
    },
    refresh,
    async caughtUp() {
      if (!listener) throw new Error('not started');
      await listener.caughtUp();
      await round;
      await loaded;
    },
    async close() {
      clearInterval(looking);
      await listener?.close();
      fallBehind();
      await loaded;
      await Promise.all([turn, looks.onIdle(), lookBetween?.catch(() => {})]);
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
