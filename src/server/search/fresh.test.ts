import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { listen } from '#server/db/listen.ts';
import { type TestApp, useTestApp } from '#server/testing/app.ts';
import { asOwner } from '#server/testing/db.ts';
import type { ProfessionalPerson } from '#server/testing/make.ts';
import { openProxy } from '#server/testing/proxy.ts';
import { servicesQuery } from '#shared/services.ts';

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

/** What a search finds, in memory alone: undefined where the database would be asked. */
function inMemory(app: TestApp, search: string): number | undefined {
  return app.deps.search.services(servicesQuery.parse({ search }))?.total;
}

describe('a change shows at once in the process that answered it, and within a second in others', () => {
  async function shown(procedure: string, query: Record<string, unknown>, expected: string[]): Promise<void> {
    expect(await names(t, procedure, query)).toEqual(expected);
    await expect.poll(() => names(other, procedure, query), { timeout: 1_000, interval: 20 }).toEqual(expected);
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
      expect
        .poll(() => names(other, 'services.list', { search: 'elsewhere' }), { timeout: 1_000, interval: 20 })
        .toEqual(expected);
    await eventually(['Elsewhere']);
    await t.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', userId).execute();
    await eventually([]);
    await t.deps.db.updateTable('users').set({ is_active: true }).where('id', '=', userId).execute();
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

test('a process whose listening connection breaks asks the database, and knows everything again once it listens', async () => {
  const { professionalId } = await t.make.professional();
  await t.make.service(professionalId, { name: 'Before the break' });
  await other.deps.search.caughtUp();
  expect(inMemory(other, 'break')).toBe(1);
  await asOwner(t.databaseUrl, 'alter table services disable trigger services_inserted');
  try {
    // Told to nobody, so only loading everything anew finds it in memory.
    await t.make.service(professionalId, { name: 'During the break' });
    const client = new pg.Client(t.databaseUrl);
    await client.connect();
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'saluni listen' and datname = current_database()",
    );
    await client.end();
    await expect.poll(() => inMemory(other, 'break'), { timeout: 5_000, interval: 5 }).toBeUndefined();
    expect(await names(other, 'services.list', { search: 'break', sort: 'name' })).toEqual([
      'Before the break',
      'During the break',
    ]);
    await expect.poll(() => inMemory(other, 'break'), { timeout: 20_000 }).toBe(2);
  } finally {
    await asOwner(t.databaseUrl, 'alter table services enable always trigger services_inserted');
  }
});

test('until it has started, the database answers', async () => {
  const idle = await t.at('0 seconds');
  expect(inMemory(idle, 'bouncy')).toBeUndefined();
  await expect(idle.deps.search.caughtUp()).rejects.toThrow('not started');
  expect(await names(idle, 'services.list', { search: 'bouncy' })).toEqual(['Bouncy curls']);
  await idle.deps.search.start();
  expect(inMemory(idle, 'bouncy')).toBe(1);
  expect(await names(idle, 'services.list', { search: 'bouncy' })).toEqual(['Bouncy curls']);
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
