import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { merged, type Span } from '#shared/rules/slots.ts';
import { iso, wallInstant } from '#shared/time.ts';
import { calendarTimes } from './calendar-times.ts';

/** Six zones, with the names that Windows has for two of them. */
const zones = ['Australia/Melbourne', 'America/New_York', 'Europe/London', 'Asia/Kolkata', 'Pacific/Auckland', 'UTC'];
const windows: Record<string, string> = {
  'Australia/Melbourne': 'AUS Eastern Standard Time',
  'Pacific/Auckland': 'New Zealand Standard Time',
};
const length = 21 * DAY;
/** Before the clocks change, in both directions. */
const begins = ['2026-03-06', '2026-03-27', '2026-09-18', '2026-10-23'].map((day) => Date.parse(`${day}T00:00:00Z`));

const event = fc.record({
  /** Of the first instance, from the beginning of the range. */
  day: fc.integer({ min: -20, max: 20 }),
  /** Minutes since midnight: at any time but those that a clock change skips or repeats. */
  minute: fc.integer({ min: 4 * 12, max: 23 * 12 }).map((fifth) => fifth * 5),
  minutes: fc.integer({ min: 1, max: 100 }).map((fifth) => fifth * 5),
  isAllDay: fc.boolean(),
  days: fc.integer({ min: 1, max: 3 }),
  form: fc.constantFrom('utc', 'floating', 'zone', 'windows'),
  zone: fc.constantFrom(...zones),
  every: fc.option(fc.record({ days: fc.constantFrom(1, 2, 7, 14), count: fc.integer({ min: 1, max: 12 }) })),
  /** Instances by number: left out, cancelled, and moved to the next day. */
  left: fc.option(fc.nat(6)),
  cancelled: fc.option(fc.nat(6)),
  moved: fc.option(fc.nat(6)),
  state: fc.constantFrom('busy', 'busy', 'busy', 'TRANSP:TRANSPARENT', 'STATUS:CANCELLED'),
});
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never;

const stamp = (wall: number, isAllDay: boolean) => {
  const text = iso(wall).replace(/[-:]|\.\d+Z/g, '');
  return isAllDay ? text.slice(0, 8) : text;
};

function modelled(one: Event, begin: number, own: string) {
  const { isAllDay, form, every, days, minutes } = one;
  const zone = isAllDay || form === 'floating' ? own : form === 'utc' ? 'UTC' : one.zone;
  const first = begin + one.day * DAY + (isAllDay ? 0 : one.minute * MINUTE);
  const spanAt = (wall: number): Span => {
    const start = wallInstant(wall, zone);
    const end = isAllDay ? wallInstant(wall + days * DAY, zone) : start + minutes * MINUTE;
    return { start, end };
  };
  const count = every?.count ?? 1;
  const walls = Array.from({ length: count }, (_, i) => first + i * (every?.days ?? 0) * DAY);
  const nth = (index: number | null) => (every && index !== null && index < count ? index : undefined);
  const [left, cancelled, moved] = [nth(one.left), nth(one.cancelled), nth(one.moved)];
  const spans = walls.flatMap((wall, i) => {
    // A changed instance stands on its own, whatever is left out.
    if (i === cancelled) return [];
    if (i === moved) return [spanAt(wall + DAY)];
    return i === left ? [] : [spanAt(wall)];
  });
  const parameter = isAllDay
    ? ';VALUE=DATE'
    : form === 'zone' || form === 'windows'
      ? `;TZID=${(form === 'windows' && windows[zone]) || zone}`
      : '';
  const at = (name: string, wall: number) =>
    `${name}${parameter}:${stamp(wall, isAllDay)}${!isAllDay && form === 'utc' ? 'Z' : ''}`;
  const timed = (wall: number) => [
    at('DTSTART', wall),
    isAllDay ? at('DTEND', wall + days * DAY) : `DURATION:PT${minutes}M`,
  ];
  const state = one.state === 'busy' ? [] : [one.state];
  const rule = every
    ? [
        `RRULE:FREQ=${every.days % 7 === 0 ? `WEEKLY;INTERVAL=${every.days / 7}` : `DAILY;INTERVAL=${every.days}`};COUNT=${count}`,
      ]
    : [];
  const changed = (index: number, lines: string[]) => [at('RECURRENCE-ID', walls[index] ?? first), ...lines, ...state];
  const isLeft = left !== undefined && left !== cancelled && left !== moved;
  const components = [
    [...timed(first), ...rule, ...(isLeft ? [at('EXDATE', walls[left] ?? first)] : []), ...state],
    ...(cancelled === undefined ? [] : [[...changed(cancelled, timed(walls[cancelled] ?? first)), 'STATUS:CANCELLED']]),
    ...(moved === undefined || moved === cancelled ? [] : [changed(moved, timed((walls[moved] ?? first) + DAY))]),
  ];
  return { components, spans: one.state === 'busy' ? spans : [] };
}

const hours = ({ start, end }: Span) => `${iso(start)} ${(end - start) / HOUR}`;

test('random calendars in six zones, around clock changes, against a naive reading', () => {
  fc.assert(
    fc.property(
      fc.array(event, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(...begins),
      fc.constantFrom(...zones),
      (events, begin, own) => {
        const range = { start: begin, end: begin + length };
        const models = events.map((one) => modelled(one, begin, own));
        const text = models.flatMap(({ components }, i) =>
          components.flatMap((lines) => ['BEGIN:VEVENT', `UID:${i}`, ...lines, 'END:VEVENT']),
        );
        const feed = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...text, 'END:VCALENDAR'].join('\r\n');
        const naive = models
          .flatMap(({ spans }) => spans)
          .filter(({ start, end }) => end > range.start && start < range.end)
          .map(({ start, end }) => ({ start, end: Math.min(end, range.end) }));
        const { busy } = calendarTimes({ text: feed, zone: own, range });
        expect(busy.map(hours)).toEqual(merged(naive).map(hours));
      },
    ),
    { numRuns: 500 },
  );
});
