import { PostgresQueryCompiler, sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { useWorld } from '#server/testing/world.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { namedStatements, type Params, statement } from './statement.ts';

const t = useTestApp();
const w = useWorld(t);

/** The calls that carry the load, with their inputs. */
const hotCalls: Record<string, () => Promise<Record<string, unknown>>> = {
  'professionals.byId': async () => ({ id: w.people.PO.professionalId }),
  'professionals.list': async () => ({ skip: 0, limit: 5 }),
  'services.list': async () => ({ skip: 0, limit: 5 }),
  'services.ofCategory': async () => ({ category: 'Cuts and Trims' }),
  'services.ofProfessional': async () => ({ id: w.people.PO.professionalId }),
  'services.byId': async () => ({ id: await w.service() }),
  'bookings.byId': async () => ({ id: await w.booking('confirmed') }),
  'bookings.ofClient': async () => {
    await w.booking('confirmed');
    return { id: w.people.CO.clientId };
  },
  'availability.ofProfessional': async () => ({ id: w.people.PO.professionalId }),
  'availability.slots': async () => ({ id: await w.window() }),
  'auth.me': async () => ({}),
};

const compile = vi.spyOn(PostgresQueryCompiler.prototype, 'compileQuery');

test.each(Object.entries(hotCalls))(
  '%s compiles no statement after its first call, over both APIs',
  async (procedure, inputOf) => {
    const people = [await w.tokenOf('CO'), await w.tokenOf('PO'), await w.tokenOf('AD')];
    const inputs = await Promise.all(people.map(inputOf));
    const round = async () => {
      for (const api of t.apis) {
        for (const [index, person] of people.entries()) {
          expect(await api.call(person, procedure, inputs[index])).toMatchObject({ status: 200 });
        }
      }
    };
    await round();
    compile.mockClear();
    await round();
    expect(compile.mock.calls.map(([node]) => node.kind)).toEqual([]);
  },
);

test('bookings compile no statement after the first one, with and without a key', async () => {
  const { professionalId } = w.people.PO;
  const client = await w.tokenOf('CO');
  const service = await t.make.service(professionalId);
  const day = Math.ceil(Date.now() / DAY) * DAY + 20 * DAY;
  await t.make.window(professionalId, day, day + 8 * HOUR);
  const book = async (hour: number) => {
    const input = {
      professional_id: professionalId,
      service_ids: [service],
      start_time: new Date(day + hour * HOUR).toISOString(),
    };
    const headers: Record<string, string> = hour % 2 === 0 ? {} : { 'idempotency-key': `hour ${hour}` };
    return (await t.rest.call(client, 'bookings.create', input, headers)).status;
  };
  expect([await book(0), await book(1), await book(1), await book(0)]).toEqual([201, 201, 201, 409]);
  compile.mockClear();
  expect([await book(2), await book(3), await book(3), await book(2)]).toEqual([201, 201, 201, 409]);
  expect(compile.mock.calls.map(([node]) => node.kind)).toEqual([]);
});

const professionalsNamed = statement('test_professionals_named', (db, p: Params<{ name: string; limit: number }>) =>
  db
    .selectFrom('professionals')
    .select(['id', 'created_at'])
    .where('display_name', '=', p.name)
    .orderBy('id')
    .limit(p.limit),
);
const idsBetween = statement(
  'test_ids_between',
  (_, p: Params<{ ids: string[]; after: string }>) =>
    sql<{
      id: string;
      at: string;
    }>`select id, created_at as at from professionals where id = any(${p.ids}::uuid[]) and created_at > ${p.after}`,
);
const renaming = statement('test_renaming', (db, p: Params<{ id: string; name: string }>) =>
  db.updateTable('professionals').set({ display_name: p.name, bio: 'Same for all' }).where('id', '=', p.id),
);

test('a statement gets values by their names, and its rows are parsed as those of other queries', async () => {
  const { db } = t.deps;
  const made = [
    await t.make.professional({ display_name: 'Same Name' }),
    await t.make.professional({ display_name: 'Same Name' }),
  ];
  const ids = made.map(({ professionalId }) => professionalId);
  const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(await professionalsNamed.execute(db, { name: 'Same Name', limit: 1 })).toEqual([
    { id: ids[0], created_at: instant },
  ]);
  expect(await professionalsNamed.execute(db, { limit: 5, name: 'Same Name' })).toHaveLength(2);
  expect(await professionalsNamed.executeTakeFirst(db, { name: 'Nobody', limit: 5 })).toBeUndefined();
  expect(await idsBetween.execute(db, { ids, after: '2020-01-01T00:00:00Z' })).toHaveLength(2);
  expect(await idsBetween.executeTakeFirst(db, { ids: [ids[1] ?? ''], after: '2020-01-01T00:00:00Z' })).toEqual({
    id: ids[1],
    at: instant,
  });
});

test('a statement takes part in the transaction that it is given', async () => {
  const { db } = t.deps;
  const { professionalId: id } = await t.make.professional();
  const undone = db.transaction().execute(async (trx) => {
    expect(await renaming.affected(trx, { id, name: 'Renamed' })).toBe(1);
    expect(await professionalsNamed.executeTakeFirst(trx, { name: 'Renamed', limit: 1 })).toMatchObject({ id });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await professionalsNamed.executeTakeFirst(db, { name: 'Renamed', limit: 1 })).toBeUndefined();
});

test('two statements cannot have one name', () => {
  expect(() => statement('test_renaming', () => sql`select 1`)).toThrow('two statements are called test_renaming');
});

/** What the pool's connections have prepared, as the number of statements of each. */
async function preparedPerConnection(): Promise<number[]> {
  const clients = await Promise.all(Array.from({ length: t.deps.pool.totalCount }, () => t.deps.pool.connect()));
  const counts = await Promise.all(
    clients.map(
      async (client) =>
        (await client.query<{ count: number }>('select count(*)::int as count from pg_prepared_statements')).rows,
    ),
  );
  for (const client of clients) client.release();
  return counts.map(([row]) => row?.count ?? 0);
}

test('1,200 requests with varied filters prepare no more statements than there are fixed texts', async () => {
  const words = ['cut', 'curl', 'fade', 'silk', 'loc', 'press', 'dry', 'braid'];
  for (let i = 0; i < 1_200; i++) {
    const filters = {
      search: words.slice(0, 1 + (i % 6)).join(' '),
      ...(i & 8 ? { category: 'Haircut' } : {}),
      ...(i & 16 ? { price_min: 10 } : {}),
      ...(i & 32 ? { duration_max: 90 } : {}),
      ...(i & 64 ? { location: 'Melbourne' } : {}),
      ...(i & 128 ? { facets: true } : {}),
      ...(i & 256 ? { sort: 'price' } : {}),
      ...(i & 512 ? { specialization_names: ['Barber', 'Braider', 'Colorist'].slice(0, 1 + (i % 3)) } : {}),
    };
    const { status } = await t.rest.call(null, 'services.list', filters);
    expect(status).toBe(200);
  }
  await t.rest.call(null, 'professionals.byId', { id: w.people.PO.professionalId });
  const most = Math.max(...(await preparedPerConnection()));
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(namedStatements().named);
});

test('texts that are prepared have a bounded size together; what exceeds it is sent unnamed, counted, and works', async () => {
  const { named, bytes, unnamed } = namedStatements();
  const long = statement(
    'test_long',
    (_, p: Params<{ one: number }>) =>
      sql<{ one: number }>`select ${p.one}::int as one /* ${sql.raw('x'.repeat(300_000))} */`,
  );
  expect(await long.execute(t.deps.db, { one: 1 })).toEqual([{ one: 1 }]);
  expect(namedStatements()).toEqual({ named, bytes, unnamed: unnamed + 1 });
});
