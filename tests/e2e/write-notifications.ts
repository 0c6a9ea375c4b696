import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { transact } from '#server/db/transact.ts';
import { bookingKinds } from '#server/features/bookings/news/kinds.ts';
import { insertNotifications } from '#server/features/notifications/queries.ts';
import { fanOutByPostgres } from '#server/sockets/fan-out.ts';
import type { Harness } from './harness.ts';

/** Writes so many notifications of a user, `News 1` first, as a job does. */
export async function writeNotifications({ db }: Harness, { userId }: { userId: string }, count = 1) {
  for (let n = 1; n <= count; n++) {
    const row = {
      user_id: userId,
      event_id: randomUUID(),
      news: bookingKinds.completed,
      message: `News ${n}`,
      booking_id: null,
    };
    await transact(db, async (trx) =>
      fanOutByPostgres('', pino({ level: 'silent' })).tell(trx, await insertNotifications(trx, [row])),
    );
  }
}
