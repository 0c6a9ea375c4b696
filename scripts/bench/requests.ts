import pg from 'pg';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { rangeOfWhen } from '#shared/rules/slot-range.ts';
import type { SlotRange } from '#shared/slot-range.ts';

/** One request of a bench. */
export type Shot = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string };
export type Work = {
  what: string;
  /** How each request is to be answered. */
  status: number;
  shots: Shot[];
  /** The least that an answer takes of the database: one statement, with values for each request. */
  plain?: { text: string; values: unknown[][] };
  goal?: string;
};

/** How many different requests of a kind are sent in turn; bookings are as many as there are free half hours, up to this. */
const readShots = 2_000;
const bookingShots = 60_000;
export const clientsOnOneSlot = 64;
const hotSlots = 40;

/** What people type: a style that some 3 % of the services offer, a style with its length, a name. */
const searches =
  'silk press,box braids,loc retwist,skin fade,curly cut,deep conditioning,balayage,twist out,cornrows,bridal updo'.split(
    ',',
  );
/** Around Melbourne, where most of the market is. */
const points = ['-37.81,144.96', '-37.80,144.90', '-37.77,144.96', '-37.99,145.21', '-37.73,145.00'];
/** What nobody means to type, and must cost no more than what people do. */
const oddInput = [
  '%%%___%%%',
  '"; drop table services; --',
  '\\',
  '🦱'.repeat(50),
  'ضفائر شعر مجعد',
  'kinky '.repeat(16).trim(),
];

const listed = 's.is_active and s.professional_is_visible and s.deleted_at is null';
const service = `select s.*, p.display_name, p.location, p.time_zone from services s
  join professionals p on p.id = s.professional_id where ${listed}`;
const plain = {
  services: `${service} order by s.name, s.id limit 20 offset $1`,
  category: `${service} and s.category = $2 order by s.name, s.id limit 20 offset $1`,
  search: `${service} and s.name ilike '%' || $1 || '%' order by s.name, s.id limit 20`,
  professionals: `select * from professionals where is_active and user_is_active order by display_name, id
    limit 20 offset $1`,
  professional: 'select * from professionals where id = $1 and is_active and user_is_active',
  slots: `select start_time, end_time, true as is_free from availability
      where professional_id = $1 and end_time between now() and now() + interval '60 days'
    union all select start_time, end_time, false from busy_times
      where professional_id = $1 and start_time between now() and now() + interval '60 days'`,
  bookings: `select b.*, c.first_name, c.last_name, s.name from bookings b join clients c on c.id = b.client_id
    join booking_services s on s.professional_id = b.professional_id and s.booking_id = b.id
    where b.professional_id = $1 order by b.start_time desc limit 100`,
  book: `with busy as (insert into busy_times (professional_id, booking_id, start_time, end_time)
      values ($1::uuid, uuidv7(), $3::timestamptz, $3::timestamptz + interval '30 minutes')
      on conflict do nothing returning *),
    made as (insert into bookings (professional_id, id, client_id, start_time, end_time, expires_at, due_at,
      total_price_cents, notes)
      select professional_id, booking_id, (select id from clients order by id limit 1), start_time, end_time,
        start_time, start_time, 0, 'bench' from busy returning professional_id, id)
    insert into booking_services (professional_id, booking_id, position, service_id, name, price_cents,
      service_duration_minutes)
    select made.professional_id, made.id, 0, $2::uuid, 'bench', 0, 30 from made`,
};

type Offer = { professional: string; service: string; price: number; n: number };

/** A repeatable sequence of numbers, each below `limit`. */
function drawing(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % limit;
  };
}

const bearer = (n: number) => ({ authorization: `Bearer bench-token-${n}` });

/** The requests of every kind, and of the bursts (64 clients on one slot each), for the database at `url`. */
export async function makeWorks(url: string): Promise<{ works: Record<string, Work>; bursts: Shot[][] }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
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
    'select (select count(*)::int from professionals) as professionals, (select count(*)::int from clients) as clients',
  );
  const days = (
    await rows<{ start_time: Date }>(
      `select start_time from availability
        where professional_id = (select professional_id from availability limit 1) order by start_time`,
    )
  ).map(({ start_time }, index) => ({ start: start_time.getTime(), index }));
  const categories = await rows<{ category: string }>('select distinct category from services order by category');
  const taken = await rows<Offer & { start_time: Date }>(`
    select b.professional_id as professional, s.id as service, s.price_cents / 100.0::float8 as price, b.start_time,
      0 as n
    from bookings b join services s on s.professional_id = b.professional_id and s.is_active
      and s.service_duration_minutes = 30
    join professionals p on p.id = b.professional_id and p.is_active
    where b.status = 'confirmed' and b.start_time > now() + interval '2 days'
      and b.end_time = b.start_time + interval '30 minutes' limit ${readShots}`);
  await client.end();
  if (!counts || offers.length === 0) throw new Error('the database holds no market');

  const draw = drawing(42);
  const one = <T>(values: readonly T[]) => values[draw(values.length)] as T;
  /** Requests for drawn values. */
  function reads<T extends unknown[]>(
    what: string,
    make: () => T,
    path: (...values: T) => string,
    text?: string,
  ): Work {
    const values = Array.from({ length: readShots }, make);
    const shots = values.map((of): Shot => ({ method: 'GET', path: path(...of) }));
    return { what, status: 200, shots, ...(text === undefined ? {} : { plain: { text, values } }) };
  }
  const book = ({ professional, service, price }: Offer, start: number, n: number): Shot => ({
    method: 'POST',
    path: '/bookings/',
    headers: { ...bearer(counts.professionals + 1 + (n % counts.clients)), 'content-type': 'application/json' },
    body: JSON.stringify({
      professional_id: professional,
      service_ids: [service],
      start_time: new Date(start).toISOString(),
      total_price: price,
      notes: 'bench',
    }),
  });
  const bookings = (what: string, status: number, asked: { at: Offer; start: number }[]): Work => ({
    what,
    status,
    shots: asked.map(({ at, start }, n) => book(at, start, n)),
    plain: {
      text: plain.book,
      values: asked.map(({ at, start }) => [at.professional, at.service, new Date(start)]),
    },
  });
  const ahead = days.filter(({ start }) => start > Date.now() + HOUR && start < Date.now() + 59 * DAY);
  // These half hours of a day are free, those the first booking of each day takes.
  const free = ahead.flatMap(({ start, index }) =>
    [1, 4, 7, 11].flatMap((offset) =>
      offers.map((at) => ({ at, start: start + (offset + ((at.n + index) % 3)) * 30 * MINUTE })),
    ),
  );
  // The last half hour of a day far ahead: the bursts' own.
  const late = ahead.slice(-5);
  const bursts = offers.slice(0, hotSlots).map((at, k) => {
    const { start, index } = late[k % late.length] ?? { start: 0, index: 0 };
    const slot = 15 - ((at.n + index) % 3 === 2 ? 15 : 0);
    return Array.from({ length: clientsOnOneSlot }, (_, m) =>
      book(at, start + slot * 30 * MINUTE, k * clientsOnOneSlot + m),
    );
  });
  const far = () => [20 * draw(10)] as [number];
  const professional = () => [one(offers).professional] as [string];
  const own = offers.slice(0, readShots);
  const works: Record<string, Work> = {
    services: reads(
      'services, a page of 20 and the total',
      far,
      (skip) => `/services/?skip=${skip}&limit=20`,
      plain.services,
    ),
    category: reads(
      'services of a category',
      () => [20 * draw(5), one(categories).category] as [number, string],
      (skip, category) => `/services/?category=${encodeURIComponent(category)}&skip=${skip}&limit=20`,
      plain.category,
    ),
    search: reads(
      'search with exact total',
      () => [one(searches)] as [string],
      (search) => `/services/?search=${encodeURIComponent(search)}&limit=20`,
      plain.search,
    ),
    professionals: reads(
      'professionals, a page of 20',
      far,
      (skip) => `/professionals/?skip=${skip}&limit=20`,
      plain.professionals,
    ),
    professional: reads('professional by id', professional, (id) => `/professionals/${id}`, plain.professional),
    trpc: reads(
      'professional by id over tRPC',
      professional,
      (id) => `/trpc/professionals.byId?input=${encodeURIComponent(JSON.stringify({ id }))}`,
      plain.professional,
    ),
    slots: reads('free times of 60 days', professional, (id) => `/availability/professional/${id}`, plain.slots),
    'professional-bookings': {
      what: "a professional's 100 of 500 bookings",
      status: 200,
      shots: own.map(({ professional, n }) => ({
        method: 'GET',
        path: `/bookings/professionals/${professional}`,
        headers: bearer(n),
      })),
      plain: { text: plain.bookings, values: own.map(({ professional }) => [professional]) },
    },
    booking: bookings('bookings on distinct slots', 201, shuffled(free, draw).slice(0, bookingShots)),
    'taken-slot': bookings(
      'bookings on taken slots',
      409,
      taken.map((at) => ({ at, start: at.start_time.getTime() })),
    ),
    'by-time': {
      ...reads(
        'braids within 25 km, free on one day',
        () => [one(points)] as [string],
        // The market's windows are on working days, so the day that is asked for is the Monday after.
        (near) =>
          `/services/?search=braids&near=${near}&radius_km=25&${rangeOf('Saturday', 2 * DAY) || rangeOf('Today', 2 * DAY)}`,
      ),
      goal: 'p50 under 5, p99 under 25 ms',
    },
    soonest: {
      ...reads(
        'free this week, soonest first',
        () => [20 * draw(5)] as [number],
        (skip) => `/services/?sort=soonest&skip=${skip}&${rangeOf('Next 7 days', 0)}`,
      ),
      goal: 'p50 under 10, p99 under 25 ms',
    },
    'odd-input': {
      ...reads(
        '%, quotes, 100 emoji, right-to-left, words of 100 letters',
        () => [one(oddInput)] as [string],
        (search) => `/services/?search=${encodeURIComponent(search)}`,
      ),
      goal: 'p50 under 5, p99 under 20 ms',
    },
    page: reads(
      'a page of a service, rendered',
      () => [one(offers).service] as [string],
      (id) => `/service-details/${id}`,
    ),
    'page-again': reads(
      'a page that was rendered already',
      () => [] as [],
      () => '/browse-services',
    ),
  };
  return { works, bursts };
}

/** The query of a range that is chosen by its name, so many milliseconds later. */
function rangeOf(name: Parameters<typeof rangeOfWhen>[0], later: number): string {
  const range: SlotRange | undefined = rangeOfWhen(name, Date.now());
  const at = (instant = '') => new Date(Date.parse(instant) + later).toISOString();
  return range ? `${new URLSearchParams({ free_from: at(range.free_from), free_to: at(range.free_to) })}` : '';
}

function shuffled<T>(values: T[], draw: (limit: number) => number): T[] {
  const mixed = [...values];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = (draw(65_536) * 65_536 + draw(65_536)) % (last + 1);
    [mixed[last], mixed[other]] = [mixed[other] as T, mixed[last] as T];
  }
  return mixed;
}
