import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Listener, listen } from '#server/db/listen.ts';
import { invalid, unavailable } from '#server/errors.ts';
import { inBackground } from '#server/process/background.ts';
import { DAY, slotRange } from '#shared/constants.ts';
import type { ProfessionalsQuery } from '#shared/professionals.ts';
import type { ServicesQuery } from '#shared/services.ts';
import type { Catalogue, Clockwork } from './catalogue.ts';
import { followListings, type ListingRows, retryAfter } from './followed-listings.ts';
import type { Found } from './found.ts';
import { createSlotBases } from './slot-bases.ts';
import { rangeOf, type SlotBasis, type SlotBasisSource } from './slot-basis.ts';

/** Where listings and slots are read from; each call is one statement. */
export type ListingSource = SlotBasisSource & ListingRows;

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

/** Milliseconds between looks at slots that nobody waits for, and that a search waits for the first listings. */
const lookEvery = 1_000;
const patience = 5_000;

/** Answers searches from memory (decision 022). */
export function createSearch(source: ListingSource, databaseUrl: string, log: Logger): Search {
  const slots = createSlotBases(source, (id) => listings.current()?.slotsChanged(id));
  const listings = followListings(source, slots, log);
  let listener: Listener | undefined;
  let looking: NodeJS.Timeout | undefined;

  function start(): Promise<void> {
    looking ??= setInterval(() => {
      if (listings.isListening()) void inBackground(log, 'failed to read changed slots', slots.lookInBetween);
    }, lookEvery).unref();
    listener ??= listen(databaseUrl, channel, log, {
      onListening: listings.begin,
      onNotification(professionalId) {
        void inBackground(log, 'failed to read a changed listing', () => listings.refresh(professionalId));
      },
      onLost: listings.lose,
    });
    return listings.firstLoaded;
  }

  async function catalogue(): Promise<Catalogue> {
    if (!listings.current()) await Promise.race([start(), delay(patience, undefined, { ref: false })]);
    return listings.current() ?? unavailable(retryAfter / 1_000);
  }

  async function find<T>(
    query: ServicesQuery | ProfessionalsQuery,
    by: (searched: Catalogue, how?: Clockwork) => T,
  ): Promise<T> {
    await catalogue();
    const clockwork = await clockworkFor(query);
    return by(await catalogue(), clockwork);
  }

  /** Undefined for a search that asks for no time. */
  async function clockworkFor(query: ServicesQuery | ProfessionalsQuery): Promise<Clockwork | undefined> {
    const isBySlot = query.sort === 'soonest' || (query.sort === 'match' && !query.near);
    if (!query.free_from && !isBySlot) return undefined;
    const now = await slots.look();
    if (query.free_to && Date.parse(query.free_to) > now + slotRange.aheadDays * DAY)
      invalid(['query', 'free_to'], `Must be at most ${slotRange.aheadDays} days ahead`);
    return { range: rangeOf(query, now), slotBasisOf: slots.of };
  }

  return {
    start,
    state: () => (!listings.current() ? 'loading' : listings.isFollowing() ? 'current' : 'behind'),
    services: (query) => find(query, (searched, clockwork) => searched.services(query, clockwork)),
    professionals: (query) => find(query, (searched, clockwork) => searched.professionals(query, clockwork)),
    async slotBasesOf(wanted, read) {
      const found = new Map<string, SlotBasis>();
      for (const { id, version } of wanted) {
        const known = slots.of(id);
        if (known?.version === version) found.set(id, known);
      }
      const missing = [...new Set(wanted.map(({ id }) => id))].filter((id) => !found.has(id));
      // What is read here is not kept: it could replace what was read later.
      for (const one of missing.length > 0 ? await read(missing) : []) found.set(one.id, one);
      return found;
    },
    refresh: listings.refresh,
    async caughtUp() {
      if (!listener) throw new Error('not started');
      await listener.caughtUp();
      await listings.entered();
    },
    async close() {
      clearInterval(looking);
      await listener?.close();
      await listings.end();
      await slots.idle();
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
