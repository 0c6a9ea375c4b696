import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '#server/db/connect.ts';
import { useTestApp } from '#server/testing/app.ts';
import { asSuperuser } from '#server/testing/db.ts';
import { behind } from '#server/testing/lock-waits.ts';
import { factories } from '#server/testing/make.ts';
import { repetitions } from '#server/testing/repetitions.ts';

const t = useTestApp();

type Count = { list: string; category: string; listed: number };

async function stored(): Promise<Count[]> {
  const { rows } = await sql<Count>`
    select list, category, sum(listed)::int as listed from listing_counts
    group by list, category having sum(listed) <> 0 order by 1, 2`.execute(t.deps.db);
  return rows;
}

/** Counted from what decides: the switches of services, professionals and users. */
async function counted(): Promise<Count[]> {
  const { rows } = await sql<Count>`
    with seen as (select p.id from professionals p join users u on u.id = p.user_id where p.is_active and u.is_active)
    select 'professionals' as list, '' as category, count(*)::int as listed from seen having count(*) > 0
    union all
    select 'services', s.category, count(*)::int from services s join seen on seen.id = s.professional_id
    where s.is_active and s.deleted_at is null group by s.category order by 1, 2`.execute(t.deps.db);
  return rows;
}

const kinds = [
  'add',
  'add',
  'many',
  'edit',
  'delete',
  'remove',
  'hide',
  'show',
  'disable',
  'enable',
  'undone',
] as const;
const step = fc.record({
  kind: fc.constantFrom(...kinds),
  who: fc.nat(),
  is_active: fc.boolean(),
  category: fc.constantFrom('Color', 'Braids'),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const makeOn = (db: Db) => factories({ db, config: t.deps.config });

async function carryOut(db: Db, people: { userId: string; professionalId: string }[], step: Step): Promise<void> {
  const { kind, who, is_active, category } = step;
  const { professionalId, userId } = people[who % people.length] as (typeof people)[number];
  const make = makeOn(db);
  const own = () => db.updateTable('services').where('professional_id', '=', professionalId);
  const service = {
    name: 'Cut',
    category,
    service_duration_minutes: 30,
    price_cents: 5_000,
    is_active,
    professional_id: professionalId,
  };
  if (kind === 'add') await make.row('services', service);
  if (kind === 'many')
    await db
      .insertInto('services')
      .values(people.map((one) => ({ ...service, professional_id: one.professionalId })))
      .execute();
  if (kind === 'edit') await own().set({ is_active, category }).execute();
  if (kind === 'delete') await own().set({ deleted_at: sql`clock_now()` }).where('category', '=', category).execute();
  if (kind === 'remove')
    await db
      .deleteFrom('services')
      .where('professional_id', '=', professionalId)
      .where('category', '=', category)
      .execute();
  if (kind === 'hide' || kind === 'show')
    await make.change('professionals', professionalId, { is_active: kind === 'show' });
  if (kind === 'disable' || kind === 'enable') await make.change('users', userId, { is_active: kind === 'enable' });
  if (kind === 'undone') {
    const transaction = t.deps.db.transaction().execute(async (trx) => {
      await carryOut(trx, people, { ...step, kind: is_active ? 'show' : 'hide' });
      await carryOut(trx, people, { ...step, kind: 'add' });
      throw new Error('undone');
    });
    await expect(transaction).rejects.toThrow('undone');
  }
}

test('the stored lengths of lists equal a count after any history, with writers at the same time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 }),
      async (rounds) => {
        const people = await Promise.all([1, 2, 3].map(() => t.make.professional()));
        // Something to change and remove from the first step on.
        for (const category of ['Color', 'Braids'] as const)
          await carryOut(t.deps.db, people, { kind: 'many', who: 0, is_active: true, category });
        for (const round of rounds) {
          // Two changes of everybody's rows may wait for each other; such a call is repeated in the product, too.
          await Promise.all(round.map((one) => carryOut(t.deps.db, people, one).catch(expectDeadlock)));
          expect(await stored()).toEqual(await counted());
        }
      },
    ),
    { numRuns: repetitions(200), endOnFailure: true },
  );
  const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from listing_counts`.execute(t.deps.db);
  // However long the history: a hundred, and what the last writers added.
  expect(rows[0]?.rows).toBeLessThan(150);
});

function expectDeadlock(error: unknown): void {
  expect(error).toMatchObject({ code: '40P01' });
}

test.each(['the service first', 'the switch first'])(
  'a service added while its professional is hidden is not listed: %s',
  async (which) => {
    const { db } = t.deps;
    const { professionalId } = await t.make.professional();
    const insert = (on: Db) => makeOn(on).service(professionalId);
    const hide = (on: Db) => makeOn(on).change('professionals', professionalId, { is_active: false });
    await t.make.service(professionalId);
    const [first, second] = which === 'the service first' ? [insert, hide] : [hide, insert];
    await behind(db, first, () => second(db));
    const rows = await db
      .selectFrom('services')
      .select('professional_is_visible')
      .where('professional_id', '=', professionalId)
      .execute();
    expect(rows).toEqual([{ professional_is_visible: false }, { professional_is_visible: false }]);
    expect(await stored()).toEqual(await counted());
  },
);

test('writers of different professionals do not wait for each other', async () => {
  const [one, other] = await Promise.all([t.make.professional(), t.make.professional()]);
  await t.deps.db.transaction().execute(async (trx) => {
    await makeOn(trx).service(one.professionalId, { category: 'Color' });
    // On another connection, while the first has not committed.
    await t.make.service(other.professionalId, { category: 'Color' });
  });
  expect(await stored()).toEqual(await counted());
});

test('rows loaded as a replica are listed and counted, too', async () => {
  const { professionalId } = await t.make.professional({ is_active: false });
  await asSuperuser(
    t.databaseUrl,
    `set session_replication_role = replica;
    insert into services (name, category, service_duration_minutes, price_cents, professional_id)
      values ('Cut', 'Color', 30, 5000, '${professionalId}');
    update professionals set is_active = true where id = '${professionalId}'`,
  );
  expect((await t.rest.call(null, 'services.ofCategory', { category: 'Color' })).body).toMatchObject({
    total: (await counted()).at(-1)?.listed,
  });
  expect(await stored()).toEqual(await counted());
});
