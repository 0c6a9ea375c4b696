import type { Config } from '#server/config.ts';
import { defaultTimeZone } from '#shared/constants.ts';
import { dayOf } from '#shared/rules/hour-windows.ts';
import { dateText } from '#shared/rules/hours.ts';

export const demoCalendarPath = '/demo/busy-calendar.ics';

/** The one calendar that a demo serves itself; undefined without a demo. */
export function demoCalendarAddress({
  seedDemo,
  publicUrl,
}: Pick<Config, 'seedDemo' | 'publicUrl'>): string | undefined {
  return seedDemo ? publicUrl + demoCalendarPath : undefined;
}

/** The private times of somebody with a child at school around a day, on the clock of whoever reads them. */
export function demoCalendar(now: number): string {
  const today = dayOf(now, defaultTimeZone);
  const monday = today - ((today + 3) % 7);
  const date = (day: number) => dateText(monday + day).replaceAll('-', '');
  const event = (uid: string, ...lines: string[]) => [
    'BEGIN:VEVENT',
    `UID:${uid}@demo.example`,
    ...lines,
    'END:VEVENT',
  ];
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Saluni//Demo//EN',
    ...event(
      'pick-up',
      'SUMMARY:School pick-up',
      `DTSTART:${date(0)}T150000`,
      `DTEND:${date(0)}T154500`,
      'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
    ),
    ...event('dentist', 'SUMMARY:Dentist', `DTSTART:${date(9)}T103000`, `DTEND:${date(9)}T113000`),
    ...event('carnival', 'SUMMARY:Swimming carnival', `DTSTART;VALUE=DATE:${date(17)}`),
    'END:VCALENDAR',
    '',
  ].join('\r\n');
}
