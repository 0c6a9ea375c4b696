import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { unauthorized } from '#server/errors.ts';
import { DAY } from '#shared/constants.ts';
import { merged, type Span } from '#shared/rules/slots.ts';
import { iso, localParts, wallInstant } from '#shared/time.ts';
import { openAddress } from './address-secret.ts';
import { CalendarProblem } from './calendar-problem.ts';
import { demoCalendar, demoCalendarAddress } from './demo-calendar.ts';
import { type Fetched, fetchCalendar } from './fetch-calendar.ts';
import {
  bookingsAmong,
  type Claimed,
  claim,
  claimDue,
  findRange,
  isBeingRead,
  type Key,
  putProblem,
  putRead,
} from './queries.ts';
import { timesOfFeed } from './read-in-thread.ts';

type Reading = Pick<Deps, 'db' | 'config' | 'secretsKey'>;

/** What a feed says, for the range and zone of `read_for`. */
type Brought = { etag: string | null; read_for: string; spans: Span[] };

/** Reads an address for a professional. Throws CalendarProblem. */
export async function readAddress(reading: Reading, professionalId: string, url: string) {
  const asked = await ask(reading, professionalId, url, { etag: null, read_for: null });
  return asked && understand(reading, professionalId, asked);
}

/** What an address answers; undefined when its ETag, read for the same range and zone, is still the same. */
async function ask(
  { db, config }: Reading,
  professionalId: string,
  url: string,
  known: { etag: string | null; read_for: string | null },
) {
  const { zone, days, now } = (await findRange(db, professionalId)) ?? unauthorized();
  const range = { start: now, end: endOfDay(now, days, zone) };
  const read_for = `${iso(range.end)} ${zone}`;
  const etag = known.read_for === read_for ? known.etag : null;
  const fetched: Fetched =
    url === demoCalendarAddress(config)
      ? { text: demoCalendar(now), etag: null }
      : await fetchCalendar(url, etag, { allowed: config.busyCalendarHosts });
  return fetched && { ...fetched, read_for, zone, range };
}

type Asked = NonNullable<Awaited<ReturnType<typeof ask>>>;

async function understand(
  { db }: Reading,
  professionalId: string,
  { text, etag, read_for, zone, range }: Asked,
): Promise<Brought> {
  const { busy, ofUids } = await timesOfFeed(professionalId, { text, zone, range });
  const bookings = await bookingsAmong(
    db,
    professionalId,
    ofUids.map(({ uid }) => uid),
  );
  const others = ofUids.filter(({ uid }) => !bookings.has(uid)).flatMap(({ spans }) => spans);
  return { etag, read_for, spans: merged([...busy, ...others]) };
}

/** The end of the day that is so many days from now. */
function endOfDay(now: number, days: number, zone: string): number {
  const { year, month, day } = localParts(now, zone);
  return wallInstant(Date.UTC(year, month - 1, day) + (days + 1) * DAY, zone);
}

/** Reads a claimed calendar and writes what that brought. */
async function read(reading: Reading, key: Buffer, claimed: Claimed, reader: string): Promise<void> {
  const { db } = reading;
  const { professional_id } = claimed;
  let isSlow = false;
  try {
    const url = openAddress(key, claimed);
    if (url === undefined) throw new CalendarProblem("We can't open its address any more. Remove it and add it again.");
    const begun = performance.now();
    const asked = await ask(reading, professional_id, url, claimed).finally(() => {
      isSlow = performance.now() - begun > slowMs;
    });
    const brought = asked && (await understand(reading, professional_id, asked));
    await transact(db, (trx) => putRead(trx, claimed, reader, brought, isSlow));
  } catch (error) {
    if (!(error instanceof CalendarProblem)) throw error;
    await transact(db, (trx) => putProblem(trx, claimed, reader, error.message, isSlow));
  }
}

/** Reads a calendar now, or waits while another process reads it. */
export async function readNow(reading: Reading, secret: Buffer, key: Key): Promise<void> {
  const { db, config } = reading;
  const reader = randomUUID();
  const claimed = await claim(db, key, reader, config.busyCalendarMinutes);
  if (claimed) return read(reading, secret, claimed, reader);
  while (await isBeingRead(db, key)) await delay(200);
}

/** An answer after so many milliseconds is a late one. */
const slowMs = 2_000;

type Round = (deps: Reading & Pick<Deps, 'log'>, signal?: AbortSignal) => Promise<void>;

/**
 * Reads the calendars that are due until none is left, or until `signal`: so many at a time, and one of a professional.
 * Those that answered late the last time have a round of their own, so that nobody waits for them but themselves.
 */
export const readDueCalendars: Round = (...args) => readDue(6, false, ...args);
export const readSlowCalendars: Round = (...args) => readDue(2, true, ...args);

async function readDue(atOnce: number, is_slow: boolean, ...[deps, signal]: Parameters<Round>): Promise<void> {
  const { db, config, secretsKey, log } = deps;
  if (!secretsKey) return;
  const turn = { reader: randomUUID(), minutes: config.busyCalendarMinutes, is_slow };
  const work = async () => {
    while (!signal?.aborted) {
      const claimed = await claimDue(db, turn);
      if (!claimed) return;
      await read(deps, secretsKey, claimed, turn.reader).catch((error) =>
        log.warn({ err: error, calendar: claimed.id }, 'failed to read a calendar: tried again at its next turn'),
      );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
