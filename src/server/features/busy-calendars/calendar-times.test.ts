import { expect, test } from 'vitest';
import { feedOf } from '#server/testing/calendar-server.ts';
import { iso } from '#shared/time.ts';
import { CalendarProblem } from './calendar-problem.ts';
import { calendarTimes } from './calendar-times.ts';

const range = { start: Date.parse('2026-11-26T00:00:00Z'), end: Date.parse('2026-12-20T13:00:00Z') };
const melbourne = 'Australia/Melbourne';
const read = (text: string, zone = melbourne) => calendarTimes({ text, zone, range });
/** Starts and ends in UTC, such as `12-01T09:00/12-01T10:00`. */
const timesOf = (text: string, zone?: string) =>
  read(text, zone).busy.map(({ start, end }) => `${iso(start).slice(5, 16)}/${iso(end).slice(5, 16)}`);
/** After the first line of a calendar. */
const withLines = (feed: string, ...lines: string[]) =>
  feed.replace('VERSION:2.0', ['VERSION:2.0', ...lines].join('\r\n'));

const nine = ['DTSTART:20261201T090000', 'DTEND:20261201T100000'];
const at = (zone: string) => [`DTSTART;TZID=${zone}:20261201T090000`, `DTEND;TZID=${zone}:20261201T100000`];
const weekly = ['DTSTART;TZID=Australia/Melbourne:20261103T090000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=7'];
const days = ['DTSTART;VALUE=DATE:20261103', 'RRULE:FREQ=WEEKLY;BYDAY=TU'];
const inMelbourne = ['11-30T22:00/11-30T23:00'];
const tuesdays = ['11-30T13:00/12-01T13:00', '12-07T13:00/12-08T13:00', '12-14T13:00/12-15T13:00'];
const rules = (offset: string) =>
  `BEGIN:VTIMEZONE|TZID:Own|BEGIN:STANDARD|DTSTART:16010101T000000|TZOFFSETFROM:${offset}|TZOFFSETTO:${offset}|END:STANDARD|END:VTIMEZONE`.split(
    '|',
  );
const southern = [
  'BEGIN:VTIMEZONE|TZID:Own|BEGIN:STANDARD|DTSTART:20080406T030000|TZOFFSETFROM:+1100|TZOFFSETTO:+1000',
  'RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU|END:STANDARD|BEGIN:DAYLIGHT|DTSTART:20081005T020000|TZOFFSETFROM:+1000',
  'TZOFFSETTO:+1100|RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=1SU|END:DAYLIGHT|END:VTIMEZONE',
].flatMap((line) => line.split('|'));

test.each<[string, string, string[], string?]>([
  ['UTC', feedOf(['DTSTART:20261201T090000Z', 'DTEND:20261201T100000Z']), ['12-01T09:00/12-01T10:00']],
  ['small letters', feedOf(['dtstart:20261201T090000Z', 'dtend:20261201T100000Z']), ['12-01T09:00/12-01T10:00']],
  ['floating: the professional’s zone', feedOf(nine), inMelbourne],
  ['floating: the calendar’s', withLines(feedOf(nine), 'X-WR-TIMEZONE:Australia/Perth'), ['12-01T01:00/12-01T02:00']],
  [
    'a calendar’s zone by Windows',
    withLines(feedOf(nine), 'X-WR-TIMEZONE:Tokyo Standard Time'),
    ['12-01T00:00/12-01T01:00'],
  ],
  ['a zone of Windows', feedOf(at('AUS Eastern Standard Time')), inMelbourne, 'Europe/London'],
  ['a quoted one', feedOf(at('"W. Europe Standard Time"')), ['12-01T08:00/12-01T09:00']],
  ['an unknown zone', feedOf(at('Mars/Base')), inMelbourne],
  ['rules of its own', withLines(feedOf(at('Own')), ...rules('+0530')), ['12-01T03:30/12-01T04:30']],
  ['rules with daylight saving', withLines(feedOf(at('Own')), ...southern), inMelbourne, 'Europe/London'],
  ['a day without an end', feedOf(['DTSTART;VALUE=DATE:20261201']), ['11-30T13:00/12-01T13:00']],
  [
    'days since before',
    feedOf(['DTSTART;VALUE=DATE:20261101', 'DTEND;VALUE=DATE:20261202']),
    ['10-31T13:00/12-01T13:00'],
  ],
  ['a series of days east of Greenwich', feedOf(days), tuesdays],
  [
    'west of it',
    feedOf(days),
    ['12-01T05:00/12-02T05:00', '12-08T05:00/12-09T05:00', '12-15T05:00/12-16T05:00'],
    'America/New_York',
  ],
  ['days left out', feedOf([...days, 'EXDATE;VALUE=DATE:20261208']), [tuesdays[0] ?? '', tuesdays[2] ?? '']],
  [
    'instances left out',
    feedOf([...weekly, 'EXDATE;TZID=Australia/Melbourne:20261201T090000,20261215T090000']),
    ['12-07T22:00/12-07T23:00'],
  ],
  ['left out in UTC', feedOf([...weekly, 'EXDATE:20261130T220000Z,20261214T220000Z']), ['12-07T22:00/12-07T23:00']],
  ['no end', feedOf(['DTSTART:20261201T090000Z']), []],
  ['transparent', feedOf([...nine, 'TRANSP:TRANSPARENT']), []],
  ['cancelled', feedOf([...nine, 'STATUS:CANCELLED']), []],
  ['free to Outlook', feedOf([...nine, 'X-MICROSOFT-CDO-BUSYSTATUS:FREE']), []],
  ['elsewhere to Outlook', feedOf([...nine, 'X-MICROSOFT-CDO-BUSYSTATUS:WORKINGELSEWHERE']), []],
  ['tentative', feedOf([...nine, 'X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE']), inMelbourne],
  ['an alarm inside', feedOf([...nine, 'BEGIN:VALARM', 'TRIGGER:-PT5M', 'DURATION:PT5M', 'END:VALARM']), inMelbourne],
  [
    'broken ones beside',
    feedOf(['DTSTART:soon'], [...nine, ...nine], [...nine, 'RRULE:FREQ=OFTEN'], nine),
    inMelbourne,
  ],
  ['several at once', feedOf(nine, ['DTSTART:20261201T093000', 'DTEND:20261201T110000']), ['11-30T22:00/12-01T00:00']],
])('%s', (_name, feed, expected, zone) => {
  expect(timesOf(feed, zone)).toEqual(expected);
});

test('changed and cancelled instances of a series', () => {
  const instance = (id: string, ...lines: string[]) => [
    `RECURRENCE-ID;TZID=Australia/Melbourne:${id}T090000`,
    ...lines,
  ];
  const moved = instance('20261201', 'DTSTART;TZID=Australia/Melbourne:20261202T150000', 'DURATION:PT1H');
  const gone = instance(
    '20261208',
    'DTSTART;TZID=Australia/Melbourne:20261208T090000',
    'DURATION:PT1H',
    'STATUS:CANCELLED',
  );
  const feed = feedOf(weekly, moved, gone).replaceAll(/UID:event-\d/g, 'UID:one');
  expect(timesOf(feed)).toEqual(['12-02T04:00/12-02T05:00', '12-14T22:00/12-14T23:00']);
});

test('times of what may be a booking of ours stand apart, by UID', () => {
  const uid = '019a0000-0000-7000-8000-000000000000';
  const feed = feedOf(nine).replace('event-0', uid.toUpperCase());
  expect(read(feed)).toEqual({
    busy: [],
    ofUids: [{ uid, spans: [{ start: expect.any(Number), end: expect.any(Number) }] }],
  });
});

test('5,000 events and 5,000 times are read; more, and what is no whole calendar, is a problem', () => {
  const events = (count: number) => feedOf(...Array.from({ length: count }, () => nine));
  const minutes = (count: number, ...more: string[][]) =>
    feedOf(['DTSTART:20261127T000000Z', 'DURATION:PT1M', `RRULE:FREQ=MINUTELY;INTERVAL=2;COUNT=${count}`], ...more);
  expect(timesOf(events(5_000))).toEqual(inMelbourne);
  expect(timesOf(minutes(5_000))).toHaveLength(5_000);
  const texts = [
    ...['', '<html>', feedOf(nine).trimEnd().slice(0, -3)],
    ...[events(5_001), minutes(5_001), minutes(5_000, nine)],
    feedOf([...nine, 'RRULE:FREQ=SECONDLY']),
  ];
  for (const text of texts) expect(() => read(text)).toThrow(CalendarProblem);
});
