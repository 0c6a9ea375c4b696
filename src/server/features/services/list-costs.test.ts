import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { connect, createMaintenancePool } from '#server/db/connect.ts';
import { type Api, type TestApp, useTestApp } from '#server/testing/app.ts';
import { asOwner } from '#server/testing/db.ts';
import { explained, nodes, type Plan, rowsRead, sentBy } from '#server/testing/plans.ts';
import { DAY } from '#shared/constants.ts';

const t = useTestApp();
let inMemory: TestApp;

/** More than a page by far, so that whatever grows with the lists shows. */
const professionals = 2_000;
const servicesEach = 10;

beforeAll(async () => {
  // So many rows take longer than a request may.
  const db = connect(createMaintenancePool(t.databaseUrl));
  await sql`
    with people as (
      insert into users (role, email, username) select 'professional', 'p' || n || '@example.com', 'P'
      from generate_series(1, ${professionals}::int) n returning id
    )
    insert into professionals (user_id, display_name, professional_type, location, bio)
    select id, 'Name ' || right(id::text, 3), 'barber', 'Everywhere', 'Every word everyone else enters' from people`.execute(
    db,
  );
  await sql`
    insert into professional_specializations (professional_id, specialization_id)
    select id, 1 + ascii(right(id::text, 1)) % 9 from professionals`.execute(db);
  await sql`
    insert into services (professional_id, name, description, category, service_duration_minutes, price_cents)
    select p.id, 'Everyday cut ' || n || right(p.id::text, 2), 'An easy cut, every evening',
      (array['Haircut', 'Cuts and Trims', 'Color'])[1 + n % 3], 30, 5000
    from professionals p, generate_series(1, ${servicesEach}::int) n`.execute(db);
  await db.destroy();
  await asOwner(t.databaseUrl, 'analyze');
  inMemory = await t.at('0 seconds');
  await inMemory.deps.search.start();
});

/**
 * That a statement which the one connection has sent twenty times keeps its plan; PostgreSQL tries five plans for
 * single calls first.
 */
async function expectOnePlan(name: string, app = t): Promise<void> {
  const { rows } = await sql<{ generic_plans: number; custom_plans: number }>`
    select generic_plans::int, custom_plans::int from pg_prepared_statements where name = ${name}`.execute(app.deps.db);
  expect(rows[0]?.custom_plans, name).toBeLessThanOrEqual(5);
  expect(rows[0]?.generic_plans, name).toBeGreaterThanOrEqual(15);
}

/** The plans, with figures, of the statements that a call sends. */
const plansOf = async (call: () => Promise<unknown>) =>
  // The look at changed times goes on beside.
  explained(t.databaseUrl, await sentBy(call, (text) => /^\s*(select|with)\b/.test(text) && !/version >= /.test(text)));

async function asked(api: Api, procedure: string, query: Record<string, unknown>): Promise<Plan[]> {
  return plansOf(async () => expect((await api.call(null, procedure, query)).status).toBe(200));
}

afterEach(() => vi.restoreAllMocks());

describe('A5 the work of a list does not grow with the list', () => {
  test.each<[string, string, Record<string, unknown>]>([
    ['all services', 'services.list', {}],
    ['a later page of them', 'services.list', { skip: 60, limit: 20 }],
    ['a category', 'services.ofCategory', { category: 'Color' }],
    ['a category that finds two', 'services.list', { category: 'Cuts and Trims', skip: 20 }],
    ['all professionals', 'professionals.list', { skip: 40 }],
  ])('%s: one statement, which reads the page, what it skips, and nothing else', async (_what, procedure, query) => {
    const plans = await asked(inMemory.rest, procedure, query);
    expect(plans).toHaveLength(1);
    const head = Number(query.skip ?? 0) + 20;
    // Of two categories merged in order, one row more is looked at.
    if (procedure.startsWith('services')) expect(rowsRead(plans, 'services')).toBeLessThanOrEqual(head + 2);
    expect(rowsRead(plans, 'professionals')).toBeLessThanOrEqual(head);
    expect(
      Math.max(...plans.flatMap(nodes).map((node) => node['Actual Rows'] * node['Actual Loops'])),
    ).toBeLessThanOrEqual(Math.max(head + 2, 200));
  });

  test.each<[string, string, Record<string, unknown>]>([
    ['fifty common words, with facets', 'services.list', { search: 'e '.repeat(50).trim(), facets: true }],
    ['different common words, with facets', 'services.list', { search: 'e ev eve ever every everyday', facets: true }],
    ['facets of all', 'services.list', { facets: true }],
    ['a price and a location, deep', 'services.list', { price_min: 5, location: 'every', skip: 9_000, sort: 'price' }],
    [
      'professionals by common words, with facets',
      'professionals.list',
      { search: 'e ev eve ever every', facets: true },
    ],
  ])('A13 %s: one statement, for the rows of the page', async (_what, procedure, query) => {
    const plans = await asked(inMemory.rest, procedure, query);
    expect(plans).toHaveLength(1);
    // A professional's card says what the cheapest service costs.
    expect(rowsRead(plans, 'services')).toBeLessThanOrEqual(procedure.startsWith('services') ? 20 : 20 * servicesEach);
    expect(rowsRead(plans, 'professionals')).toBeLessThanOrEqual(20);
  });

  test('the statements of free times and of a booking are planned once, not for each call', async () => {
    const [service] = await t.deps.db.selectFrom('services').select(['id', 'professional_id']).limit(1).execute();
    const { professional_id = '', id: service_id = '' } = service ?? {};
    const client = await t.make.client();
    const input = { professional_id, service_ids: [service_id], start_time: new Date(Date.now() + DAY).toISOString() };
    for (let call = 0; call < 20; call++) {
      for (const chosen of [{}, { service_ids: [service_id] }]) {
        expect(
          (await t.rest.call(null, 'availability.ofProfessional', { id: professional_id, ...chosen })).status,
        ).toBe(200);
      }
      expect((await t.rest.call(client, 'bookings.create', input)).status).toBe(409);
    }
    for (const name of [
      'slot_inputs_of_professional',
      'slot_inputs_of_professional_and_services',
      'lock_booking_parties',
      'booking_conditions',
    ]) {
      await expectOnePlan(name);
    }
  });

  test.each<[string, Record<string, unknown>]>([
    ['services.list', {}],
    ['services.ofCategory', { category: 'Color' }],
    ['professionals.list', {}],
    ['services.list', { search: 'evening' }],
    ['professionals.list', { search: 'everyone' }],
  ])(
    '%s %o: the soonest starts follow from known times; unknown ones are read along two indexes, of each row once',
    async (procedure, query) => {
      const { db } = t.deps;
      const { results } = (await inMemory.rest.call(null, procedure, query)).body as {
        results: { id: string; professional?: { id: string } }[];
      };
      const ids = results.map(({ id, professional }) => professional?.id ?? id);
      for (const table of ['busy_times', 'availability'] as const)
        await db.deleteFrom(table).where('professional_id', 'in', ids).execute();
      const { clientId } = await t.make.client();
      const busyPerDay = 3;
      const daysRead = 62;
      await sql`
      with days as (
        select id, clock_now() + make_interval(days => day) as at
        from (select distinct unnest(${ids}::uuid[]) as id) p, generate_series(-100, 100) day
      ),
      windows as (insert into availability (professional_id, start_time, end_time) select id, at, at + interval '9 hours' from days),
      cancelled as (insert into bookings (professional_id, client_id, status, cancelled_by, start_time, end_time, expires_at,
          total_price_cents)
        select id, ${clientId}::uuid, 'cancelled', 'client', now(), now() + interval '1 hour', now(), 0
        from (select distinct id from days) d returning professional_id, id)
      insert into busy_times (professional_id, booking_id, start_time, end_time)
      select c.professional_id, c.id, at + make_interval(hours => 3 * n), at + make_interval(hours => 3 * n + 3)
      from days join cancelled c on c.professional_id = days.id, generate_series(0, ${busyPerDay - 1}::int) n`.execute(
        db,
      );
      await asOwner(t.databaseUrl, 'vacuum (analyze) availability, busy_times');
      const byTime = { limit: 1, sort: 'soonest' };
      expect((await inMemory.rest.call(null, 'professionals.list', byTime)).status).toBe(200);
      const known = await asked(inMemory.rest, procedure, query);
      expect(known).toHaveLength(1);
      expect(rowsRead(known, 'availability') + rowsRead(known, 'busy_times')).toBe(0);

      // Whole lists do without the search, which would know these times.
      if ('search' in query) return;
      const plans = await asked(t.rest, procedure, query);
      expect(plans).toHaveLength(2);
      const read = (table: string) => plans.flatMap(nodes).filter((node) => node['Relation Name'] === table);
      for (const node of [...read('availability'), ...read('busy_times')])
        expect(node['Node Type']).toMatch(/^(Index Only|Bitmap Heap) Scan$/);
      expect(rowsRead(plans, 'availability')).toBeGreaterThan(0);
      // A day before and two after them, because single windows cut hours.
      expect(rowsRead(plans, 'availability')).toBeLessThanOrEqual(20 * (daysRead + 3));
      expect(rowsRead(plans, 'busy_times')).toBeLessThanOrEqual(20 * ((daysRead + 3) * busyPerDay + 2));
    },
  );
});
