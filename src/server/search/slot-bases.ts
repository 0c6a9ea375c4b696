import { setImmediate } from 'node:timers/promises';
import PQueue from 'p-queue';
import { DAY, HOUR, slotRange } from '#shared/constants.ts';
import type { SlotBasis, SlotBasisSource } from './slot-basis.ts';

/** Professionals whose slots are read at once. */
const chunk = 200;

/** Looks at changed slots that run at once, each over a connection. */
const looksAtOnce = 2;

export type SlotBases = ReturnType<typeof createSlotBases>;

/**
 * What is known of slots, of everybody who is listed and of some who are not. `onChange` is told of each professional
 * whose slots are others now.
 */
export function createSlotBases(source: SlotBasisSource, onChange: (id: string) => void) {
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
  let nextLook: Promise<number> | undefined;
  let lookBetween: Promise<unknown> | undefined;

  async function enter(ids: string[]): Promise<void> {
    if (ids.length === 0) return;
    const read = ++reads;
    for (const one of await source.slotBasesOf(ids)) {
      if (read < (knownBy.get(one.id) ?? 0)) continue;
      knownBy.set(one.id, read);
      bases.set(one.id, one);
      if (read > (outdated.get(one.id) ?? 0)) outdated.delete(one.id);
      onChange(one.id);
    }
  }

  function forget(id: string): void {
    knownBy.delete(id);
    bases.delete(id);
    outdated.delete(id);
    onChange(id);
  }

  /**
   * Notes whose slots have changed, or will soon end, and reads so many of those noted again. Returns the database's
   * time.
   */
  async function enterChanged(most = Infinity): Promise<number> {
    const read = ++reads;
    const { now, next, changed } = await source.changedSlotBases(versionCursor ?? 0);
    // Without a look before, nothing is known that could have changed.
    for (const { id, version } of versionCursor === undefined ? [] : changed) {
      if (bases.get(id)?.version === version) knownBy.set(id, Math.max(read, knownBy.get(id) ?? 0));
      else outdated.set(id, reads);
    }
    for (const { id } of endingSoon(now)) outdated.set(id, reads);
    versionCursor = Math.max(next, versionCursor ?? 0);
    const ids = [...outdated.keys()].slice(0, most);
    for (let from = 0; from < ids.length; from += chunk) await enter(ids.slice(from, from + chunk));
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

  return {
    of: (id: string) => bases.get(id),
    /** Reads them, unless somebody who asked later was faster. */
    enter,
    forget,
    enterChanged,
    /**
     * Knows all slots that were committed before the call and returns the database's time; those that wait share one
     * look.
     */
    look(): Promise<number> {
      nextLook ??= looks.add(async () => {
        await setImmediate();
        nextLook = undefined;
        return enterChanged();
      });
      return nextLook;
    },
    /** Reads one chunk at most: where everybody is booked at once, each is read once for many bookings. */
    lookInBetween(): Promise<unknown> {
      lookBetween ??= enterChanged(chunk).finally(() => {
        lookBetween = undefined;
      });
      return lookBetween;
    },
    /** Resolves when nothing is read any more. */
    idle: () => Promise.all([looks.onIdle(), lookBetween?.catch(() => {})]),
  };
}
