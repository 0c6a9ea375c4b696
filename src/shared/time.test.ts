import { TZDate, tzOffset } from '@date-fns/tz';
import { format } from 'date-fns';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { zoneChanges } from './testing/zone-changes.ts';
import {
  dayKey,
  formatDate,
  formatDateTime,
  formatDayHeading,
  formatLongDate,
  formatShortDateTime,
  formatShortDay,
  formatShortMoment,
  formatSlotTime,
  formatTimeBeside,
  formatTimes,
  formatTimeWithZone,
  formatWindow,
  fromLocalInput,
  isTimeZone,
  localParts,
  toLocalInput,
  zoneAbbreviation,
  zoneOffset,
} from './time.ts';

const machines = [
  'UTC',
  'Australia/Melbourne',
  'Australia/Lord_Howe',
  'America/New_York',
  'Asia/Kolkata',
  'Pacific/Apia',
];
const zones = [
  ...machines,
  'Australia/Perth',
  'Australia/Adelaide',
  'Europe/London',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'America/Los_Angeles',
];
const today = Date.UTC(2026, 10, 21);
const ms = (text: string) => Date.parse(text);

const machineZone = process.env.TZ;
afterEach(() => {
  if (machineZone === undefined) delete process.env.TZ;
  else process.env.TZ = machineZone;
});

describe.each(machines)('on a machine in %s', (machine) => {
  test.each([
    ['Australia/Melbourne', '2026-11-25T22:30:00Z', '9:30 AM AEDT', 'Thursday, November 26, 2026', '2026-11-26T09:30'],
    ['Australia/Melbourne', '2027-06-30T14:05:00Z', '12:05 AM AEST', 'Thursday, July 1, 2027', '2027-07-01T00:05'],
    ['Australia/Melbourne', '2025-01-05T01:00:00Z', '12:00 PM AEDT', 'Sunday, January 5, 2025', '2025-01-05T12:00'],
    ['Australia/Melbourne', '2027-04-03T15:30:00Z', '2:30 AM AEDT', 'Sunday, April 4, 2027', '2027-04-04T02:30'],
    ['Australia/Melbourne', '2027-04-03T16:30:00Z', '2:30 AM AEST', 'Sunday, April 4, 2027', '2027-04-04T02:30'],
    ['Australia/Lord_Howe', '2027-04-03T14:45:00Z', '1:45 AM LHDT', 'Sunday, April 4, 2027', '2027-04-04T01:45'],
    ['Australia/Lord_Howe', '2027-04-03T15:15:00Z', '1:45 AM LHST', 'Sunday, April 4, 2027', '2027-04-04T01:45'],
    ['Australia/Perth', '2026-12-31T15:59:59Z', '11:59 PM AWST', 'Thursday, December 31, 2026', '2026-12-31T23:59'],
    ['Australia/Adelaide', '2026-12-31T13:30:00Z', '12:00 AM ACDT', 'Friday, January 1, 2027', '2027-01-01T00:00'],
    ['Asia/Kolkata', '2026-11-26T04:00:00Z', '9:30 AM GMT+5:30', 'Thursday, November 26, 2026', '2026-11-26T09:30'],
    ['America/New_York', '2026-11-26T18:00:00Z', '1:00 PM EST', 'Thursday, November 26, 2026', '2026-11-26T13:00'],
    ['Europe/London', '2026-07-01T18:00:00Z', '7:00 PM BST', 'Wednesday, July 1, 2026', '2026-07-01T19:00'],
    ['Pacific/Apia', '2026-11-26T18:00:00Z', '7:00 AM GMT+13', 'Friday, November 27, 2026', '2026-11-27T07:00'],
    ['UTC', '2026-11-26T18:00:00Z', '6:00 PM UTC', 'Thursday, November 26, 2026', '2026-11-26T18:00'],
  ])('%s at %s reads %s', (zone, instant, time, heading, input) => {
    process.env.TZ = machine;
    expect(new Date(today).getTimezoneOffset()).toBe(0 - tzOffset(machine, new Date(today)));
    const at = ms(instant);
    expect(formatTimeWithZone(at, zone)).toBe(time);
    expect(formatDayHeading(at, zone)).toBe(heading);
    expect(toLocalInput(at, zone)).toBe(input);
    expect(dayKey(at, zone)).toBe(input.slice(0, 10));
    expect(toLocalInput(fromLocalInput(input, zone) ?? Number.NaN, zone)).toBe(input);
  });

  test('follows the patterns of the specification exactly, at any instant in any zone', () => {
    process.env.TZ = machine;
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: today - 3000 * DAY, max: today + 3000 * DAY }),
        (zone, at) => {
          const oracle = new TZDate(at, zone);
          expect(zoneOffset(at, zone)).toBe(tzOffset(zone, new Date(at)) * MINUTE);
          expect(formatDayHeading(at, zone)).toBe(format(oracle, 'eeee, MMMM d, yyyy'));
          expect(formatSlotTime(at, zone)).toBe(format(oracle, 'h:mm a'));
          expect(toLocalInput(at, zone)).toBe(format(oracle, "yyyy-MM-dd'T'HH:mm"));
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('around the changes of the clock', () => {
  const changes = zones.flatMap((zone) => zoneChanges(zone, today, 2).map((change) => ({ zone, ...change })));

  test('the zones of these tests have at least twelve changes, two of them Lord Howe’s of half an hour', () => {
    expect(changes.length).toBeGreaterThanOrEqual(12);
    expect(changes.filter(({ before, after }) => Math.abs(after - before) === 30).map(({ zone }) => zone)).toEqual([
      'Australia/Lord_Howe',
      'Australia/Lord_Howe',
    ]);
  });

  test.each(changes)(
    '$zone: every minute has the right offset and survives the way into an input and back',
    ({ zone, at, before, after }) => {
      for (let off = -180; off < 180; off++) {
        const instant = at + off * MINUTE;
        expect(zoneOffset(instant, zone)).toBe((off < 0 ? before : after) * MINUTE);
        const text = toLocalInput(instant, zone);
        expect(fromLocalInput(text, zone, instant)).toBe(instant);
        const repeated = after < before && off >= 0 && off < before - after;
        expect(fromLocalInput(text, zone)).toBe(repeated ? instant - (before - after) * MINUTE : instant);
      }
      expect(zoneOffset(at - 1, zone)).toBe(before * MINUTE);
      if (after > before) {
        for (let skipped = 0; skipped < after - before; skipped++) {
          const wall = new Date(at + (before + skipped) * MINUTE).toISOString().slice(0, 16);
          expect(fromLocalInput(wall, zone)).toBe(at + skipped * MINUTE);
        }
      }
    },
  );

  test('an input of 2:30 AM that the clocks skip means 3:30 AM', () => {
    const instant = fromLocalInput('2027-10-03T02:30', 'Australia/Melbourne') ?? Number.NaN;
    expect(formatTimeWithZone(instant, 'Australia/Melbourne')).toBe('3:30 AM AEDT');
  });

  test('an input on the day that Apia skipped means the next day', () => {
    const instant = fromLocalInput('2011-12-30T12:00', 'Pacific/Apia') ?? Number.NaN;
    expect(toLocalInput(instant, 'Pacific/Apia')).toBe('2011-12-31T12:00');
  });
});

describe('fromLocalInput', () => {
  test('returns the stored instant for an unchanged text, seconds included, and the instant of the text for a changed one', () => {
    const stored = ms('2027-04-03T16:30:42.007Z');
    expect(fromLocalInput('2027-04-04T02:30', 'Australia/Melbourne', stored)).toBe(stored);
    expect(fromLocalInput('2027-04-04T02:30:00', 'Australia/Melbourne', stored)).toBe(stored);
    expect(fromLocalInput('2027-04-04T02:31', 'Australia/Melbourne', stored)).toBe(ms('2027-04-03T15:31:00Z'));
  });

  test.each([
    '',
    'tomorrow',
    '2026-02-30T10:00',
    '2026-13-01T10:00',
    '2026-00-01T10:00',
    '2026-11-26',
    '2026-11-26T24:00',
    '2026-11-26T10:60',
    '2026-11-26T10:00Z',
  ])('returns undefined for %j', (text) => {
    expect(fromLocalInput(text, 'Australia/Melbourne')).toBeUndefined();
  });

  test('accepts seconds and ignores fractions of them', () => {
    expect(fromLocalInput('2026-11-26T09:30:15', 'Australia/Melbourne')).toBe(ms('2026-11-25T22:30:15Z'));
    expect(fromLocalInput('2026-11-26T09:30:15.250', 'Australia/Melbourne')).toBe(ms('2026-11-25T22:30:15Z'));
  });
});

describe('dates in en-AU', () => {
  const nine = ms('2026-11-25T22:30:00Z');
  const melbourne = 'Australia/Melbourne';

  test('formatDate has the date; formatDateTime the weekday, the time and the zone, too', () => {
    expect(formatDateTime(nine, melbourne)).toBe('Thursday 26 November 2026 at 9:30 AM AEDT');
    expect(formatDate(nine, melbourne)).toBe('26 November 2026');
  });

  test('names of days and months are those of the locale', () => {
    for (let month = 0; month < 12; month++) {
      const at = Date.UTC(2026, month, 5, 3, 7);
      const localized = (options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat('en-AU', { timeZone: melbourne, ...options }).format(at).replaceAll('\u202f', ' ');
      expect(formatDate(at, melbourne)).toBe(localized({ dateStyle: 'long' }));
      const day = { weekday: 'short', day: 'numeric', month: 'short' } as const;
      // The locale's own, but for the comma after the weekday.
      const plain = (text: string) => text.replace(', ', ' ');
      expect(formatLongDate(at, melbourne)).toBe(plain(localized({ dateStyle: 'full' })));
      expect(formatShortDay(at, melbourne)).toBe(plain(localized(day)));
      expect(formatShortDateTime(at, melbourne).split(', ')[0]).toBe(plain(localized({ ...day, year: 'numeric' })));
      const entry = {
        ...day,
        year: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        hour12: true,
      } as const;
      expect(formatWindow(at, at + HOUR, melbourne).split(' – ')[0]).toBe(localized(entry));
    }
  });

  test('formatShortDay and formatShortMoment say the year only of another year than now’s', () => {
    expect(formatShortDay(nine, melbourne)).toBe('Thu 26 Nov');
    expect(formatShortMoment(nine, melbourne, nine + 30 * DAY)).toBe('Thu 26 Nov, 9:30 AM AEDT');
    expect(formatShortMoment(nine, melbourne, nine + 40 * DAY)).toBe('Thu 26 Nov 2026, 9:30 AM AEDT');
  });

  test('an end names its zone only where the clocks changed since the start', () => {
    const half = ms('2027-04-03T15:30:00Z');
    expect(formatTimeBeside(half + HOUR, half, melbourne)).toBe('2:30 AM AEST');
    expect(formatTimeBeside(half - HOUR, half - 2 * HOUR, melbourne)).toBe('1:30 AM');
  });

  test('formatTimes has an end on another day with its day, and across a clock change both zones', () => {
    expect(formatTimes(nine, nine + 3.5 * HOUR, melbourne)).toBe('9:30 AM to 1:00 PM');
    expect(formatTimes(nine, nine + 16 * HOUR, melbourne)).toBe('9:30 AM to Fri 27 Nov, 1:30 AM');
    expect(formatTimes(ms('2026-10-03T15:00:00Z'), ms('2026-10-03T17:00:00Z'), melbourne)).toBe(
      '1:00 AM AEST to 4:00 AM',
    );
  });

  test('formatWindow has one date, or two when the window ends on another day', () => {
    expect(formatWindow(nine, nine + 7.5 * HOUR, melbourne)).toBe('Thu, 26 Nov 2026, 9:30 am – 5:00 pm');
    expect(formatWindow(nine, nine + 16 * HOUR, melbourne)).toBe(
      'Thu, 26 Nov 2026, 9:30 am – Fri, 27 Nov 2026, 1:30 am',
    );
  });

  test('have plain spaces only', () => {
    const all = [
      formatDateTime(nine, melbourne),
      formatWindow(nine, nine + HOUR, melbourne),
      formatDayHeading(nine, melbourne),
    ];
    expect(all.join('').replaceAll('–', '')).toMatch(/^[\x20-\x7e]+$/);
  });

  test('of NaN read Invalid Date', () => {
    for (const format of [
      formatSlotTime,
      formatTimeWithZone,
      formatDayHeading,
      formatDate,
      formatLongDate,
      formatDateTime,
    ]) {
      expect(format(Number.NaN, melbourne)).toBe('Invalid Date');
    }
    expect(formatWindow(Number.NaN, nine, melbourne)).toBe('Invalid Date');
    expect(formatWindow(nine, Number.NaN, melbourne)).toBe('Invalid Date');
    expect(toLocalInput(Number.NaN, melbourne)).toBe('');
    expect(zoneAbbreviation(Number.NaN, melbourne)).toBe('');
  });
});

describe('zones', () => {
  test.each(['Australia/Melbourne', 'UTC', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires'])(
    '%s is a time zone',
    (name) => {
      expect(isTimeZone(name)).toBe(true);
    },
  );

  test.each(['', '+05:30', '-03', 'Australia/Atlantis', 'AEST', 'Australia/Melbourne ', '../etc', '\u0000'])(
    '%j is not a time zone',
    (name) => {
      expect(isTimeZone(name)).toBe(false);
    },
  );

  test('zoneOffset throws for an unknown zone', () => {
    expect(() => zoneOffset(today, 'Australia/Atlantis')).toThrow(RangeError);
  });

  test('abbreviations of Australian zones are those of the locale, in summer and winter', () => {
    const named = [
      'Melbourne',
      'Sydney',
      'Hobart',
      'Brisbane',
      'Lindeman',
      'Adelaide',
      'Broken_Hill',
      'Darwin',
      'Perth',
      'Eucla',
      'Lord_Howe',
    ];
    for (const zone of named.map((name) => `Australia/${name}`)) {
      for (const at of [today, today + 180 * DAY]) {
        const parts = new Intl.DateTimeFormat('en-AU', { timeZone: zone, timeZoneName: 'short' }).formatToParts(at);
        expect(zoneAbbreviation(at, zone)).toBe(parts.find(({ type }) => type === 'timeZoneName')?.value);
      }
    }
  });

  test('localParts returns date, time and weekday of the zone', () => {
    expect(localParts(ms('2026-11-25T22:30:00Z'), 'Australia/Melbourne')).toEqual({
      year: 2026,
      month: 11,
      day: 26,
      hour: 9,
      minute: 30,
      weekday: 4,
    });
    expect(localParts(ms('2026-11-25T22:30:00Z'), 'America/New_York')).toEqual({
      year: 2026,
      month: 11,
      day: 25,
      hour: 17,
      minute: 30,
      weekday: 3,
    });
  });
});
