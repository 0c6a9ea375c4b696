import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { findBroken } from '#server/db/invariants.ts';
import { readDueCalendars } from '#server/features/busy-calendars/read-calendar.ts';
import { openTestApp, type TestApp, useTestApp } from '#server/testing/app.ts';
import { cloneDatabase } from '#server/testing/db.ts';
import { clientInput } from '#shared/clients.ts';
import { bookingStatuses, defaultTimeZone, serviceCategories, specializations } from '#shared/constants.ts';
import { professionalInput } from '#shared/professionals.ts';
import { depositStatuses } from '#shared/rules/deposit.ts';
import { fromLocalInput, toLocalInput } from '#shared/time.ts';
import { demoLogins, seedDemo } from './demo.ts';

/** Seeding takes long on a machine that also runs other tests. */
const patience = 180_000;

const t = useTestApp({ SEED_DEMO: 'true' });
const said: string[] = [];
let seedBegan: number;
beforeAll(async () => {
  seedBegan = Date.now();
  await seedDemo(t.deps, (line) => said.push(line));
}, patience);

async function rows<T>(query: ReturnType<typeof sql<T>>, { deps }: TestApp = t): Promise<T[]> {
  return (await query.execute(deps.db)).rows;
}

async function count(from: string): Promise<number> {
  const [row] = await rows(sql<{ count: number }>`select count(*)::int as count from ${sql.raw(from)}`);
  return row?.count ?? Number.NaN;
}

/** The rows of the demo without ids and without creation times, to compare two demos. */
async function contents(app: TestApp = t) {
  return {
    people: await rows(sql`select username, email, role from users order by email`, app),
    professionals: await rows(
      sql`select display_name, location, bio, time_zone, experience_years, is_active, slot_interval_minutes,
      buffer_minutes, min_notice_minutes from professionals order by display_name`,
      app,
    ),
    clients: await rows(sql`select first_name, last_name, phone_number, notes from clients order by first_name`, app),
    services: await rows(
      sql`select name, category, service_duration_minutes, price_cents, is_active from services order by name`,
      app,
    ),
    hours: await rows(
      sql`select display_name, starts_on::text, ends_on, every_weeks, hours
      from hour_schedules s join professionals p on p.id = s.professional_id
      order by display_name`,
      app,
    ),
    timeOff: await rows(
      sql`select display_name, start_time, end_time, reason from time_off o join professionals p on p.id = o.professional_id
      order by display_name`,
      app,
    ),
    bookings: await rows(
      sql`select display_name, first_name, b.start_time, b.end_time, status, total_price_cents, b.notes, cancelled_by
      from bookings b join professionals p on p.id = b.professional_id join clients c on c.id = b.client_id
      order by display_name, start_time, status`,
      app,
    ),
  };
}

describe('the marketplace', () => {
  test('three wait for Amara, one of whom has an offer', async () => {
    const { rows } = await t.deps.pool.query<{ waiting: number; offered: number; held: number }>(
      `select (select count(*)::int from cancellation_list_entries where status = 'waiting') as waiting,
         (select count(*)::int from openings where status = 'offered') as offered,
         (select count(*)::int from busy_times where opening_id is not null) as held`,
    );
    expect(rows[0]).toEqual({ waiting: 3, offered: 1, held: 1 });
  });

  test('has professionals in seven cities, each in the zone of the city, over all specializations', async () => {
    const places = await rows(sql<{ city: string; time_zone: string; count: number }>`
      select substring(location from ', (.*)$') as city, time_zone, count(*)::int
      from professionals where is_active group by 1, 2 order by 1`);
    expect(places.map(({ city, time_zone }) => [city, time_zone])).toEqual(
      ['Adelaide', 'Brisbane', 'Darwin', 'Hobart', 'Melbourne', 'Perth', 'Sydney'].map((city) => [
        city,
        `Australia/${city}`,
      ]),
    );
    expect(places.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThanOrEqual(24);
    const offered = await rows(sql<{ name: string }>`select distinct s.name from specializations s
      join professional_specializations ps on ps.specialization_id = s.id join professionals p on p.id = professional_id and p.is_active`);
    expect(offered.map(({ name }) => name).sort()).toEqual(specializations.map(({ name }) => name).sort());
  });

  test('offers a hundred services and more over all categories, each name once', async () => {
    const services = await rows(
      sql<{ name: string; category: string }>`select name, category from services where is_active`,
    );
    expect(services.length).toBeGreaterThanOrEqual(100);
    expect(new Set(services.map(({ name }) => name)).size).toBe(services.length);
    expect([...new Set(services.map(({ category }) => category))].sort()).toEqual([...serviceCategories].sort());
    expect(await count('services where price_cents % 100 > 0')).toBeGreaterThan(5);
  });

  test('has inactive services and an inactive professional', async () => {
    expect(await count('services where not is_active')).toBe(2);
    expect(await count('professionals where not is_active')).toBe(1);
  });

  test('has only data that the forms would accept', async () => {
    for (const row of await rows(sql<object>`select p.*, array(select specialization_id from professional_specializations
      where professional_id = p.id)::int[] as specializations from professionals p`)) {
      expect(professionalInput.safeParse(row).error).toBeUndefined();
    }
    for (const row of await rows(sql<object>`select * from clients`))
      expect(clientInput.safeParse(row).error).toBeUndefined();
    expect(await count(`users where email not like '%@demo.example'`)).toBe(0);
  });

  test('has weekly hours at sensible times of each professional’s zone, from which windows come; some have time off', async () => {
    const hours = await rows(sql<{ hours: number[] }>`select hours from hour_schedules`);
    expect(hours).toHaveLength(await count('professionals'));
    for (const { hours: week } of hours) {
      const times = week.filter((_, index) => index % 3 > 0);
      expect(times.every((minutes) => minutes >= 7 * 60 && minutes <= 21 * 60)).toBe(true);
    }
    expect(await count('availability')).toBe(0);
    expect(await count('time_off where end_time > clock_now()')).toBeGreaterThan(1);
    for (const { id } of await rows(sql<{ id: string }>`select id from professionals where is_active`)) {
      const { body } = await t.rest.call(null, 'availability.ofProfessional', { id });
      const windows = body as { start_time: string; available_slots: unknown[] }[];
      expect(windows.filter(({ available_slots }) => available_slots.length > 0).length).toBeGreaterThan(10);
    }
  });

  test('has one colourist: a colour with processing time, and a cut that fits into it', async () => {
    const [colour, ...others] = await rows(
      sql<object>`select s.*, p.slot_interval_minutes, p.buffer_minutes from services s join professionals p on p.id = s.professional_id
        where processing_minutes is not null`,
    );
    expect(others).toEqual([]);
    expect(colour).toMatchObject({
      service_duration_minutes: 105,
      processing_start_minutes: 45,
      processing_minutes: 30,
      slot_interval_minutes: 15,
      buffer_minutes: 0,
    });
    const { professional_id } = colour as { professional_id: string };
    expect(
      await count(`services where professional_id = '${professional_id}' and service_duration_minutes = 30
        and category = 'Cuts and Trims'`),
    ).toBe(1);
  });

  test('has bookings in all four states, cancelled by either side and by the system', async () => {
    const states = await rows(sql<{ status: string }>`select distinct status from bookings`);
    expect(states.map(({ status }) => status).sort()).toEqual([...bookingStatuses].sort());
    const by = await rows(
      sql<{
        cancelled_by: string;
      }>`select distinct cancelled_by from bookings where cancelled_by is not null order by 1`,
    );
    expect(by.map(({ cancelled_by }) => cancelled_by)).toEqual(['client', 'professional', 'system']);
  });

  test('is consistent: past bookings are over, and nobody has two bookings at once', async () => {
    expect(await count(`bookings where status = 'completed' and end_time > clock_now()`)).toBe(0);
    expect(await count(`bookings where status in ('pending', 'confirmed') and start_time <= clock_now()`)).toBe(0);
    expect(await count(`bookings where status = 'pending' and expires_at <= clock_now() + interval '20 hours'`)).toBe(
      0,
    );
    expect(await count(`bookings where due_at <= clock_now() or reminder_at <= clock_now()`)).toBe(0);
    expect(
      await count(`bookings where created_at > clock_now() or updated_at > clock_now() or updated_at < created_at`),
    ).toBe(0);
    expect(
      await count(`bookings a join bookings b on a.client_id = b.client_id and a.id < b.id
      and tstzrange(a.start_time, a.end_time) && tstzrange(b.start_time, b.end_time)`),
    ).toBe(0);
    expect(
      await count(`bookings b where status <> 'cancelled' and not exists (select from busy_times t
      where t.booking_id = b.id and t.start_time = b.start_time and t.end_time = least(b.end_time, b.finished_at))`),
    ).toBe(0);
  });

  test('sends no e-mail, now or later; one could not be sent', async () => {
    expect(await count('outbox')).toBeGreaterThan(100);
    expect(await count('outbox where done_at is null')).toBe(0);
    expect(await count('deliveries where dead_at is null')).toBe(0);
    expect(await count('deliveries')).toBe(1);
    // The preference that kept e-mails away during the seed is gone.
    expect(await count('user_preferences')).toBe(0);
  });

  test('has pictures on the landing page, and of work, each of a service', async () => {
    expect(await count(`images where image_type = 'homepage_carousel'`)).toBe(10);
    expect(await count('professional_pictures')).toBeGreaterThan(60);
    expect(await count('professional_pictures where service_id is null')).toBe(0);
  });

  test('reports its progress', () => {
    expect(said).toEqual([
      expect.stringMatching(/^28 professionals, 1\d\d services$/),
      expect.stringMatching(/^\d+ appointments, /),
    ]);
  });
});

describe('what the first two see', () => {
  async function login(username: string): Promise<{ token: string }> {
    const answer = await t.app.inject({
      method: 'POST',
      url: '/login/',
      payload: { username, password: 'saluni-demo' },
    });
    expect(answer.statusCode).toBe(200);
    return { token: answer.json().access_token };
  }
  async function bookingsOf(role: 'client' | 'professional', email: string) {
    const table = sql.table(`${role}s`);
    const [row] = await rows(
      sql<{ id: string }>`select r.id from ${table} r join users u on u.id = user_id where email = ${email}`,
    );
    const procedure = role === 'client' ? 'bookings.ofClient' : 'bookings.ofProfessional';
    const { body } = await t.rest.call(await login(email), procedure, { id: row?.id });
    return body as { status: string; start_time: string }[];
  }

  test('Amara: an appointment soon, waiting requests, all four states, unread notifications', async () => {
    const bookings = await bookingsOf('professional', 'amara@demo.example');
    expect(bookings.filter(({ status }) => status === 'pending')).toHaveLength(3);
    expect(new Set(bookings.map(({ status }) => status)).size).toBe(4);
    const [now] = await rows(sql<{ ms: number }>`select (extract(epoch from clock_now()) * 1000)::float8 as ms`);
    const next = bookings
      .filter(({ status }) => status === 'confirmed')
      .map(({ start_time }) => Date.parse(start_time));
    expect(Math.min(...next) - (now?.ms ?? 0)).toBeLessThan(3 * 86_400_000);
    const told = await t.rest.call(await login('amara@demo.example'), 'notifications.mine');
    const unread = (told.body as { is_read: boolean; message: string }[])
      .filter(({ is_read }) => !is_read)
      .map(({ message }) => message);
    expect(unread.filter((message) => message.startsWith('New booking request from'))).toHaveLength(3);
  });

  test('Amara: walk-ins, some of people who come again, and a request for another time; no promise is broken', async () => {
    expect(await count(`bookings where written_in and series_id is null and status = 'confirmed'`)).toBe(2);
    expect(await count(`bookings where series_id is not null and status = 'confirmed'`)).toBeGreaterThan(5);
    expect(await count(`bookings where written_in and status = 'completed'`)).toBe(2);
    expect(await count('contacts where name is not null')).toBe(5);
    expect(
      await count(`bookings b join deposits d on d.booking_id = b.id where b.written_in and d.status = 'due'`),
    ).toBe(1);
    expect(await count(`reschedules where status = 'pending' and requested_by = 'client'`)).toBe(1);
    expect(await findBroken(t.deps.db)).toEqual([]);
  });

  test('Délé: busy elsewhere at times that neither bookings nor slots have', async () => {
    await readDueCalendars(t.deps);
    expect(await count('busy_calendars where problem is null and last_read_at is not null')).toBe(1);
    expect(await count('calendar_times')).toBeGreaterThan(30);
    expect(
      await count(`calendar_times c join busy_times b on b.professional_id = c.professional_id
        and tstzrange(b.start_time, b.end_time) && tstzrange(c.start_time, c.end_time)`),
    ).toBe(0);
  });

  test('two professionals ask deposits, and a booking is in each of their states', async () => {
    expect(await count('professionals where deposit_percent > 0 and pay_to_since is not null')).toBe(2);
    const states = await rows(sql<{ status: string }>`select distinct status from deposits`);
    expect(states.map(({ status }) => status).sort()).toEqual([...depositStatuses].sort());
  });

  test('Amara and Délé: visits as they were, paid in each way, a tax invoice, one voided, one unpaid', async () => {
    const [seen] = await rows(sql<object>`
      select (select count(distinct method)::int from payments) as methods,
        (select count(*)::int from receipts where content ->> 'title' = 'Tax invoice' and voided_at is null) > 0 as invoiced,
        (select count(*)::int from receipts where voided_at is not null) as voided,
        (select count(*)::int from bookings where finished_at is not null and paid_cents is null
          and start_time > clock_now() - interval '14 days') > 0 as unpaid,
        (select count(*)::int from learned_lengths) > 3 as learned`);
    expect(seen).toEqual({ methods: 5, invoiced: true, voided: 1, unpaid: true, learned: true });
  });

  test('visits are booked as they were chosen, with choices and extras, one of them waiting for an answer', async () => {
    const lines = await rows(sql<object>`
      select s.name, status, jsonb_path_query_array(s.options, '$.name') as options from booking_services s
      join bookings b on b.id = s.booking_id where s.options <> '[]' and quote_id is null order by s.name`);
    expect(await count('bookings where quote_id is not null')).toBe(1);
    expect(await count(`quotes where status = 'open'`)).toBe(1);
    expect(lines).toMatchObject([
      { name: 'Cut by Length', status: 'pending', options: ['Medium', 'Wash'] },
      { name: 'Knotless Braids to Order', status: 'confirmed', options: ['Medium', 'Armpit', 'Braiding hair'] },
      { name: 'Retwist by Weeks', status: 'confirmed', options: ['5 to 8 weeks', 'Clarifying wash'] },
    ]);
  });

  test('Zuri: past and future bookings', async () => {
    const bookings = await bookingsOf('client', 'zuri@demo.example');
    expect(new Set(bookings.map(({ status }) => status)).size).toBe(4);
  });

  test('the logins that are printed work', async () => {
    const logins = await demoLogins(t.deps.db);
    expect([...new Set(logins.map(({ role }) => role))].sort()).toEqual(['admin', 'client', 'professional']);
    for (const { email } of logins) await login(email);
  });
});

describe('again, and elsewhere', () => {
  test('a second seed changes nothing', async () => {
    const before = await contents();
    expect(await seedDemo(t.deps)).toBeUndefined();
    expect(await contents()).toEqual(before);
  });

  test('of two seeds at once, at another hour of the same day, one writes, and the demo is the same', {
    timeout: patience,
  }, async () => {
    const [day, time = ''] = toLocalInput(seedBegan, defaultTimeZone).split('T');
    const otherHour = fromLocalInput(`${day}T${time < '12' ? '22:30' : '01:30'}`, defaultTimeZone);
    const database = await cloneDatabase();
    const app = await openTestApp(
      database.url,
      {},
      { clockShift: `${Math.round(((otherHour ?? 0) - Date.now()) / 1000)} seconds` },
    );
    try {
      const answers = await Promise.all([seedDemo(app.deps), seedDemo(app.deps)]);
      expect(answers.filter((answer) => answer === undefined)).toHaveLength(1);
      expect(await contents(app)).toEqual(await contents());
    } finally {
      await app.close();
      await database.drop();
    }
  });

  test('a seed that is interrupted leaves nothing behind', async () => {
    const database = await cloneDatabase();
    const app = await openTestApp(database.url);
    try {
      const interrupted = seedDemo(app.deps, (line) => {
        if (line.includes('professionals')) throw new Error('killed');
      });
      await expect(interrupted).rejects.toThrow('killed');
      const [left] = await rows(
        sql<{ count: number }>`select (select count(*) from users) + (select count(*) from services) as count`,
        app,
      );
      expect(left?.count).toBe(0);
    } finally {
      await app.close();
      await database.drop();
    }
  });
});
