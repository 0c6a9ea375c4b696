import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { bookingTransitions } from '#server/features/bookings/life/due-transitions.ts';
import { useTestApp } from '#server/testing/app.ts';
import { asOwner } from '#server/testing/db.ts';
import { HOUR } from '#shared/constants.ts';
import { canHappen } from '#shared/rules/visit-life.ts';
import { runDueTransitions, type TransitionFailure } from './scheduled-transitions.ts';

const t = useTestApp();

/** PostgreSQL raises an error whenever this booking is updated. */
async function poison(id: string): Promise<void> {
  await asOwner(
    t.databaseUrl,
    `
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused for the test'; end $$;
    create trigger refuse before update on bookings for each row when (old.id = '${id}') execute function refuse()`,
  );
}
const cure = () => asOwner(t.databaseUrl, 'drop trigger if exists refuse on bookings; drop function if exists refuse');
afterEach(cure);

async function statusesOf(ids: string[]): Promise<(string | undefined)[]> {
  const rows = await t.deps.db.selectFrom('bookings').select(['id', 'status']).where('id', 'in', ids).execute();
  return ids.map((id) => rows.find((row) => row.id === id)?.status);
}

/** Bookings that ended hours ago, the first of them first, and are still confirmed. */
async function overdue(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const { bookingId } = await t.make.booking({ status: 'confirmed', start: Date.now() - (count - i + 2) * HOUR });
    ids.push(bookingId);
  }
  return ids;
}

test('a booking whose transition fails blocks no other, is postponed with growing pauses, and changes as soon as it can', async () => {
  const [bad = '', ...good] = await overdue(5);
  await poison(bad);
  const failures: TransitionFailure[] = [];
  const note = (failure: TransitionFailure) => void failures.push(failure);
  expect(await runDueTransitions(t.deps.db, note)).toBe(4);
  expect(await statusesOf([bad, ...good])).toEqual(['confirmed', ...Array(4).fill('completed')]);
  expect(failures).toMatchObject([
    { transition: 'booking completion', rowId: bad, error: { message: 'refused for the test' } },
  ]);

  const { db } = t.deps;
  const postponed = () =>
    db
      .selectFrom('postponed_transitions')
      .select(['transition', 'attempts', 'last_error'])
      .select(sql<number>`extract(epoch from next_attempt_at - clock_now())::float8`.as('seconds'))
      .where('row_id', '=', bad)
      .execute();
  const rewind = () =>
    db
      .updateTable('postponed_transitions')
      .set({ next_attempt_at: sql`clock_now()` })
      .where('row_id', '=', bad)
      .execute();
  for (const [index, pause] of [5, 25, 125, 625, 3_600, 3_600].entries()) {
    const [row] = await postponed();
    expect(row).toMatchObject({
      transition: 'booking completion',
      last_error: 'refused for the test',
      attempts: index + 1,
    });
    expect(row?.seconds).toBeLessThanOrEqual(pause);
    expect(row?.seconds).toBeGreaterThan(pause / 5);
    await rewind();
    await runDueTransitions(db, note);
    expect(failures).toHaveLength(index + 2);
    expect(await runDueTransitions(db, note)).toBe(0);
    expect(failures).toHaveLength(index + 2);
  }
  // The time that the rules read is the booking's own.
  const { due_at, end_time } = await db
    .selectFrom('bookings')
    .select(['due_at', 'end_time'])
    .where('id', '=', bad)
    .executeTakeFirstOrThrow();
  expect(due_at).toBe(end_time);

  await cure();
  await rewind();
  expect(await runDueTransitions(db)).toBe(1);
  expect(await statusesOf([bad])).toEqual(['completed']);
  expect(await postponed()).toEqual([]);
});

test('each transition runs in a transaction of its own', async () => {
  const ids = await overdue(3);
  await runDueTransitions(t.deps.db);
  const { rows } = await t.deps.pool.query(
    'select count(distinct xmin::text)::int as transactions from bookings where id = any($1)',
    [ids],
  );
  expect(rows).toEqual([{ transactions: 3 }]);
});

test('the rules allow the system every change of status that it makes by the clock', () => {
  expect(bookingTransitions.map(({ status, happening }) => [happening, status])).toEqual([
    ['cancelled', 'pending'],
    ['completed', 'confirmed'],
  ]);
  for (const { status, happening } of bookingTransitions) expect(canHappen(happening, status, 'system')).toBe(true);
});

test('no kind of transition waits for all of another: a reminder that comes due meanwhile goes before the last list', async () => {
  const { bookingId } = await t.make.booking({ status: 'confirmed' });
  await asOwner(
    t.databaseUrl,
    `
    create table worked (at serial, what text);
    grant select on worked to public;
    create function note_list() returns trigger language plpgsql security definer as $$ begin
      update bookings set reminder_at = clock_now() where id = '${bookingId}' and not exists (select from worked);
      insert into worked (what) values ('list');
      return null;
    end $$;
    create function note_event() returns trigger language plpgsql security definer as $$ begin
      insert into worked (what) values (new.event);
      return null;
    end $$;
    create trigger note_list after delete on cancellation_lists for each row execute function note_list();
    create trigger note_event after insert on outbox for each row execute function note_event();
    with people as (
      insert into users (role, email, username)
      select 'professional', 'list-' || n || '@example.com', 'List' from generate_series(1, 210) n returning id),
    owners as (
      insert into professionals (user_id, display_name, professional_type, location)
      select id, 'List', 'barber', 'Brunswick' from people returning id)
    insert into cancellation_lists (professional_id) select id from owners`,
  );
  await runDueTransitions(t.deps.db);
  const { rows } = await t.deps.pool.query<{ what: string }>('select what from worked order by at');
  const order = rows.map(({ what }) => what);
  expect(order.filter((what) => what === 'list')).toHaveLength(210);
  expect(order.indexOf('booking.reminder_due')).toBeGreaterThan(0);
  expect(order.indexOf('booking.reminder_due')).toBeLessThan(order.lastIndexOf('list'));
});
