import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { bookedVisit } from '#server/db/segments.ts';
import { refuseTaken } from '#server/db/slot-taken.ts';
import { spansOf } from '#server/db/spans.ts';
import { databaseNow } from '#server/db/sql.ts';
import { openBetween } from '#server/features/hours/windows.ts';
import { lockProfessional } from '#server/features/parties/lock-queries.ts';
import { emit } from '#server/outbox/emit.ts';
import type { WaitingEntry } from '#shared/cancellation-list.ts';
import { HOUR, MINUTE } from '#shared/constants.ts';
import { nextOpening } from '#shared/rules/books-open.ts';
import {
  heldBack,
  heldBy,
  isNight,
  isOver,
  type ListBasis,
  offeredUntil,
  offersNow,
  type Waiting,
  type Wanted,
} from '#shared/rules/cancellation-list.ts';
import { linesOrNone, visitOf } from '#shared/rules/lines.ts';
import { merged, type Span } from '#shared/rules/slots.ts';
import { partsAt } from '#shared/rules/visit.ts';
import { iso } from '#shared/time.ts';
import {
  type Basis,
  dropList,
  insertOpening,
  type ListRow,
  lookAtList,
  noteLook,
  readList,
  type WaitingRow,
} from './list-queries.ts';
import { withdraw } from './opening-queries.ts';
import { type Ended, endEntries, lookSoon } from './queries.ts';

/** How often a list is gone through though nothing has changed: contract 12 allows 15 minutes. */
const lookEvery = 10 * MINUTE;

/** What is offered of a month by the list begins so long after it opened for everybody (contract 27). */
const openFor = HOUR;

/** What slots depend on, in the form that the rules take; of months only those that have been open for so long. */
export function basisOf(row: Basis, until: number, openFor = 0): ListBasis {
  const { now, slot_interval_minutes, min_notice_minutes, buffer_minutes, time_zone } = row;
  const off = merged(spansOf(row.off));
  return {
    windows: row.is_visible ? openBetween(row, { now, from: now, to: until, openFor }) : [],
    busy: spansOf(row.busy),
    rule: { now, slot_interval_minutes, min_notice_minutes, buffer_minutes, off },
    zone: time_zone,
  };
}

/** The lines of an entry for a new visit; undefined where it cannot be booked any more. */
export function linesOfEntry({
  service_ids,
  options,
  services,
}: Pick<WaitingRow, 'service_ids' | 'options' | 'services'>) {
  const lines = linesOrNone({ service_ids, option_ids: options.map(({ id }) => id) }, services);
  return lines?.every((one) => one.is_active) ? lines : undefined;
}

/** What somebody waits for: their services as they are offered now, or their booking. */
export function wantedBy({
  windows,
  booking,
  own,
  ...chosen
}: Pick<WaitingRow, 'windows' | 'service_ids' | 'options' | 'services' | 'booking' | 'own'>): Wanted {
  const spans = windows.map(([start, end]) => ({ start, end }));
  if (!booking) return { windows: spans, ...visitOf(linesOfEntry(chosen) ?? []) };
  const { start, segments } = booking;
  return {
    windows: spans,
    ...bookedVisit(booking, segments),
    before: start,
    own: spansOf(own),
  };
}

/**
 * Goes through the list of a professional (contract 12): ends what is over, takes back what is offered no more, and
 * offers the times that are free to those who wait longest. Locks the professional, then the entries; false where there
 * is no such professional.
 */
export async function goThroughList(trx: Db, professionalId: string): Promise<boolean> {
  await lockProfessional(trx, professionalId);
  const list = await readList(trx, professionalId);
  if (!list) return false;
  const waiting = await whoStays(trx, professionalId, list);
  if (waiting.length === 0) {
    await dropList(trx, professionalId);
    return true;
  }
  await makeOffers(trx, professionalId, list, waiting);
  const { now, books_open, time_zone, version } = list;
  const opens = books_open ? nextOpening(books_open, time_zone, now - openFor).opens + openFor : Infinity;
  await noteLook(trx, professionalId, version, Math.min(now + lookEvery, opens));
  return true;
}

/**
 * Ends at once the entries and offers that no longer fit after a change of services or settings, or the end of an
 * account. The next round offers the times that this frees. The professional must be locked.
 */
export async function keepListTrue(trx: Db, professionalId: string): Promise<void> {
  const list = await readList(trx, professionalId);
  if (!list?.entries) return;
  await whoStays(trx, professionalId, list);
  await lookSoon(trx, professionalId);
}

/** Ends entries and offers that are over; returns who waits on. */
async function whoStays(trx: Db, professional_id: string, list: ListRow): Promise<Waiting[]> {
  const waiting: Waiting[] = [];
  for (const row of list.entries ?? []) {
    const wanted = wantedBy(row);
    const why = whyEnded(row, wanted, list);
    if (why) {
      await endEntry(trx, { professional_id, entry_id: row.id }, why);
      continue;
    }
    const isOffered = row.opening !== null && stands(row.opening, wanted);
    if (row.opening && !isOffered) {
      await withdraw(trx, { professional_id, id: row.opening.id });
      await emit(trx, 'opening.withdrawn', { professional_id, opening_id: row.opening.id });
    }
    waiting.push(waitingOf(row, wanted, list, isOffered));
  }
  return waiting;
}

function waitingOf(row: WaitingRow, wanted: Wanted, list: ListRow, isOffered: boolean): Waiting {
  const { id, client_id, status, offers, refused } = row;
  const passed = (list.passed ?? []).filter((one) => one.client_id === client_id && one.entry_id !== id);
  return { ...wanted, id, status, isOffered, refused: refused ?? [], passed, offers };
}

/** What waits for the morning to be offered, by entry (contract 29); nothing is written, and no lock taken. */
export async function findHeldBack(
  db: Db,
  { id: professionalId, time_zone }: WaitingEntry['professional'],
): Promise<Map<string, WaitingEntry['next_opening']>> {
  if (!isNight(await databaseNow(db), time_zone)) return new Map();
  const list = await lookAtList(db, professionalId);
  if (!list) return new Map();
  const waiting = (list.entries ?? []).flatMap((row) => {
    const wanted = wantedBy(row);
    return whyEnded(row, wanted, list) ? [] : [waitingOf(row, wanted, list, row.opening !== null)];
  });
  const until = Math.max(list.now, ...waiting.flatMap(({ windows }) => windows.map(({ end }) => end)));
  const minutes = new Map(waiting.map(({ id, duration_minutes }) => [id, duration_minutes]));
  return new Map(
    heldBack(waiting, basisOf(list, until, openFor)).map(({ id, start, from }) => [
      id,
      {
        start_time: iso(start),
        end_time: iso(start + (minutes.get(id) ?? 0) * MINUTE),
        offered_from: iso(from),
      },
    ]),
  );
}

async function makeOffers(trx: Db, professional_id: string, list: ListRow, waiting: Waiting[]): Promise<void> {
  const until = Math.max(...waiting.flatMap(({ windows }) => windows.map(({ end }) => end)));
  for (const { id, start } of offersNow(waiting, basisOf(list, until, openFor))) {
    const wanted = waiting.find((one) => one.id === id);
    const about = { professional_id, entry_id: id, by_hand: false, start };
    if (wanted) await offer(trx, about, wanted, list);
  }
}

type Offered = { professional_id: string; entry_id: string; by_hand: boolean; start: number };

/** Offers a time to an entry and holds it; 409 where something else is at any part of it. Returns the opening's id. */
export async function offer(
  trx: Db,
  { start, ...about }: Offered,
  { duration_minutes, parts, own = [] }: Wanted,
  { now, time_zone }: Pick<ListRow, 'now' | 'time_zone'>,
  requestId?: string,
): Promise<string> {
  const taken = partsAt(start, parts);
  const opening = {
    ...about,
    start,
    end: start + duration_minutes * MINUTE,
    expires: offeredUntil(start, now, time_zone),
    parts: taken,
    held: heldBy(taken, own),
  };
  const id = (await insertOpening(trx, opening)) ?? refuseTaken();
  await emit(trx, 'opening.offered', { professional_id: about.professional_id, opening_id: id }, requestId);
  return id;
}

/** Why an entry is over; undefined while it is not. */
function whyEnded(row: WaitingRow, wanted: Wanted, list: ListRow): Ended | undefined {
  const { booking } = row;
  if (!list.user_is_active) return 'professional_gone';
  if (!list.keeps_list) return 'list_off';
  if (!row.client_is_active || row.has_booked) return 'silent';
  if (booking && (booking.is_started || (booking.status !== 'pending' && booking.status !== 'confirmed')))
    return 'silent';
  if (!booking && !linesOfEntry(row)) return 'service_gone';
  // An offer made by hand may be for a time after the windows; it ends with them all the same.
  return isOver(wanted, list.now) ? 'over' : undefined;
}

/** Ends an entry and says so to whoever is to be told. */
export async function endEntry(
  trx: Db,
  { professional_id, entry_id }: { professional_id: string; entry_id: string },
  why: Ended,
  requestId?: string,
): Promise<void> {
  const ended = await endEntries(trx, sql`e.id = ${entry_id} and e.professional_id = ${professional_id}`, 'ended');
  if (ended.length === 0 || why === 'silent') return;
  await emit(trx, 'cancellation_list.ended', { professional_id, entry_id, why }, requestId);
}

/** Whether an offer still has the length of what is waited for, is before the booking to move, and is wholly held. */
function stands(
  { start, end, segments, held }: NonNullable<WaitingRow['opening']>,
  { duration_minutes, parts, before = Infinity, own = [] }: Wanted,
): boolean {
  const now = partsAt(start, parts);
  const then = segments?.map(([from, to]) => ({ start: from, end: to })) ?? [{ start, end }];
  return (
    end - start === duration_minutes * MINUTE &&
    start < before &&
    isSame(now, then) &&
    isSame(heldBy(now, own), spansOf(held))
  );
}

function isSame(some: readonly Span[], others: readonly Span[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ start, end }, at) => start === others[at]?.start && end === others[at]?.end)
  );
}
