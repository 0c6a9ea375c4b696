import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { countBookingsOutside } from '#server/features/hours/queries.ts';
import { lockProfessional } from '#server/features/parties/lock-queries.ts';
import { useTestApp } from '#server/testing/app.ts';
import { at } from '#server/testing/hours.ts';
import { behind } from '#server/testing/lock-waits.ts';
import { profileInput } from '#server/testing/make.ts';
import { DAY, MINUTE } from '#shared/constants.ts';

const t = useTestApp();

describe('windows and the bookings in them', () => {
  test('B9 changing or deleting a window does not change its bookings; a change returns how many now lie outside', async () => {
    const person = await t.make.professional({ buffer_minutes: 15 });
    const { professionalId } = person;
    const id = await t.make.window(professionalId, at(0), at(8));
    const rest = { professionalId, availabilityId: id };
    const inside = await t.make.booking({ ...rest, start: at(1), status: 'confirmed' });
    await t.make.booking({ ...rest, start: at(6), status: 'pending' });
    await t.make.booking({ ...rest, start: at(7), status: 'cancelled' });
    await t.make.booking({ ...rest, start: Date.now() - DAY, status: 'completed' });
    await t.make.booking({ professionalId, start: Date.now() - 30 * MINUTE, status: 'confirmed' });
    // It has ended, though the system has not completed it yet.
    await t.make.booking({ professionalId, start: Date.now() - 2 * DAY, status: 'confirmed' });
    const rows = () =>
      t.deps.db
        .selectFrom('bookings')
        .selectAll()
        .where('professional_id', '=', professionalId)
        .orderBy('id')
        .execute();
    const before = await rows();
    const update = async (start: number, end: number) =>
      (await t.rest.call(person, 'availability.update', { id, start_time: at(start), end_time: at(end) })).body as {
        bookings_outside: number;
      };
    // The booking that is going on now lies in no window in any of these.
    expect((await update(0, 7)).bookings_outside).toBe(1);
    expect((await update(0, 6.5)).bookings_outside).toBe(2);
    expect((await update(1.5, 6.5)).bookings_outside).toBe(3);
    // A booking from one window into the next is covered by the two together, if they touch.
    await t.make.window(professionalId, at(0.5), at(1.5));
    expect((await update(1.5, 7)).bookings_outside).toBe(1);
    expect((await update(1.75, 7)).bookings_outside).toBe(2);
    expect(await rows()).toEqual(before);
    expect((await t.rest.call(person, 'availability.delete', { id })).status).toBe(204);
    expect(await rows()).toEqual(before.map((row) => ({ ...row, availability_id: null })));
    expect(before.find((row) => row.id === inside.bookingId)?.availability_id).toBe(id);
  });

  test('counting bookings outside the windows does not read those that ended long ago', async () => {
    const { db } = t.deps;
    const { professionalId } = await t.make.professional();
    const { clientId } = await t.make.client();
    await t.make.booking({ professionalId, clientId, status: 'confirmed', start: at(1) });
    await sql`
      insert into bookings (professional_id, client_id, status, start_time, end_time, expires_at, total_price_cents, cancelled_by)
      select ${professionalId}, ${clientId}, 'cancelled', start, start + interval '1 hour', start, 9500, 'client'
      from generate_series(now() - interval '400 days', now() - interval '20 days', interval '12 hours') as start`.execute(
      db,
    );
    await sql`analyze bookings`.execute(db);
    const read = await db.transaction().execute(async (trx) => {
      const soFar = async () => {
        const { rows } = await sql<{ read: number }>`
          select coalesce(idx_tup_fetch, 0) + seq_tup_read as read from pg_stat_xact_user_tables where relname = 'bookings'`.execute(
          trx,
        );
        return Number(rows[0]?.read ?? 0);
      };
      const before = await soFar();
      expect(await countBookingsOutside(trx, professionalId)).toBe(1);
      return (await soFar()) - before;
    });
    expect(read).toBe(1);
  });

  test.each(['availability.create', 'availability.update', 'availability.delete', 'professionals.updateMe'])(
    'B9 %s waits while a booking holds the lock on the professional, so that no window changes during the decision',
    async (call) => {
      const person = await t.make.professional();
      const id = await t.make.window(person.professionalId, at(0), at(2));
      const start = call.endsWith('create') ? 4 : 0;
      const [write] = await behind(
        t.deps.db,
        (trx) => lockProfessional(trx, person.professionalId),
        () => t.rest.call(person, call, { id, start_time: at(start), end_time: at(start + 1), ...profileInput }),
      );
      expect(write.status).toBeLessThan(300);
    },
  );
});
