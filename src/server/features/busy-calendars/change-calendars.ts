import type { Database } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { conflict, invalid, notFound, refuseViolation, tooManyRequests, unauthorized } from '#server/errors.ts';
import { lockProfessional } from '#server/features/parties/lock-queries.ts';
import type { BusyCalendar, BusyCalendarInput } from '#shared/busy-calendars.ts';
import { busyCalendarBounds } from '#shared/constants.ts';
import { addressHmac, sealAddress } from './address-secret.ts';
import { CalendarProblem } from './calendar-problem.ts';
import { demoCalendarAddress } from './demo-calendar.ts';
import { addressOf, refuseWritten } from './fetch-calendar.ts';
import {
  countRead,
  findCalendar,
  forgetTry,
  hasAddress,
  insertCalendar,
  listCalendars,
  newCalendarId,
  removeCalendar as removeRow,
  writeRead,
} from './queries.ts';
import { readAddress, readNow } from './read-calendar.ts';

type Call = { db: Database; deps: Deps; professionalId: string };

const again = 'You have this calendar already.';
const full = `You can have up to ${busyCalendarBounds.most} calendars.`;

const keyOf = ({ secretsKey }: Deps) => secretsKey ?? conflict('Busy calendars are not set up here.');

/**
 * Reads a calendar, then adds it. 409 for a sixth one or the same address again, 422 for one that cannot be read, 429
 * after 20 such tries in an hour; an address that is refused as it is written is none.
 */
export async function addCalendar(
  { db, deps, professionalId: professional_id }: Call,
  { name, url: typed }: BusyCalendarInput,
): Promise<BusyCalendar> {
  const key = keyOf(deps);
  const problem = (error: unknown) => {
    if (error instanceof CalendarProblem) return invalid(['body', 'url'], error.message);
    throw error;
  };
  const { url, host } = (() => {
    try {
      const address = addressOf(typed);
      if (address.url !== demoCalendarAddress(deps.config)) refuseWritten(address.url, deps.config.busyCalendarHosts);
      return address;
    } catch (error) {
      return problem(error);
    }
  })();
  if (await hasAddress(db, professional_id, addressHmac(key, url))) conflict(again);
  if ((await listCalendars(db, professional_id)).length >= busyCalendarBounds.most) conflict(full);
  const counted = await transact(db, async (trx) => {
    (await lockProfessional(trx, professional_id)) ?? unauthorized();
    return countRead(trx, professional_id, true);
  });
  if ('wait' in counted) return tooManyRequests(counted.wait);
  const read = await deps.limiters.calendars
    .run(professional_id, () => readAddress(deps, professional_id, url))
    .catch(problem);
  return transact(db, async (trx) => {
    (await lockProfessional(trx, professional_id)) ?? unauthorized();
    if ((await listCalendars(trx, professional_id)).length >= busyCalendarBounds.most) conflict(full);
    const calendar = { professional_id, id: await newCalendarId(trx) };
    const next_minutes = deps.config.busyCalendarMinutes;
    await refuseViolation({ busy_calendars_url_key: again }, () =>
      insertCalendar(trx, { ...calendar, name, host, ...sealAddress(key, url, calendar), next_minutes }),
    );
    if (read) await writeRead(trx, calendar, read);
    await forgetTry(trx, counted);
    return (await findCalendar(trx, calendar)) ?? notFound('Calendar');
  });
}

/** The times of the calendar are free at once. Removing it again has no effect. */
export function removeCalendar({ db, professionalId: professional_id }: Call, id: string): Promise<void> {
  return transact(db, async (trx) => {
    if (!(await removeRow(trx, { professional_id, id }))) notFound('Calendar');
  });
}

/** Reads that were asked for in this process and are not over: who asks meanwhile gets what that one brings. */
const refreshing = new Map<string, Promise<void>>();

/** Reads a calendar again, at most 60 times an hour, failed reads included. */
export async function refreshCalendar(
  { db, deps, professionalId: professional_id }: Call,
  id: string,
): Promise<BusyCalendar> {
  const key = { professional_id, id };
  const secret = keyOf(deps);
  await transact(db, async (trx) => {
    (await lockProfessional(trx, professional_id)) ?? unauthorized();
    (await findCalendar(trx, key)) ?? notFound('Calendar');
    const counted = await countRead(trx, professional_id, false);
    if ('wait' in counted) tooManyRequests(counted.wait);
  });
  const running =
    refreshing.get(id) ??
    deps.limiters.calendars.run(professional_id, () => readNow(deps, secret, key)).finally(() => refreshing.delete(id));
  refreshing.set(id, running);
  await running;
  return (await findCalendar(db, key)) ?? notFound('Calendar');
}
