import { expect, test } from 'vitest';
import { iso } from '#shared/time.ts';
import { CalendarProblem } from './calendar-problem.ts';
import { calendarTimes } from './calendar-times.ts';

// What calendars write, each with the times that it means, computed by hand, in UTC: `12-01T09:00/12-01T10:00`.

const [melbourne, london, newYork] = ['Australia/Melbourne', 'Europe/London', 'America/New_York'] as const;

/** Where Melbourne is 11 hours ahead, London none, and New York 5 behind. */
const december = ['2026-11-26T00:00:00Z', '2026-12-20T13:00:00Z'];
/** Clocks change in New York on 14 March 2027, in London on 28 March, in Melbourne on 4 April. */
const spring = ['2027-03-10T00:00:00Z', '2027-04-20T00:00:00Z'];
/** In Melbourne on 3 October 2027, in London on 31 October. */
const autumn = ['2027-09-25T00:00:00Z', '2027-11-05T00:00:00Z'];

const calendar = (...parts: (string | string[])[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...parts.flat(), 'END:VCALENDAR', ''].join('\r\n');
/** Events of one UID. */
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:one@example', ...lines, 'END:VEVENT'];
const rulesOf = (tzid: string, ...lines: string[]) => ['BEGIN:VTIMEZONE', `TZID:${tzid}`, ...lines, 'END:VTIMEZONE'];
const always = (offset: string) =>
  `BEGIN:STANDARD|DTSTART:16010101T000000|TZOFFSETFROM:${offset}|TZOFFSETTO:${offset}|END:STANDARD`.split('|');
const southern = [
  'BEGIN:STANDARD|DTSTART:20080406T030000|TZOFFSETFROM:+1100|TZOFFSETTO:+1000|RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU',
  'END:STANDARD|BEGIN:DAYLIGHT|DTSTART:20081005T020000|TZOFFSETFROM:+1000|TZOFFSETTO:+1100',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=1SU|END:DAYLIGHT',
].flatMap((line) => line.split('|'));

function busyTimes(feed: string, zone: string = melbourne, [from = '', to = ''] = december): string[] {
  const range = { start: Date.parse(from), end: Date.parse(to) };
  const { busy } = calendarTimes({ text: feed, zone, range });
  return busy.map(({ start, end }) => `${iso(start).slice(5, 16)}/${iso(end).slice(5, 16)}`);
}

type Form = [name: string, feed: string, expected: string[], zone?: string, range?: string[]];

const hour = ['DTSTART;TZID=Australia/Melbourne:20261201T090000', 'DURATION:PT1H'];
/** Tuesdays at nine in Melbourne; of seven three are in December. */
const tuesdays = ['DTSTART;TZID=Australia/Melbourne:20261103T090000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=7'];
const [first, second, third] = ['11-30T22:00/11-30T23:00', '12-07T22:00/12-07T23:00', '12-14T22:00/12-14T23:00'];
const at = (zone: string) => event(`DTSTART;TZID=${zone}:20261201T090000`, `DTEND;TZID=${zone}:20261201T100000`);
const perth = ['12-01T01:00/12-01T02:00'];
const days = (rule: string, ...lines: string[]) => event('DTSTART;VALUE=DATE:20261207', `RRULE:${rule}`, ...lines);

const instances: Form[] = [
  [
    'times of a series without it (Google, free and busy)',
    calendar(
      ...['20261130T220000Z', '20261207T220000Z', '20261214T220000Z'].map((start) =>
        event(`RECURRENCE-ID:${start}`, `DTSTART:${start}`, 'DURATION:PT1H', 'SUMMARY:Busy'),
      ),
      event('RECURRENCE-ID:20261216T220000Z', 'DTSTART:20261217T010000Z', 'DTEND:20261217T020000Z'),
    ),
    [first, second, third, '12-17T01:00/12-17T02:00'],
  ],
  [
    'two events of one UID',
    calendar(event('DTSTART:20261201T090000Z', 'DURATION:PT1H'), event('DTSTART:20261202T090000Z', 'DURATION:PT1H')),
    ['12-01T09:00/12-01T10:00', '12-02T09:00/12-02T10:00'],
  ],
  [
    'two series of one UID, of which one leaves a time out',
    calendar(
      event(...tuesdays, 'EXDATE;TZID=Australia/Melbourne:20261208T090000'),
      event('DTSTART;TZID=Australia/Melbourne:20261103T130000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=6'),
    ),
    [first, '12-01T02:00/12-01T03:00', '12-08T02:00/12-08T03:00', third],
  ],
  [
    'one moved into the range, one out of it',
    calendar(
      event(...tuesdays),
      event('RECURRENCE-ID;TZID=Australia/Melbourne:20261110T090000', 'DTSTART:20261203T010000Z', 'DURATION:PT1H'),
      event('RECURRENCE-ID;TZID=Australia/Melbourne:20261208T090000', 'DTSTART:20270203T010000Z', 'DURATION:PT1H'),
    ),
    [first, '12-03T01:00/12-03T02:00', third],
  ],
  [
    'one cancelled, by a time in UTC and without a start',
    calendar(event('RECURRENCE-ID:20261207T220000Z', 'STATUS:CANCELLED'), event(...tuesdays)),
    [first, third],
  ],
  [
    'a busy one of a free series, and a free one of a busy series',
    calendar(
      event(...tuesdays, 'TRANSP:TRANSPARENT'),
      event('RECURRENCE-ID:20261207T220000Z', 'DTSTART:20261207T220000Z', 'DURATION:PT1H'),
      event(...tuesdays, 'DTSTART:20261103T050000Z', 'UID:other'),
      event(
        'UID:other',
        'RECURRENCE-ID:20261208T050000Z',
        'DTSTART:20261208T050000Z',
        'DURATION:PT1H',
        'TRANSP:transparent',
      ),
    ),
    ['12-01T05:00/12-01T06:00', second, '12-15T05:00/12-15T06:00'],
  ],
  ['a time left out by its date', calendar(event(...tuesdays, 'EXDATE;VALUE=DATE:20261208')), [first, third]],
  [
    'a time moved by its date',
    calendar(
      event(...tuesdays),
      event('RECURRENCE-ID;VALUE=DATE:20261208', 'DTSTART;TZID=Australia/Melbourne:20261209T090000', 'DURATION:PT1H'),
    ),
    [first, '12-08T22:00/12-08T23:00', third],
  ],
  [
    'a day moved by its time in UTC',
    calendar(days('FREQ=WEEKLY;COUNT=2'), event('RECURRENCE-ID:20261213T130000Z', 'DTSTART;VALUE=DATE:20261217')),
    ['12-06T13:00/12-07T13:00', '12-16T13:00/12-17T13:00'],
  ],
  [
    'a time left out as its series’ clock shows it, without its zone',
    calendar(
      event(
        'DTSTART;TZID=Europe/London:20261201T090000',
        'DURATION:PT1H',
        'RRULE:FREQ=DAILY;COUNT=3',
        'EXDATE:20261202T090000',
      ),
    ),
    ['12-01T09:00/12-01T10:00', '12-03T09:00/12-03T10:00'],
  ],
];

const later = (...lines: string[]) =>
  event('RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Australia/Melbourne:20261208T090000', ...lines);
const atTwo = ['DTSTART;TZID=Australia/Melbourne:20261209T140000', 'DURATION:PT2H'];

const laterOnes: Form[] = [
  [
    'this and all later ones moved',
    calendar(event(...tuesdays), later(...atTwo)),
    [first, '12-09T03:00/12-09T05:00', '12-16T03:00/12-16T05:00'],
  ],
  ['cancelled', calendar(later('STATUS:CANCELLED'), event(...tuesdays)), [first]],
  ['free', calendar(event(...tuesdays), later(...atTwo, 'TRANSP:TRANSPARENT')), [first]],
  [
    'and one of them on its own',
    calendar(
      event(...tuesdays),
      later(...atTwo),
      event('RECURRENCE-ID;TZID=Australia/Melbourne:20261215T090000', 'DTSTART:20261217T210000Z', 'DURATION:PT1H'),
    ),
    [first, '12-09T03:00/12-09T05:00', '12-17T21:00/12-17T22:00'],
  ],
  [
    'twice, the first time long before',
    calendar(
      event(...tuesdays),
      event(
        'RECURRENCE-ID;RANGE=THISANDFUTURE:20261109T220000Z',
        'DTSTART;TZID=Australia/Melbourne:20261111T090000',
        'DURATION:PT1H',
      ),
      later(...atTwo),
    ),
    ['12-01T22:00/12-01T23:00', '12-09T03:00/12-09T05:00', '12-16T03:00/12-16T05:00'],
  ],
  [
    'into the range from before it',
    calendar(
      event('DTSTART:20261001T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=2'),
      event('RECURRENCE-ID;RANGE=THISANDFUTURE:20261001T090000Z', 'DTSTART:20261201T090000Z', 'DURATION:PT1H'),
    ),
    ['12-01T09:00/12-01T10:00', '12-02T09:00/12-02T10:00'],
  ],
  [
    'with a rule of its own',
    calendar(event(...tuesdays), later(...atTwo, 'RRULE:FREQ=DAILY;COUNT=2')),
    [first, '12-09T03:00/12-09T05:00', '12-10T03:00/12-10T05:00'],
  ],
  ['without the series', calendar(later(...atTwo)), ['12-09T03:00/12-09T05:00']],
  [
    'across a clock change',
    calendar(
      event('DTSTART;TZID=Australia/Melbourne:20270323T090000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=4'),
      event(
        'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Australia/Melbourne:20270330T090000',
        'DTSTART;TZID=Australia/Melbourne:20270330T140000',
        'DURATION:PT1H',
      ),
    ),
    ['03-22T22:00/03-22T23:00', '03-30T03:00/03-30T04:00', '04-06T04:00/04-06T05:00', '04-13T04:00/04-13T05:00'],
    melbourne,
    spring,
  ],
];

const wholeDays: Form[] = [
  ['days to a date', calendar(days('FREQ=DAILY;UNTIL=20261209')), ['12-06T13:00/12-09T13:00']],
  // Midnight of the 10th in Melbourne.
  ['to a time in UTC (Outlook)', calendar(days('FREQ=DAILY;UNTIL=20261209T130000Z')), ['12-06T13:00/12-10T13:00']],
  ['west', calendar(days('FREQ=DAILY;UNTIL=20261210T050000Z')), ['12-07T05:00/12-11T05:00'], newYork],
  [
    // The 10th in New York, the 11th in Melbourne.
    'to a time in UTC, by the calendar’s zone',
    calendar('X-WR-TIMEZONE:America/New_York', days('FREQ=DAILY;UNTIL=20261210T140000Z')),
    ['12-06T13:00/12-10T13:00'],
  ],
  [
    'left out in UTC',
    calendar(days('FREQ=DAILY;COUNT=4', 'EXDATE:20261207T130000Z')),
    ['12-06T13:00/12-07T13:00', '12-08T13:00/12-10T13:00'],
  ],
  [
    'left out at midnight elsewhere',
    calendar(days('FREQ=DAILY;COUNT=4', 'EXDATE;TZID=America/New_York:20261208T000000')),
    ['12-06T13:00/12-07T13:00', '12-08T13:00/12-10T13:00'],
  ],
  ['without VALUE', calendar(event('DTSTART:20261201')), ['11-30T13:00/12-01T13:00']],
  ['that end where they begin', calendar(event('DTSTART:20261201', 'DTEND:20261201')), ['11-30T13:00/12-01T13:00']],
  ['P2D long', calendar(event('DTSTART;VALUE=DATE:20261201', 'DURATION:P2D')), ['11-30T13:00/12-02T13:00']],
  ['of 23 hours', calendar(event('DTSTART;VALUE=DATE:20270328')), ['03-28T00:00/03-28T23:00'], london, spring],
  ['of 25', calendar(event('DTSTART;VALUE=DATE:20271031')), ['10-30T23:00/11-01T00:00'], london, autumn],
  [
    'by the professional’s clock, whatever the calendar’s',
    calendar('X-WR-TIMEZONE:Asia/Tokyo', event('DTSTART;VALUE=DATE:20261201')),
    ['12-01T05:00/12-02T05:00'],
    newYork,
  ],
];

const dates: Form[] = [
  [
    'in its zone',
    calendar(event(...hour, 'RDATE;TZID=Australia/Melbourne:20261203T110000,20261204T120000')),
    [first, '12-03T00:00/12-03T01:00', '12-04T01:00/12-04T02:00'],
  ],
  [
    'in another zone, and in UTC',
    calendar(event(...hour, 'RDATE;TZID=America/New_York:20261203T110000', 'RDATE:20261204T000000Z')),
    [first, '12-03T16:00/12-03T17:00', '12-04T00:00/12-04T01:00'],
  ],
  [
    'from when to when, and how long',
    calendar(event(...hour, 'RDATE;VALUE=PERIOD:20261203T000000Z/20261203T003000Z,20261204T000000Z/PT2H30M')),
    [first, '12-03T00:00/12-03T00:30', '12-04T00:00/12-04T02:30'],
  ],
  [
    'how long, in a zone',
    calendar(event(...hour, 'RDATE;VALUE=PERIOD;TZID=Australia/Melbourne:20261203T110000/PT30M')),
    [first, '12-03T00:00/12-03T00:30'],
  ],
  ['a date of a time', calendar(event(...hour, 'RDATE;VALUE=DATE:20261203')), [first, '12-02T22:00/12-02T23:00']],
  [
    'dates of a day',
    calendar(event('DTSTART;VALUE=DATE:20261201', 'RDATE;VALUE=DATE:20261204,20261205')),
    ['11-30T13:00/12-01T13:00', '12-03T13:00/12-05T13:00'],
  ],
  [
    'beside a rule, one of them left out and one moved',
    calendar(
      event(...tuesdays, 'RDATE:20261203T000000Z,20261204T000000Z,20261205T000000Z', 'EXDATE:20261203T000000Z'),
      event('RECURRENCE-ID:20261204T000000Z', 'DTSTART:20261204T060000Z', 'DURATION:PT1H'),
    ),
    [first, '12-04T06:00/12-04T07:00', '12-05T00:00/12-05T01:00', second, third],
  ],
];

const zones: Form[] = [
  ['(UTC+08:00) Perth, quoted', calendar(at('"(UTC+08:00) Perth"')), perth],
  ['(UTC+08:00) Perth, not quoted', calendar(at('(UTC+08:00) Perth')), perth],
  [
    'a name of Windows with an &',
    calendar(at('"(UTC-05:00) Eastern Time (US & Canada)"')),
    ['12-01T14:00/12-01T15:00'],
  ],
  ['tzone://Microsoft/Utc', calendar(at('tzone://Microsoft/Utc')), ['12-01T09:00/12-01T10:00']],
  ['tzone://Microsoft/Custom, unknown', calendar(at('tzone://Microsoft/Custom')), [first]],
  ['GMT+08:00 with its rules', calendar(rulesOf('GMT+08:00', ...always('+0800')), at('GMT+08:00')), perth, london],
  ['GMT+08:00 without', calendar(at('GMT+08:00')), perth, london],
  ['(UTC+08:00) of no known place', calendar(at('"(UTC+08:00) Nowhere"')), perth, london],
  ['a path', calendar(at('/freeassociation.sourceforge.net/Australia/Perth')), perth],
  ['three names behind one', calendar(at('/x/20210210_1/America/Argentina/Salta')), ['12-01T12:00/12-01T13:00']],
  ['EST by its own rules', calendar(rulesOf('EST', ...southern), at('EST')), [first], london],
  ['EST without', calendar(at('EST')), ['12-01T14:00/12-01T15:00']],
  [
    'Customized Time Zone',
    calendar(rulesOf('Customized Time Zone', ...always('+0800')), at('Customized Time Zone')),
    perth,
  ],
  ['an offset that no zone has', calendar(rulesOf('Own', ...always('+0215')), at('Own')), ['12-01T06:45/12-01T07:45']],
  ['unknown: the calendar’s', calendar('X-WR-TIMEZONE:(UTC+08:00) Perth', at('Mars/Base')), perth],
  [
    'an end in another zone',
    calendar(event('DTSTART;TZID=Australia/Perth:20261201T090000', 'DTEND;TZID=Australia/Melbourne:20261201T150000')),
    ['12-01T01:00/12-01T04:00'],
  ],
  ['rules without an offset', calendar(rulesOf('Own', 'BEGIN:STANDARD', 'END:STANDARD'), at('Own')), [first]],
];

const weekly = (start: string) => event(`DTSTART;${start}`, 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=3');
const changes: Form[] = [
  [
    'a series in Melbourne',
    calendar(weekly('TZID=Australia/Melbourne:20270330T090000')),
    ['03-29T22:00/03-29T23:00', '04-05T23:00/04-06T00:00', '04-12T23:00/04-13T00:00'],
    melbourne,
    spring,
  ],
  [
    'by its own rules, seen from London',
    calendar(rulesOf('Own', ...southern), weekly('TZID=Own:20270330T090000')),
    ['03-29T22:00/03-29T23:00', '04-05T23:00/04-06T00:00', '04-12T23:00/04-13T00:00'],
    london,
    spring,
  ],
  [
    'a series in New York, seen from Melbourne',
    calendar(weekly('TZID=America/New_York:20270311T090000')),
    ['03-11T14:00/03-11T15:00', '03-18T13:00/03-18T14:00', '03-25T13:00/03-25T14:00'],
    melbourne,
    spring,
  ],
  [
    'a series in UTC',
    calendar(weekly('VALUE=DATE-TIME:20270330T220000Z')),
    ['03-30T22:00/03-30T23:00', '04-06T22:00/04-06T23:00', '04-13T22:00/04-13T23:00'],
    melbourne,
    spring,
  ],
  [
    'left out in UTC on both sides of it',
    calendar(
      event(
        'DTSTART;TZID=Australia/Melbourne:20270330T090000',
        'DURATION:PT1H',
        'RRULE:FREQ=WEEKLY;COUNT=3',
        'EXDATE:20270329T220000Z,20270405T230000Z',
      ),
    ),
    ['04-12T23:00/04-13T00:00'],
    melbourne,
    spring,
  ],
  [
    'a night of nine hours',
    calendar(
      event('DTSTART;TZID=Australia/Melbourne:20270403T220000', 'DTEND;TZID=Australia/Melbourne:20270404T060000'),
    ),
    ['04-03T11:00/04-03T20:00'],
    melbourne,
    spring,
  ],
  [
    'a day long: as clocks count',
    calendar(event('DTSTART;TZID=Australia/Melbourne:20270403T120000', 'DURATION:P1D')),
    ['04-03T01:00/04-04T02:00'],
    melbourne,
    spring,
  ],
  [
    '24 hours long',
    calendar(event('DTSTART;TZID=Australia/Melbourne:20270403T120000', 'DURATION:PT24H')),
    ['04-03T01:00/04-04T01:00'],
    melbourne,
    spring,
  ],
  [
    'a time that occurs twice: the first',
    calendar(event('DTSTART;TZID=Australia/Melbourne:20270404T023000', 'DURATION:PT15M')),
    ['04-03T15:30/04-03T15:45'],
    melbourne,
    spring,
  ],
  [
    'a time that is skipped: as much later',
    calendar(event('DTSTART;TZID=Australia/Melbourne:20271003T023000', 'DURATION:PT15M')),
    ['10-02T16:30/10-02T16:45'],
    melbourne,
    autumn,
  ],
];

const rule = (start: string, text: string) =>
  calendar(event(`DTSTART:${start}T090000Z`, 'DURATION:PT1H', `RRULE:${text}`));
const nine = (...dates: string[]) => dates.map((date) => `${date}T09:00/${date}T10:00`);
const inMelbourne = (text: string) => calendar(event(...hour, `RRULE:${text}`));

const rules: Form[] = [
  ['INTERVAL, COUNT', rule('20261124', 'FREQ=DAILY;INTERVAL=3;COUNT=4'), nine('11-27', '11-30', '12-03')],
  ['since 1990', rule('19900101', 'FREQ=DAILY;INTERVAL=10'), nine('11-28', '12-08', '12-18')],
  ['WKST=MO', rule('20261201', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO'), nine('12-01', '12-06', '12-15', '12-20')],
  ['WKST=SU', rule('20261201', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU'), nine('12-01', '12-13', '12-15')],
  [
    'BYSETPOS of a week',
    rule('20261127', 'FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=-1'),
    nine('11-27', '12-04', '12-11', '12-18'),
  ],
  ['BYSETPOS of a month', rule('20260930', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1'), nine('11-30')],
  ['BYSETPOS, twice', rule('20261203', 'FREQ=MONTHLY;BYDAY=TH,FR;BYSETPOS=1,-1;COUNT=2'), nine('12-03')],
  ['BYDAY=-1FR', rule('20261030', 'FREQ=MONTHLY;BYDAY=-1FR'), nine('11-27')],
  ['BYMONTHDAY=-1', rule('20260131', 'FREQ=MONTHLY;BYMONTHDAY=-1'), nine('11-30')],
  ['BYMONTHDAY=31', rule('20261031', 'FREQ=MONTHLY;BYMONTHDAY=31'), []],
  ['a year', rule('20251207', 'FREQ=YEARLY;BYMONTH=12;BYDAY=1SU'), nine('12-06')],
  [
    'BYHOUR',
    rule('20261201', 'FREQ=DAILY;BYHOUR=9,15;COUNT=3'),
    ['12-01T09:00/12-01T10:00', '12-01T15:00/12-01T16:00', '12-02T09:00/12-02T10:00'],
  ],
  [
    'hours',
    rule('20261201', 'FREQ=HOURLY;INTERVAL=5;COUNT=3'),
    ['12-01T09:00/12-01T10:00', '12-01T14:00/12-01T15:00', '12-01T19:00/12-01T20:00'],
  ],
  ['small letters', rule('20261201', 'freq=weekly;count=2;'), nine('12-01', '12-08')],
  [
    'to a time in UTC',
    inMelbourne('FREQ=DAILY;UNTIL=20261202T220000Z'),
    [first, '12-01T22:00/12-01T23:00', '12-02T22:00/12-02T23:00'],
  ],
  ['to a second before', inMelbourne('FREQ=DAILY;UNTIL=20261202T215959Z'), [first, '12-01T22:00/12-01T23:00']],
  ['to a date', inMelbourne('FREQ=DAILY;UNTIL=20261202'), [first, '12-01T22:00/12-01T23:00']],
  ['to a time of its clock', inMelbourne('FREQ=DAILY;UNTIL=20261202T090000'), [first, '12-01T22:00/12-01T23:00']],
  ['over before', rule('20261001', 'FREQ=DAILY;UNTIL=20261101T090000Z'), []],
  ['its start alone, of a rule that cannot be read', rule('20261201', 'FREQ=OFTEN'), nine('12-01')],
  ['of an end that cannot', rule('20261201', 'FREQ=DAILY;UNTIL=soon'), nine('12-01')],
  ['none that can ever be', rule('20261201', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'), []],
  [
    'two of them',
    calendar(
      event('DTSTART:20261201T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=2', 'RRULE:FREQ=DAILY;COUNT=2'),
    ),
    nine('12-01', '12-02', '12-08'),
  ],
];

const free: Form[] = [
  [
    'a list of busy times',
    calendar([
      'BEGIN:VFREEBUSY',
      'DTSTART:20261126T000000Z',
      'DTEND:20261220T000000Z',
      'FREEBUSY:20261201T000000Z/20261201T010000Z,20261202T000000Z/PT1H30M',
      'FREEBUSY;FBTYPE=FREE:20261203T000000Z/PT1H',
      'FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20261204T000000Z/PT1H',
      'FREEBUSY;FBTYPE=BUSY-TENTATIVE:20261205T000000Z/PT1H',
      'FREEBUSY:20271205T000000Z/PT1H,soon/PT1H',
      'END:VFREEBUSY',
    ]),
    ['12-01T00:00/12-01T01:00', '12-02T00:00/12-02T01:30', '12-04T00:00/12-04T01:00', '12-05T00:00/12-05T01:00'],
  ],
];

const lines: Form[] = [
  ['folded lines', calendar(event('DTSTART:2026120', ' 1T090000Z', 'DTEND:20261201T10', '\t0000Z')), nine('12-01')],
  [
    'single returns, blank lines, a mark before',
    `\ufeff${rule('20261201', 'FREQ=DAILY;COUNT=1').replaceAll('\r\n', '\r\r')}`,
    nine('12-01'),
  ],
  [
    'small letters, and text that is no property',
    calendar(
      'begin:vevent',
      'dtstart:20261201T090000z',
      'duration:pt1h',
      'DESCRIPTION:Bring',
      'Begin: at nine',
      'towels',
      'end:vevent',
    ),
    nine('12-01'),
  ],
  ['a date that is none', calendar(event('DTSTART:20260230T090000Z', 'DTEND:20261230T090000Z')), []],
];

test.each([...instances, ...laterOnes])('times of a series: %s', (...form) => holds(form));
test.each(wholeDays)('days: %s', (...form) => holds(form));
test.each(dates)('RDATE: %s', (...form) => holds(form));
test.each(zones)('zones: %s', (...form) => holds(form));
test.each(changes)('across clock changes: %s', (...form) => holds(form));
test.each(rules)('rules: %s', (...form) => holds(form));
test.each([...free, ...lines])('%s', (...form) => holds(form));

function holds([, feed, expected, zone, range]: Form) {
  expect(busyTimes(feed, zone, range)).toEqual(expected);
}

test('what is not whole is a problem, wherever it is cut', () => {
  const whole = calendar(rulesOf('Own', ...always('+0800')), at('Own'));
  expect(busyTimes(whole)).toEqual(perth);
  const nested = [...'abcdefghi'].reduce((inside, name) => `BEGIN:${name}\n${inside}\nEND:${name}`, 'X:y');
  const broken = [
    ...['END:VEVENT\r\n', 'BEGIN:VEVENT\r\n', 'END:VTIMEZONE\r\n', 'BEGIN:VCALENDAR\r\n', 'END:VCALENDAR\r\n'].map(
      (line) => whole.replace(line, ''),
    ),
    `${whole}<html>`,
    `HTTP\n${whole}`,
    calendar('END:VCALENDAR', 'BEGIN:VEVENT'),
    calendar(nested),
    '\ufeff',
  ];
  for (const text of broken) expect(() => busyTimes(text), text).toThrow(CalendarProblem);
  for (let end = 0; end < whole.trimEnd().length; end++)
    expect(() => busyTimes(whole.slice(0, end)), String(end)).toThrow(CalendarProblem);
});
