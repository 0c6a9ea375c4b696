import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { listen } from '#server/db/listen.ts';
import { listingSource } from '#server/features/professionals/search-queries.ts';
import { buildApp } from '#server/http/app.ts';
import { newLink } from '#server/links/mailed-links.ts';
import { openTestApp, type TestApp, useTestApp } from '#server/testing/app.ts';
import { asOwner } from '#server/testing/db.ts';
import type { ProfessionalPerson } from '#server/testing/make.ts';
import { openProxy } from '#server/testing/proxy.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { servicesQuery } from '#shared/services.ts';
import { createSearch } from './search.ts';

const t = useTestApp();
/** Another process on the same database: nothing but the database tells it of changes. */
let other: TestApp;
let amara: ProfessionalPerson;
const input = { name: 'Feathered cut', service_duration_minutes: 60, price: 95, category: 'Haircut' };

beforeAll(async () => {
  amara = await t.make.professional({ display_name: 'Amara', specializations: [5] });
  other = await t.at('0 seconds');
  await Promise.all([t.deps.search.start(), other.deps.search.start()]);
});

async function names(app: TestApp, procedure: string, query: Record<string, unknown>): Promise<string[]> {
  const { body } = await app.rest.call(null, procedure, query);
  return (body as { results: { name?: string; display_name: string }[] }).results.map(
    (one) => one.name ?? one.display_name,
  );
}

/** How much a search finds, listed or not. */
async function inMemory(app: TestApp, search: string): Promise<number> {
  return (await app.deps.search.services(servicesQuery.parse({ search }))).total;
}

describe('a change shows at once in the process that answered it, and within a second in others', () => {
  async function shown(procedure: string, query: Record<string, unknown>, expected: string[]): Promise<void> {
    expect(await names(t, procedure, query)).toEqual(expected);
    await expect.poll(() => names(other, procedure, query), { interval: 20 }).toEqual(expected);
  }

  test('a service that is created, changed, hidden and deleted', async () => {
    const { body } = await t.rest.call(amara, 'services.create', input);
    const { id } = body as { id: string };
    await shown('services.list', { search: 'feathered' }, ['Feathered cut']);
    await t.trpc.call(amara, 'services.update', { id, ...input, name: 'Layered cut' });
    await shown('services.list', { search: 'feathered' }, []);
    await shown('services.list', { search: 'layered' }, ['Layered cut']);
    await t.rest.call(amara, 'services.update', { id, ...input, is_active: false });
    await shown('services.list', { search: 'layered' }, []);
    await t.rest.call(amara, 'services.update', { id, ...input });
    await shown('services.list', { search: 'feathered' }, ['Feathered cut']);
    await t.rest.call(amara, 'services.delete', { id });
    await shown('services.list', { search: 'feathered' }, []);
  });

  test('a professional whom an admin disables and enables, and one who was invited and has set up', async () => {
    const admin = await t.make.admin();
    const { userId } = await t.make.professional({ display_name: 'Kirrilly' });
    await t.deps.search.caughtUp();
    const query = { search: 'kirrilly', skip: 0, limit: 10 };
    for (let turn = 0; turn < 10; turn++) {
      await t.rest.call(admin, 'users.change', { id: userId, is_active: false });
      expect((await t.deps.search.professionals(query)).total).toBe(0);
      await t.rest.call(admin, 'users.change', { id: userId, is_active: true });
      expect((await t.deps.search.professionals(query)).total).toBe(1);
    }
    for (const name of ['Jedda', 'Marlee', 'Tirra']) {
      const email = `${name}@example.com`.toLowerCase();
      await t.make.row('waitlist_entries', { name, email, role: 'Barber', status: 'approved' });
      const token = await newLink(t.deps.db, 'invitation', { email });
      const { body } = await t.rest.call(null, 'auth.accept', { token, password: 'another battery, correct' });
      const me = { token: (body as { access_token: string }).access_token };
      const profile = { display_name: name, professional_type: 'barber', location: 'Broome', experience_years: 3 };
      await t.rest.call(me, 'professionals.updateMe', { ...profile, specializations: [] });
      await t.rest.call(me, 'services.create', input);
      const start = Date.now() + DAY;
      const [start_time, end_time] = [new Date(start).toISOString(), new Date(start + HOUR).toISOString()];
      await t.rest.call(me, 'availability.create', { start_time, end_time });
      await shown('professionals.list', { search: name }, [name]);
    }
  });

  test('a profile that is changed, hidden and shown', async () => {
    await t.make.service(amara.professionalId, { name: 'Bouncy curls' });
    const profile = {
      display_name: 'Amara',
      professional_type: 'hairdresser',
      location: 'Hobart',
      experience_years: 3,
      specializations: [1],
    };
    await t.rest.call(amara, 'professionals.updateMe', { ...profile, bio: 'Unmistakable' });
    await shown('professionals.list', { search: 'unmistakable', specialization_names: ['Barber'] }, ['Amara']);
    await shown('services.list', { search: 'bouncy', location: 'hobart' }, ['Bouncy curls']);
    await t.rest.call(amara, 'professionals.updateMe', { ...profile, is_active: false });
    await shown('professionals.list', { location: 'hobart' }, []);
    await shown('services.list', { search: 'bouncy' }, []);
    await t.rest.call(amara, 'professionals.updateMe', { ...profile, is_active: true });
    await shown('services.list', { search: 'bouncy' }, ['Bouncy curls']);
  });

  test('a user who is disabled and enabled elsewhere', async () => {
    const { professionalId, userId } = await t.make.professional({ location: 'Derby' });
    await t.make.service(professionalId, { name: 'Elsewhere' });
    const eventually = (expected: string[]) =>
      expect.poll(() => names(other, 'services.list', { search: 'elsewhere' }), { interval: 20 }).toEqual(expected);
    await eventually(['Elsewhere']);
    await t.make.change('users', userId, { is_active: false });
    await eventually([]);
    await t.make.change('users', userId, { is_active: true });
    await eventually(['Elsewhere']);
  });

  test('a change that was taken back shows nowhere', async () => {
    const undone = t.deps.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('professionals')
        .set({ location: 'Nowhere' })
        .where('id', '=', amara.professionalId)
        .execute();
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await Promise.all([t.deps.search.caughtUp(), other.deps.search.caughtUp()]);
    await shown('professionals.list', { location: 'nowhere' }, []);
  });
});

test('a process whose listening connection breaks goes on with what it knows, and loads everything again', async () => {
  const { professionalId } = await t.make.professional();
  const hidden = await t.make.professional();
  await t.make.service(professionalId, { name: 'Before the break' });
  await t.make.service(hidden.professionalId, { name: 'Break of another' });
  await other.deps.search.caughtUp();
  expect(await inMemory(other, 'break')).toBe(2);
  // Its listening connection alone goes through the proxy.
  const proxy = await openProxy(t.databaseUrl);
  const search = createSearch(listingSource(t.deps.db, t.deps.gazetteer), proxy.url, t.deps.log);
  const cut = await buildApp({ ...t.deps, search });
  const shown = async () => {
    const { results } = (await cut.inject('/services/?search=break&sort=name')).json<{ results: { name: string }[] }>();
    return results.map(({ name }) => name);
  };
  await search.start();
  expect(await shown()).toEqual(['Before the break', 'Break of another']);
  proxy.setDown(true);
  try {
    await expect.poll(() => search.state(), { timeout: 5_000, interval: 5 }).toBe('behind');
    await t.make.service(professionalId, { name: 'During the break' });
    await asOwner(t.databaseUrl, `update professionals set is_active = false where id = '${hidden.professionalId}'`);
    expect(await shown()).toEqual(['Before the break']);
    const ready = await cut.inject('/readyz');
    expect([ready.statusCode, ready.json()]).toMatchObject([200, { status: 'degraded', search: 'behind' }]);
    // What it changed itself shows at once all the same.
    const payload = { ...input, name: 'Own break' };
    const headers = { authorization: `Bearer ${amara.token}` };
    expect((await cut.inject({ method: 'POST', url: '/services/', payload, headers })).statusCode).toBe(201);
    expect(await shown()).toEqual(['Before the break', 'Own break']);
    proxy.setDown(false);
    await expect.poll(() => search.state(), { timeout: 20_000 }).toBe('current');
    expect(await shown()).toEqual(['Before the break', 'During the break', 'Own break']);
  } finally {
    await cut.close();
    await search.close();
    await proxy.close();
  }
});

test('a database that was away altogether: searches go on with it, and no time of before is shown', async () => {
  const proxy = await openProxy(t.databaseUrl);
  const app = await openTestApp(proxy.url, {}, { inbox: t.inbox });
  const start = Math.ceil(Date.now() / HOUR) * HOUR + 2 * DAY;
  const instant = (hours: number) => new Date(start + hours * HOUR).toISOString();
  const range = { free_from: instant(0), free_to: instant(8), search: 'restarted' };
  const free = async () => {
    const { status, body } = await app.rest.call(null, 'services.list', range);
    const rows = (body as { results?: { name: string; professional: { next_free: string } }[] }).results;
    return [status, ...(rows ?? []).map(({ name, professional }) => `${name} ${professional.next_free}`)];
  };
  try {
    await app.deps.search.start();
    const { professionalId } = await t.make.professional();
    await t.make.service(professionalId, { name: 'Restarted braids', service_duration_minutes: 60 });
    const window = await t.make.window(professionalId, start, start + 2 * HOUR);
    await app.deps.search.caughtUp();
    expect(await free()).toEqual([200, `Restarted braids ${instant(0)}`]);
    proxy.setDown(true);
    expect(await free()).toEqual([503]);
    await t.deps.db.deleteFrom('availability').where('id', '=', window).execute();
    await t.make.window(professionalId, start + 4 * HOUR, start + 6 * HOUR);
    await t.make.service(professionalId, { name: 'Restarted locs', service_duration_minutes: 120 });
    proxy.setDown(false);
    await expect.poll(() => app.deps.search.state(), { timeout: 20_000 }).toBe('current');
    expect(await free()).toEqual([200, `Restarted braids ${instant(4)}`, `Restarted locs ${instant(4)}`]);
  } finally {
    proxy.setDown(false);
    await app.close();
    await proxy.close();
  }
});

test('what was loaded while the connection was lost is never searched', async () => {
  const proxy = await openProxy(t.databaseUrl);
  const source = listingSource(t.deps.db, t.deps.gazetteer);
  const states: string[] = [];
  let parts = 0;
  const search = createSearch(
    {
      ...source,
      async after(id, limit) {
        const listings = await source.after(id, limit);
        if (parts++ > 0) return listings;
        // Lost in the middle of the first load, which ends before the next one begins.
        proxy.setDown(true);
        setTimeout(() => {
          states.push(search.state());
          proxy.setDown(false);
        }, 100);
        await delay(50);
        return listings;
      },
    },
    proxy.url,
    t.deps.log,
  );
  await search.start();
  expect(states).toEqual(['loading']);
  expect(parts).toBeGreaterThan(1);
  expect(search.state()).toBe('current');
  await search.close();
  await proxy.close();
});

test('a change reads the texts of what changed alone, and nothing is found any more by what it was', async () => {
  const person = await t.make.professional({ display_name: 'Yindi', location: 'Broome' });
  const ids: string[] = [];
  for (const name of ['Waratah', 'Quandong', 'Muntries'])
    ids.push(await t.make.service(person.professionalId, { name, category: 'Haircut' }));
  const source = listingSource(t.deps.db, t.deps.gazetteer);
  const read: (string | undefined)[][] = [];
  const search = createSearch(
    {
      ...source,
      async of(wanted, known) {
        const listings = await source.of(wanted, known);
        for (const { services } of listings) read.push(services.map(({ name }) => name));
        return listings;
      },
    },
    t.databaseUrl,
    t.deps.log,
  );
  await search.start();
  const found = async (text: string) => {
    const query = { search: text, skip: 0, limit: 10 };
    const [services, professionals] = [await search.services(query), await search.professionals(query)];
    return [services.ids, professionals.ids];
  };
  const changed = async () => {
    await search.caughtUp();
    await search.refresh(person.professionalId);
    return read
      .splice(0)
      .at(0)
      ?.filter((name) => name !== undefined);
  };
  try {
    await t.rest.call(person, 'services.update', { ...input, id: ids[1] ?? '', name: 'Kutjera', category: 'Styling' });
    expect(await changed()).toEqual(['Kutjera']);
    expect(await found('kutjera')).toEqual([[ids[1]], [person.professionalId]]);
    expect(await found('quandong')).toEqual([[], []]);
    expect(await found('waratah')).toEqual([[ids[0]], [person.professionalId]]);
    const ofCategory = (category: 'Haircut' | 'Styling') =>
      search.professionals({ search: 'yindi', category, skip: 0, limit: 9 });
    expect((await ofCategory('Styling')).total).toBe(1);

    await t.rest.call(person, 'services.delete', { id: ids[0] ?? '' });
    expect(await changed()).toEqual([]);
    expect(await found('waratah')).toEqual([[], []]);
    await t.rest.call(person, 'services.create', { ...input, name: 'Warrigal' });
    expect(await changed()).toEqual(['Warrigal']);
    expect(await found('warrigal')).toMatchObject([[expect.any(String)], [person.professionalId]]);

    // Of the professional's own words all is entered anew.
    await t.make.change('professionals', person.professionalId, { bio: 'Lillipilli' });
    expect((await changed())?.length).toBe(3);
    expect((await found('lillipilli'))[0]).toHaveLength(3);
    expect(await found('muntries')).toEqual([[ids[2]], [person.professionalId]]);
  } finally {
    await search.close();
  }
});

test('a process is ready once it has loaded; the first search waits for the listings', async () => {
  const idle = await t.at('0 seconds');
  const before = await idle.app.inject('/readyz');
  expect([before.statusCode, before.json()]).toMatchObject([503, { status: 'unavailable', search: 'loading' }]);
  await expect(idle.deps.search.caughtUp()).rejects.toThrow('not started');
  expect(await names(idle, 'services.list', { search: 'bouncy' })).toEqual(['Bouncy curls']);
  expect((await idle.app.inject('/readyz')).statusCode).toBe(200);
});

test('without the database a search answers 503 while nothing is loaded', async () => {
  const nowhere = await openTestApp('postgres://nobody@127.0.0.1:1/none', {}, { inbox: t.inbox });
  expect(await nowhere.rest.call(null, 'services.list', { search: 'curls' })).toMatchObject({
    status: 503,
    body: { detail: 'Service temporarily unavailable' },
  });
  await nowhere.close();
});

test('a listening connection that the network swallows counts as lost', async () => {
  const proxy = await openProxy(t.databaseUrl);
  const lost = Promise.withResolvers<void>();
  const listening = Promise.withResolvers<void>();
  const listener = listen(proxy.url, 'listings', t.deps.log, {
    onListening: listening.resolve,
    onNotification: () => {},
    onLost: lost.resolve,
  });
  await listening.promise;
  await listener.caughtUp();
  proxy.onAnswer = () => false;
  await lost.promise;
  await listener.close();
  await proxy.close();
}, 30_000);

test('no booking notifies: NOTIFY holds a lock of the whole database while it commits', async () => {
  const told: string[] = [];
  const client = new pg.Client(t.databaseUrl);
  await client.connect();
  client.on('notification', ({ payload = '' }) => told.push(payload));
  await client.query('listen listings');
  const person = await t.make.client();
  const professional = await t.make.professional();
  const service = await t.make.service(professional.professionalId);
  const start = Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 24 * 3_600_000;
  await t.make.window(professional.professionalId, start, start + 7_200_000);
  await client.query('select 1');
  expect(told).toContain(professional.professionalId);
  told.length = 0;
  const booked = await t.rest.call(person, 'bookings.create', {
    professional_id: professional.professionalId,
    service_ids: [service],
    client_id: person.clientId,
    start_time: new Date(start).toISOString(),
  });
  expect(booked.status).toBe(201);
  await t.rest.call(professional, 'bookings.change', { id: (booked.body as { id: string }).id, status: 'confirmed' });
  await client.query('select 1');
  expect(told).toEqual([]);
  await client.end();
});

test('one slow statement holds up no search by time, and what it finds late replaces nothing', async () => {
  const { professionalId } = await t.make.professional();
  await t.make.service(professionalId, { name: 'Slowly found', service_duration_minutes: 60 });
  const start = Math.ceil(Date.now() / HOUR) * HOUR + 2 * DAY;
  const source = listingSource(t.deps.db, t.deps.gazetteer);
  const answer = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  let isSlow = false;
  const search = createSearch(
    {
      ...source,
      async slotBasesOf(ids) {
        const found = await source.slotBasesOf(ids);
        if (isSlow && ids.includes(professionalId)) {
          isSlow = false;
          held.resolve();
          await answer.promise;
        }
        return found;
      },
    },
    t.databaseUrl,
    t.deps.log,
  );
  const range = { free_from: new Date(start).toISOString(), free_to: new Date(start + DAY).toISOString() };
  const found = async () => (await search.services(servicesQuery.parse({ search: 'slowly', ...range }))).total;
  await search.start();
  isSlow = true;
  const window = await t.make.window(professionalId, start, start + 2 * HOUR);
  const slow = found();
  await held.promise;
  await t.deps.db.deleteFrom('availability').where('id', '=', window).execute();
  expect(await Promise.all([found(), found(), found()])).toEqual([0, 0, 0]);
  answer.resolve();
  await slow;
  expect(await found()).toBe(0);
  await search.close();
});
