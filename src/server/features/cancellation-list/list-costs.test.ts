import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { connect, createMaintenancePool } from '#server/db/connect.ts';
import { goThroughList } from '#server/features/cancellation-list/go-through-list.ts';
import { cancellationListJobs } from '#server/features/cancellation-list/jobs.ts';
import { useTestApp } from '#server/testing/app.ts';
import { asOwner } from '#server/testing/db.ts';
import type { ClientPerson, ProfessionalPerson } from '#server/testing/make.ts';
import { explained, nodes, type Plan, rowsRead, sentBy } from '#server/testing/plans.ts';
import { zoneAt } from '#server/testing/zone-at.ts';
import type { ListEntry } from '#shared/cancellation-list.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { iso } from '#shared/time.ts';

const t = useTestApp();
const day = Math.ceil(Date.now() / DAY) * DAY + 3 * DAY;
const tables = ['cancellation_list_entries', 'openings'] as const;
const old = 100_000;
const clients = 50;

let amara: ProfessionalPerson;
let zoe: ClientPerson;
let cut: string;

/** A hundred thousand entries of fifty clients with one professional that came to nothing, and as many offers. */
beforeAll(async () => {
  amara = await t.make.professional({ time_zone: zoneAt(12) });
  zoe = await t.make.client();
  cut = await t.make.service(amara.professionalId);
  await t.deps.pool.query(
    `insert into pay_to (professional_id, pay_to) values ($1, '{"kind": "payid_phone", "value": "0400111222", "name": "A Okafor"}')`,
    [amara.professionalId],
  );
  await t.deps.pool.query(
    `update professionals set pay_to_since = clock_now(), deposit_percent = 30, deposit_who = 'new_clients' where id = $1`,
    [amara.professionalId],
  );
  const ids = [zoe.clientId];
  while (ids.length < clients) ids.push((await t.make.client()).clientId);
  const db = connect(createMaintenancePool(t.databaseUrl));
  await sql`
    with entries as (
      insert into cancellation_list_entries (professional_id, client_id, service_ids, windows, status, created_at, ended_at)
      select ${amara.professionalId}, (${ids}::uuid[])[1 + n % ${clients}], array[${cut}::uuid], tstzmultirange(tstzrange(at, at + interval '2 days')),
        'left', at, at + interval '1 day'
      from (select n, clock_now() - n * interval '5 minutes' as at from generate_series(1, ${old}::int) n) made
      returning professional_id, id, created_at as at)
    insert into openings (professional_id, entry_id, by_hand, status, start_time, end_time, freed_at, created_at, expires_at, ended_at)
    select professional_id, id, false, 'expired', at + interval '2 days', at + interval '49 hours', at, at, at + interval '2 hours',
      at + interval '2 hours'
    from entries`.execute(db);
  await db.destroy();
  await asOwner(t.databaseUrl, `vacuum (analyze) ${tables.join(', ')}`);
});

const onList = (text: string) => tables.some((table) => text.includes(table));
const join = (who: ClientPerson, from: number) =>
  t.rest.call(who, 'cancellationList.join', {
    professional_id: amara.professionalId,
    service_ids: [cut],
    windows: [{ start: iso(day + from * HOUR), end: iso(day + (from + 1) * HOUR) }],
  });

/** The plans of what a call reads of the list. */
async function readBy(call: () => Promise<unknown>): Promise<Plan[]> {
  const isRead = (text: string) => !/\b(insert into|delete from|update \w+ \w* ?set)\b/.test(text);
  const sent = await sentBy(call, (text) => isRead(text) && onList(text));
  expect(sent.length).toBeGreaterThan(0);
  return explained(t.databaseUrl, sent);
}

test('A5 a page of the own lists puts no more in order than it shows; who waits is found without what is over', async () => {
  const page = await readBy(async () => {
    const { status, body, headers } = await t.rest.call(zoe, 'cancellationList.mine', { limit: 20 });
    expect([status, (body as ListEntry[]).length, Number(headers['x-total-count'])]).toEqual([200, 20, old / clients]);
  });
  const ordered = page.flatMap(nodes).filter((node) => /Sort|Window|CTE/.test(node['Node Type'] ?? ''));
  expect(ordered.length).toBeGreaterThan(0);
  for (const node of ordered) expect(node['Actual Rows'], node['Node Type']).toBeLessThanOrEqual(20);
  const live = await readBy(() => t.rest.call(zoe, 'cancellationList.mine', { status: ['waiting', 'paused'] }));
  expect(rowsRead(live, 'cancellation_list_entries')).toBeLessThanOrEqual(20);
});

test('A5 joining, a round and an offer read none of what is over', async () => {
  const joined = await readBy(async () => expect((await join(zoe, 0)).status).toBe(201));
  expect(rowsRead(joined, 'cancellation_list_entries')).toBeLessThanOrEqual(20);
  const [entry] = (await t.rest.call(amara, 'cancellationList.ofProfessional')).body as ListEntry[];
  const sent = await sentBy(
    () => t.rest.call(amara, 'openings.offer', { entry_id: entry?.id, start_time: iso(day) }),
    (text) => /insert into openings/.test(text),
  );
  const [plan] = await explained(t.databaseUrl, sent, 'costs off');
  const scans = (plan ? nodes(plan) : []).filter((node) => node['Relation Name'] === 'openings' && node['Index Name']);
  expect(scans.map((node) => node['Index Name'])).toEqual(['openings_start_idx']);
  const round = await readBy(() => t.deps.db.transaction().execute((trx) => goThroughList(trx, amara.professionalId)));
  expect(rowsRead(round, 'openings')).toBeLessThanOrEqual(20);
});

test('A5 the list of a professional is one statement, however many offers with a deposit are open', async () => {
  const sent = async (length: number) => {
    let entries: ListEntry[] = [];
    const list = await sentBy(
      async () => {
        entries = (await t.rest.call(amara, 'cancellationList.ofProfessional')).body as ListEntry[];
      },
      (text) => onList(text) || /deposit/.test(text),
    );
    expect(entries.map(({ opening }) => opening?.deposit)).toEqual(Array(length).fill(28.5));
    return list.length;
  };
  for (let n = 1; n < 4; n++) {
    const made = await join(await t.make.client(), n);
    const offer = { entry_id: (made.body as ListEntry).id, start_time: iso(day + n * HOUR) };
    expect((await t.rest.call(amara, 'openings.offer', offer)).status).toBe(201);
  }
  expect(await sent(4)).toBe(1);
});

test('A5 what came to nothing goes after 400 days, along an index, in batches', async () => {
  const years = await t.at(`${500 * 24 * 60} minutes`);
  const counts = async () => {
    const { rows } = await t.deps.pool.query<{ entries: number; openings: number }>(
      `select (select count(*)::int from cancellation_list_entries where status = 'left') as entries,
         (select count(*)::int from openings where status = 'expired') as openings`,
    );
    return rows[0];
  };
  const before = await counts();
  expect(before).toEqual({ entries: old, openings: old });
  for (const cleanUp of cancellationListJobs.cleanUps ?? []) expect(await cleanUp(years.deps.db, 100)).toBe(100);
  expect(await counts()).toEqual({ entries: old - 100, openings: expect.any(Number) });
  expect((await counts())?.openings).toBeLessThan(old);
  const sent = await sentBy(
    async () => {
      for (const cleanUp of cancellationListJobs.cleanUps ?? []) await cleanUp(t.deps.db, 100);
    },
    (text) => /^\s*delete/.test(text),
  );
  const plans = await explained(t.databaseUrl, sent, 'costs off');
  expect(plans.flatMap(nodes).filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
  expect((await counts())?.entries).toBe(old - 100);
});
