import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { sealAddress } from '#server/features/busy-calendars/address-secret.ts';
import { calendarTimes } from '#server/features/busy-calendars/calendar-times.ts';
import { demoCalendar, demoCalendarAddress } from '#server/features/busy-calendars/demo-calendar.ts';
import { insertCalendar, newCalendarId } from '#server/features/busy-calendars/queries.ts';
import { DAY, defaultTimeZone } from '#shared/constants.ts';
import type { Span } from '#shared/rules/slots.ts';
import type { Cast } from './people.ts';

/** Who has a calendar elsewhere, in the demo's zone. */
export const busyElsewhere = 'dele';

/** Its times, from now on, so that nobody is planned into them. */
export function timesElsewhere(now: number): Span[] {
  return calendarTimes({ text: demoCalendar(now), zone: defaultTimeZone, range: { start: now, end: now + 60 * DAY } })
    .busy;
}

/** The calendar that the demo serves itself, to be read at once; none without a key, or where it is not served. */
export async function insertBusyCalendar(
  db: Db,
  { callers }: Cast,
  { config, secretsKey }: { config: Config; secretsKey: Buffer | undefined },
): Promise<void> {
  const url = demoCalendarAddress(config);
  if (!url || !secretsKey) return;
  const professional_id = callers.get(busyElsewhere)?.professional_id ?? '';
  const calendar = { professional_id, id: await newCalendarId(db) };
  const { hostname: host } = new URL(url);
  await insertCalendar(db, {
    ...calendar,
    name: 'Family',
    host,
    ...sealAddress(secretsKey, url, calendar),
    next_minutes: 0,
  });
}
