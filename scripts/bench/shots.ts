import pg from 'pg';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { rangeOfWhen } from '#shared/rules/slot-range.ts';
import type { SlotRange } from '#shared/slot-range.ts';

/** One request of a bench. */
export type Shot = { method: 'GET' | 'POST'; path: string; token?: string; body?: string };

export const kinds = [
  'services',
  'category',
  'search',
  'professionals',
  'professional',
  'slots',
  'professional-bookings',
  'booking',
  'taken-slot',
] as const;
export type Kind = (typeof kinds)[number];

/** Searches that the minimal server does not know. */
export const ownKinds = ['by-time', 'soonest', 'odd-input'] as const;
export type OwnKind = (typeof ownKinds)[number];

/**
 * How many different requests of a kind are sent in turn; bookings are as many as there are free half hours, up to
 * this.
 */
const readShots = 2_000;
const bookingShots = 60_000;
export const clientsOnOneSlot = 64;
const hotSlots = 100;

/** What people type: a style that some 3 % of the services offer, a style with its length, a name. */
const searches = [
  'silk press',
  'box braids',
  'loc retwist',
  'skin fade',
  'curly cut',
  'deep conditioning',
  'balayage',
  'twist out',
  'cornrows',
  'bridal updo',
];

/** Around Melbourne, where most of the market is. */
const points = ['-37.81,144.96', '-37.80,144.90', '-37.77,144.96', '-37.99,145.21', '-37.73,145.00'];

/** What nobody means to type, and must cost no more than what people do. */
const oddInput = [
  '%',
  '_',
  '%%%___%%%',
  "'",
  '"; drop table services; --',
  '\\',
  '🦱'.repeat(50),
  'ضفائر شعر مجعد',
  'צמות לשיער מתולתל',
  'x'.repeat(100),
  'kinky '.repeat(16).trim(),
  'Pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(2),
];

type Offer = { professional: string; service: string; price: number; n: number };

/** A repeatable sequence of numbers, each below `limit`. */
function drawing(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % limit;
  };
}

/**
 * The requests of every kind, and of the bursts (64 clients on each of `hotSlots` slots), for the database at `url`.
 */
export async function makeShots(url: string): Promise<Record<Kind | OwnKind, Shot[]> & { burst: Shot[][] }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const draw = drawing(42);
    const rows = async <T>(text: string) => (await client.query(text)).rows as T[];
    // The first service of each professional takes half an hour, so it fits into any free one.
    const offers = await rows<Offer>(`
      select p.id as professional, s.id as service, s.price_cents / 100.0::float8 as price,
        substring(u.email from '\\d+')::int as n
      from professionals p join users u on u.id = p.user_id
      join lateral (select id, price_cents from services
        where professional_id = p.id and is_active and service_duration_minutes = 30 limit 1) s on true
      where p.is_active order by n`);
    const [counts] = await rows<{ professionals: number; clients: number }>(
      `select (select count(*)::int from professionals) as professionals,
        (select count(*)::int from clients) as clients`,
    );
    const days = (
      await rows<{ start_time: Date }>(
        `select start_time from availability
          where professional_id = (select professional_id from availability limit 1) order by start_time`,
      )
    ).map(({ start_time }, index) => ({ start: start_time.getTime(), index }));
    const categories = (
      await rows<{ category: string }>('select distinct category from services order by category')
    ).map(({ category }) => category);
    if (!counts || offers.length === 0) throw new Error('the database holds no market');

    const offer = () => offers[draw(offers.length)] as Offer;
    const reads = (path: () => string, token?: () => string): Shot[] =>
      Array.from({ length: readShots }, () => ({ method: 'GET', path: path(), ...(token ? { token: token() } : {}) }));
    const one = <T>(values: readonly T[]) => values[draw(values.length)] as T;
    const book = ({ professional, service, price }: Offer, start: number, n: number): Shot => ({
      method: 'POST',
      path: '/bookings/',
      token: `bench-token-${counts.professionals + 1 + (n % counts.clients)}`,
      body: JSON.stringify({
        professional_id: professional,
        service_ids: [service],
        start_time: new Date(start).toISOString(),
        total_price: price,
        notes: 'bench',
      }),
    });
    const ahead = days.filter(({ start }) => start > Date.now() + HOUR && start < Date.now() + 59 * 24 * HOUR);
    // These half hours of a day are free, those the first booking of each day takes.
    const free = ahead.flatMap(({ start, index }) =>
      [1, 4, 7, 11].flatMap((offset) =>
        offers.map((at) => ({ at, start: start + (offset + ((at.n + index) % 3)) * 30 * MINUTE })),
      ),
    );
    const booking = shuffled(free, draw)
      .slice(0, bookingShots)
      .map(({ at, start }, n) => book(at, start, n));
    const taken = await rows<Offer & { start_time: Date }>(`
      select b.professional_id as professional, s.id as service, s.price_cents / 100.0::float8 as price, b.start_time,
        0 as n
      from bookings b join services s on s.professional_id = b.professional_id and s.is_active
        and s.service_duration_minutes = 30
      join professionals p on p.id = b.professional_id and p.is_active
      where b.status = 'confirmed' and b.start_time > now() + interval '2 days'
        and b.end_time = b.start_time + interval '30 minutes' limit ${readShots}`);
    // The last half hour of a day far ahead: the bursts' own.
    const late = ahead.slice(-5);
    const burst = offers.slice(0, hotSlots).map((at, k) => {
      const { start, index } = late[k % late.length] ?? { start: 0, index: 0 };
      const slot = 15 - ((at.n + index) % 3 === 2 ? 15 : 0);
      return Array.from({ length: clientsOnOneSlot }, (_, m) =>
        book(at, start + slot * 30 * MINUTE, k * clientsOnOneSlot + m),
      );
    });
    return {
      services: reads(() => `/services/?skip=${20 * draw(10)}&limit=20`),
      category: reads(() => `/services/?category=${encodeURIComponent(one(categories))}&skip=${20 * draw(5)}&limit=20`),
      search: reads(() => `/services/?search=${encodeURIComponent(one(searches))}&limit=20`),
      professionals: reads(() => `/professionals/?skip=${20 * draw(10)}&limit=20`),
      professional: reads(() => `/professionals/${offer().professional}`),
      slots: reads(() => `/availability/professional/${offer().professional}`),
      'professional-bookings': offers.slice(0, readShots).map(({ professional, n }) => ({
        method: 'GET',
        path: `/bookings/professionals/${professional}`,
        token: `bench-token-${n}`,
      })),
      booking,
      'taken-slot': taken.map((at, n) => book(at, at.start_time.getTime(), n)),
      'by-time': reads(() => {
        const range = rangeOfWhen('Saturday', Date.now()) ?? rangeOfWhen('Today', Date.now());
        // The market's windows are on working days, so the day that is asked for is the Monday after.
        return `/services/?search=braids&near=${one(points)}&radius_km=25&${new URLSearchParams(later(range, 2 * DAY))}`;
      }),
      soonest: reads(() => {
        const range = rangeOfWhen('Next 7 days', Date.now());
        return `/services/?sort=soonest&skip=${20 * draw(5)}&${new URLSearchParams(later(range, 0))}`;
      }),
      'odd-input': reads(() => `/services/?search=${encodeURIComponent(one(oddInput))}`),
      burst,
    };
  } finally {
    await client.end();
  }
}

/** A range so many milliseconds later. */
function later(range: SlotRange | undefined, by: number): SlotRange {
  const at = (instant = '') => new Date(Date.parse(instant) + by).toISOString();
  return { free_from: at(range?.free_from), free_to: at(range?.free_to) };
}

function shuffled<T>(values: T[], draw: (limit: number) => number): T[] {
  const mixed = [...values];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = (draw(65_536) * 65_536 + draw(65_536)) % (last + 1);
    [mixed[last], mixed[other]] = [mixed[other] as T, mixed[last] as T];
  }
  return mixed;
}
