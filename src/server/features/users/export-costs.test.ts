import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { connect, createMaintenancePool } from '#server/db/connect.ts';
import { useTestApp } from '#server/testing/app.ts';
import { asOwner } from '#server/testing/db.ts';
import type { ClientPerson, ProfessionalPerson } from '#server/testing/make.ts';
import { explained, nodes, rowsRead, sentBy } from '#server/testing/plans.ts';
import { repetitions } from '#server/testing/repetitions.ts';
import { DAY } from '#shared/constants.ts';
import { exportAccount } from './export-account.ts';

const t = useTestApp();
const many = repetitions(100_000);
const page = 500;

let amara: ProfessionalPerson;
let zoe: ClientPerson;

/** A hundred thousand rows of each kind that grows with the years (4,000 in a quick run), and as many of somebody else. */
beforeAll(async () => {
  [amara, zoe] = [await t.make.professional(), await t.make.client()];
  const [other, elsewhere] = [await t.make.professional(), await t.make.client()];
  const db = connect(createMaintenancePool(t.databaseUrl));
  const start = new Date(Date.now() - 900 * DAY).toISOString();
  for (const [professional, client] of [
    [amara, zoe],
    [other, elsewhere],
  ] as const) {
    const [professional_id, client_id] = [professional.professionalId, client.clientId];
    const thread_id = randomUUID();
    await sql`
      with made as (
        insert into bookings (professional_id, client_id, status, start_time, end_time, total_price_cents, expires_at, cancelled_by)
        select ${professional_id}::uuid, ${client_id}::uuid, 'cancelled', at, at + interval '1 hour', 9500, at, 'client'
        from (select ${start}::timestamptz + n * interval '2 hours' as at from generate_series(1, ${many}::int) n) starts
        returning id, start_time),
      reviewed as (
        insert into reviews (professional_id, booking_id, client_id, stars)
        select ${professional_id}::uuid, id, ${client_id}::uuid, 5 from made)
      insert into reschedules (professional_id, booking_id, client_id, requested_by, status, start_time, end_time, previous_start_time, expires_at, booking_expires_at, answered_at)
      select ${professional_id}::uuid, id, ${client_id}::uuid, 'client', 'declined', start_time, start_time + interval '1 hour', start_time, start_time, start_time,
        clock_now() from made`.execute(db);
    await sql`
      insert into notifications (user_id, event_id, type, message)
      select ${professional.userId}::uuid, uuidv7(), 'booking_requested', n::text from generate_series(1, ${many}::int) n`.execute(
      db,
    );
    await sql`
      insert into cancellation_list_entries (professional_id, client_id, service_ids, windows, status, created_at, ended_at)
      select ${professional_id}::uuid, ${client_id}::uuid, array[uuidv7()], tstzmultirange(tstzrange(at, at + interval '1 day')), 'left', at, at
      from (select ${start}::timestamptz + n * interval '1 hour' as at from generate_series(1, ${many}::int) n) starts`.execute(
      db,
    );
    await sql`insert into threads (id, professional_id, client_id) values (${thread_id}, ${professional_id}, ${client_id})`.execute(
      db,
    );
    await sql`
      insert into messages (professional_id, thread_id, id, side, author_id, text)
      select ${professional_id}::uuid, ${thread_id}::uuid, uuidv7(), 'client', ${client_id}::uuid, n::text
      from generate_series(1, ${many}::int) n`.execute(db);
    await sql`
      insert into contacts (professional_id, name) select ${professional_id}::uuid, 'Kim' from generate_series(1, ${many}::int)`.execute(
      db,
    );
  }
  await db.destroy();
  await asOwner(t.databaseUrl, 'vacuum (analyze)');
}, 600_000);

const tables = ['reschedules', 'reviews', 'notifications', 'cancellation_list_entries', 'messages'];

test.each(['professional', 'client'] as const)(
  'each page of an export reads no more than its rows: of a %s',
  async (role) => {
    const person = role === 'client' ? zoe : amara;
    const caller = { ...person, id: person.userId, role, client_id: null, professional_id: null };
    const own = role === 'client' ? { client_id: zoe.clientId } : { professional_id: amara.professionalId };
    let text = '';
    const sent = await sentBy(
      async () => {
        const pieces = await exportAccount(t.deps, { ...caller, ...own } as never);
        for await (const piece of pieces) text += piece;
      },
      (statement) => /to_jsonb\(own\)/.test(statement),
    );
    const data = JSON.parse(text) as Record<string, unknown[]>;
    for (const [list, count] of Object.entries({
      reschedules: many,
      reviews: many,
      cancellation_list: many,
      messages: many,
    }))
      expect([list, data[list]?.length, new Set(data[list]?.map((row) => JSON.stringify(row))).size]).toEqual([
        list,
        count,
        count,
      ]);
    if (role === 'professional') expect([data.contacts?.length, data.notifications?.length]).toEqual([many + 1, many]);
    const plans = await explained(t.databaseUrl, sent);
    // A client's own are few of all but messages and news: they may be put in order.
    for (const table of role === 'professional' ? tables : ['messages', 'notifications']) {
      const pages = plans.filter((one) => nodes(one).some((node) => node['Relation Name'] === table));
      expect([table, pages.length]).toEqual([table, expect.toSatisfy((count) => count >= 1)]);
      for (const plan of pages)
        expect([table, rowsRead([plan], table)]).toEqual([table, expect.toSatisfy((read) => read <= 2 * page)]);
    }
  },
);
