import fc from 'fast-check';
import { expect, test } from 'vitest';
import { repetitions } from '#server/testing/repetitions.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { professionalsQuery } from '#shared/professionals.ts';
import { nextOpening } from '#shared/rules/books-open.ts';
import { windowsOfHours } from '#shared/rules/hour-windows.ts';
import type { Hours } from '#shared/rules/hours.ts';
import { type TimedLine, visitOf } from '#shared/rules/lines.ts';
import { freeSlots, type Span } from '#shared/rules/slots.ts';
import { servicesQuery } from '#shared/services.ts';
import { iso } from '#shared/time.ts';
import { Catalogue } from './catalogue.ts';
import { Gazetteer } from './gazetteer.ts';
import type { Listing } from './listing.ts';
import { packed, rangeOf, type SlotBasis, soonestSlots } from './slot-basis.ts';

/** Two days before the clocks of Melbourne and Lord Howe go back. */
const begin = Date.parse('2027-04-01T21:07:00Z');
const zones = ['Australia/Melbourne', 'Australia/Lord_Howe', 'Asia/Kolkata', 'America/New_York'];
const gazetteer = new Gazetteer([]);

const minutes = (from: number, to: number, step: number) =>
  fc.integer({ min: from / step, max: to / step }).map((n) => n * step);
/** Minutes from the beginning, with a length. */
const span = (longest: number) => fc.tuple(minutes(-600, 20 * 1_440, 15), minutes(15, longest, 15));
const interval = fc
  .tuple(minutes(0, 1_200, 30), minutes(30, 600, 30))
  .map(([start, length]) => ({ start, end: Math.min(1_440, start + length) }));
const times = fc.record({
  zone: fc.constantFrom(...zones),
  slot_interval_minutes: fc.constantFrom(15, 30, 60),
  min_notice_minutes: fc.constantFrom(0, 0, 45, 5_000),
  buffer_minutes: fc.constantFrom(0, 10),
  booking_horizon_days: fc.constantFrom(1, 3, 60),
  books_open: fc.option(
    fc.record({ day: fc.integer({ min: 1, max: 28 }), time: fc.constant('20:00'), months: fc.constant(1) }),
  ),
  week: fc.array(fc.option(interval, { nil: undefined }), { minLength: 7, maxLength: 7 }),
  windows: fc.array(span(600), { maxLength: 3 }),
  busy: fc.array(span(2_880), { maxLength: 12 }),
  off: fc.array(span(2_880), { maxLength: 1 }),
});
const service = fc.record({
  name: fc.constantFrom('Box braids', 'Silk press', 'Skin fade'),
  category: fc.constantFrom('Haircut', 'Braids', 'Color'),
  minutes: fc.constantFrom(15, 30, 60, 95),
  gap: fc.option(fc.constantFrom([5, 5], [5, 20]), { nil: undefined }),
});
const person = fc.record({ times, services: fc.array(service, { maxLength: 3 }) });
type Person = typeof person extends fc.Arbitrary<infer T> ? T : never;

const asked = fc.record({
  range: fc.option(fc.tuple(minutes(-595, 10 * 1_440, 5), minutes(5, 10 * 1_440, 5)), { nil: undefined, freq: 4 }),
  free_minutes: fc.option(fc.constant(30), { nil: undefined }),
  category: fc.option(fc.constantFrom('Haircut', 'Braids'), { nil: undefined }),
  search: fc.option(fc.constantFrom('braids', 'fade'), { nil: undefined }),
  facets: fc.boolean(),
  sort: fc.constantFrom('soonest', 'name', undefined),
});
/** Queries come again: of a few each step asks for one, at times the same instant twice. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ query: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ pass: fc.oneof(fc.nat(90), fc.nat(3_000)) }) },
  { weight: 1, arbitrary: fc.record({ who: fc.nat(2), times }) },
  { weight: 1, arbitrary: fc.record({ who: fc.nat(2), person }) },
  { weight: 1, arbitrary: fc.record({ who: fc.nat(2), leaves: fc.constant(true) }) },
);

/** Spans without overlaps, in their order. */
function apart(spans: readonly (readonly [number, number])[]): Span[] {
  const found: Span[] = [];
  for (const [from, length] of [...spans].sort((a, b) => a[0] - b[0])) {
    const start = begin + from * MINUTE;
    if (start >= (found.at(-1)?.end ?? 0)) found.push({ start, end: start + length * MINUTE });
  }
  return found;
}

let version = 0;
function slotBasisOf(id: string, { zone, week, windows, busy, off, ...settings }: Person['times']): SlotBasis {
  const until = begin + 90 * DAY;
  const singles = apart(windows);
  const schedule = { first: 0, last: Infinity, every_weeks: 1, week: week.map((one) => (one ? [one] : [])) };
  const hours: Hours = { schedules: [schedule], dates: new Map(), isHoliday: () => false };
  const ofHours = windowsOfHours(hours, zone, { start: begin - DAY, end: until }, singles);
  const all = [...ofHours, ...singles].sort((a, b) => a.start - b.start);
  return {
    id,
    version: ++version,
    until,
    time_zone: zone,
    ...settings,
    windows: packed(all),
    isOfHours: Uint8Array.from(all, (one) => ('source' in one ? 1 : 0)),
    busy: packed(apart(busy)),
    off: packed(apart(off)),
  };
}

function listingOf(id: string, services: Person['services']): Listing {
  return {
    id,
    display_name: `Person ${id}`,
    location: 'Nowhere',
    locality_id: null,
    rating_sum: 0,
    rating_count: 0,
    bio: null,
    place_kind: null,
    facts: [],
    specializations: [1],
    techniques: [],
    told_visits: [],
    tagged_pictures: null,
    version: String(++version),
    services: services.map(({ gap, ...one }, at) => {
      const [processing_start_minutes = null, processing_minutes = null] = gap && one.minutes >= 30 ? gap : [];
      const processing = { processing_start_minutes, processing_minutes };
      return {
        id: `${id} ${at}`,
        version: `${++version}`,
        description: null,
        technique: null,
        price_cents: 2_000,
        ...one,
        ...processing,
      };
    }),
  };
}

const spansOf = (values: Float64Array) =>
  Array.from({ length: values.length / 2 }, (_, at) => ({
    start: values[at * 2] as number,
    end: values[at * 2 + 1] as number,
  }));

/** All starts of a service from an instant on, window by window. */
function naively(known: SlotBasis, one: TimedLine, now: number, from: number, to: number): number[] {
  const horizon = now + known.booking_horizon_days * DAY;
  const { books_open, time_zone } = known;
  const closedFrom = books_open ? nextOpening(books_open, time_zone, now).closedFrom : Infinity;
  return spansOf(known.windows).flatMap((window, at) =>
    freeSlots(
      { ...window, bookable_until: known.isOfHours[at] ? Math.min(horizon, closedFrom) : closedFrom },
      spansOf(known.busy),
      {
        ...known,
        ...visitOf([one]),
        off: spansOf(known.off),
        now,
        from,
        to,
      },
    ),
  );
}

test('what is remembered equals what is found anew, while times, listings and the clock change', () => {
  fc.assert(
    fc.property(
      fc.array(person, { minLength: 3, maxLength: 3 }),
      fc.array(asked, { minLength: 4, maxLength: 4 }),
      fc.array(step, { minLength: 5, maxLength: 40 }),
      (people, queries, steps) => {
        let now = begin;
        const known = new Map<string, SlotBasis>();
        const listed = new Map<string, Listing>();
        const catalogue = new Catalogue(gazetteer);
        const list = (who: number, { times: given, services }: Person) => {
          known.set(`${who}`, slotBasisOf(`${who}`, given));
          listed.set(`${who}`, listingOf(`${who}`, services));
          catalogue.slotsChanged(`${who}`);
          catalogue.put(listed.get(`${who}`) as Listing);
        };
        const askedAt = (at: number) => {
          const { range, free_minutes, ...query } = queries[at] as (typeof queries)[number];
          const [from, length] = range ?? [0, 0];
          const free = { free_from: iso(begin + from * MINUTE), free_to: iso(begin + (from + length) * MINUTE) };
          const ofServices = servicesQuery.parse({ ...query, ...(range ? free : {}) });
          const ofProfessionals = professionalsQuery.parse({
            ...query,
            ...(range ? free : {}),
            ...(range && free_minutes ? { free_minutes } : {}),
          });
          const isByTime = range !== undefined || query.sort === 'soonest';
          const how = isByTime
            ? { range: rangeOf(ofServices, now), slotBasisOf: (id: string) => known.get(id) }
            : undefined;
          return { ofServices, ofProfessionals, how };
        };
        people.forEach((one, who) => {
          list(who, one);
        });
        for (const one of steps) {
          if ('pass' in one) now += one.pass * MINUTE;
          else if ('times' in one) {
            if (!listed.has(`${one.who}`)) continue;
            known.set(`${one.who}`, slotBasisOf(`${one.who}`, one.times));
            catalogue.slotsChanged(`${one.who}`);
          } else if ('person' in one) list(one.who, one.person);
          else if ('leaves' in one) {
            listed.delete(`${one.who}`);
            catalogue.remove(`${one.who}`);
          } else {
            const { ofServices, ofProfessionals, how } = askedAt(one.query);
            const anew = new Catalogue(gazetteer);
            for (const listing of listed.values()) anew.put(listing);
            expect(catalogue.services(ofServices, how)).toEqual(anew.services(ofServices, how));
            expect(catalogue.professionals(ofProfessionals, how)).toEqual(anew.professionals(ofProfessionals, how));
          }
        }
      },
    ),
    { numRuns: repetitions(2_000) },
  );
});

test('the soonest starts of a service, asked for again and again, are those of the rules', () => {
  const asks = fc.array(
    fc.record({
      pass: fc.oneof(fc.nat(90), fc.nat(3_000)),
      range: span(14 * 1_440),
      most: fc.constantFrom(1, 3),
      which: fc.nat(1),
    }),
    { minLength: 3, maxLength: 20 },
  );
  const services = fc.array(service, { minLength: 2, maxLength: 2 });
  fc.assert(
    fc.property(
      times,
      services,
      fc.array(span(14 * 1_440), { minLength: 2, maxLength: 2 }),
      asks,
      (given, offered, ranges, all) => {
        const known = slotBasisOf('', given);
        const timed = listingOf('', offered).services.map((one) => {
          if (one.name === undefined) throw new Error('a service is new here');
          const { processing_start_minutes, processing_minutes } = one;
          return { service_duration_minutes: one.minutes, processing_start_minutes, processing_minutes };
        });
        let now = begin;
        for (const { pass, range: other, most, which } of all) {
          now += pass * MINUTE;
          for (const [after, length] of [...ranges, other]) {
            const free_from = iso(begin + after * MINUTE);
            const range = rangeOf({ free_from, free_to: iso(begin + (after + length) * MINUTE) }, now);
            const one = timed[which] as TimedLine;
            const found = soonestSlots(known, [one], range, most).map(({ start }) => start);
            expect(found).toEqual(naively(known, one, now, range.from, range.to).slice(0, most));
          }
        }
      },
    ),
    { numRuns: repetitions(2_000) },
  );
});

test('a start is found again when it has passed, and one beyond the horizon when the horizon reaches it', () => {
  const week = Array.from({ length: 7 }, () => ({ start: 9 * 60, end: 11 * 60 }));
  const known = slotBasisOf('', {
    zone: 'Asia/Kolkata',
    slot_interval_minutes: 60,
    min_notice_minutes: 0,
    buffer_minutes: 0,
    booking_horizon_days: 1,
    books_open: null,
    week,
    windows: [[10 * 1_440, 60]],
    // The first two days are taken.
    busy: [[-600, 2 * 1_440 + 600]],
    off: [],
  });
  const one = { service_duration_minutes: 60, processing_start_minutes: null, processing_minutes: null };
  const from = (now: number) => soonestSlots(known, [one], rangeOf({}, now), 1).map(({ start }) => iso(start));
  expect(from(begin)).toEqual([iso(begin + 10 * DAY)]);
  expect(from(begin + DAY + 6 * HOUR)).toEqual([iso(begin + 10 * DAY)]);
  expect(from(begin + DAY + 7 * HOUR)).toEqual(['2027-04-04T03:30:00.000Z']);
  expect(from(Date.parse('2027-04-04T03:29:00Z'))).toEqual(['2027-04-04T03:30:00.000Z']);
  expect(from(Date.parse('2027-04-04T03:30:00Z'))).toEqual(['2027-04-04T04:30:00.000Z']);
});

test('a search without a range finds a start again once it lies within 14 days', () => {
  const none: Person['times'] = {
    zone: 'Asia/Kolkata',
    slot_interval_minutes: 60,
    min_notice_minutes: 0,
    buffer_minutes: 0,
    booking_horizon_days: 60,
    books_open: null,
    week: [],
    windows: [],
    busy: [],
    off: [],
  };
  const known = new Map<string, SlotBasis>([
    ['0', slotBasisOf('0', none)],
    ['1', slotBasisOf('1', { ...none, windows: [[15 * 1_440, 60]] })],
  ]);
  const catalogue = new Catalogue(gazetteer);
  const cut = { name: 'Skin fade', category: 'Haircut', minutes: 60, gap: undefined } as const;
  for (const id of known.keys()) catalogue.put(listingOf(id, [cut]));
  const query = servicesQuery.parse({ sort: 'soonest' });
  const found = (now: number) =>
    catalogue.services(query, { range: rangeOf(query, now), slotBasisOf: (id) => known.get(id) }).ids;
  expect(found(begin)).toEqual(['0 0', '1 0']);
  expect(found(begin + DAY + HOUR)).toEqual(['1 0', '0 0']);
});
