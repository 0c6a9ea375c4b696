import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { epochMs } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import {
  givenColumns,
  type NewTime,
  shiftedSegments,
  type TimeGiven,
  timeGiven,
} from '#server/features/reschedules/queries.ts';
import type { BookingStatus } from '#shared/constants.ts';
import type { Side } from '#shared/rules/reschedule.ts';

type Key = { professional_id: string; booking_id: string };

type Moving = {
  now: number;
  status: BookingStatus;
  start: number;
  total_price_cents: number;
  deposit_cents: number | null;
  reschedule_id: string | null;
  is_expired: boolean;
};

/** Locks a booking that is to move. Instants are epoch milliseconds. */
export async function readMoving(trx: Db, { professional_id, booking_id }: Key): Promise<Moving | undefined> {
  const { rows } = await sql<Moving>`
    select ${epochMs(sql`clock_now()`)} as now, status, ${epochMs('start_time')} as start, total_price_cents, deposit_cents, reschedule_id,
      status = 'pending' and expires_at <= clock_now() as is_expired
    from bookings where professional_id = ${professional_id} and id = ${booking_id} for no key update`.execute(trx);
  return rows[0];
}

type Move = NewTime & { client_id: string; requested_by: Side; start_time: string };

// The client's answer came at once, and the change counts as a booking that they made.
const movedBooking = statement(
  'move_booking',
  (_, p: Params<Move>) => sql<TimeGiven & { id: string }>`
    with booking as materialized (
      select * from bookings where professional_id = ${p.professional_id} and id = ${p.booking_id}),
    request as (
      insert into reschedules (professional_id, booking_id, client_id, requested_by, status, start_time, end_time,
        segments, previous_start_time, expires_at, booking_expires_at, answered_at)
      select professional_id, id, ${p.client_id}, ${p.requested_by}, 'accepted', ${p.start_time},
        ${p.start_time}::timestamptz + (end_time - start_time), ${shiftedSegments(sql`${p.start_time}::timestamptz`)},
        start_time, clock_now(), expires_at, clock_now()
      from booking bookings returning reschedules.*),
    ${timeGiven(p)}
    select request.id, ${givenColumns} from request, changed`,
);

/**
 * Gives a locked booking another time at once, noted as a request that was accepted; it can be cancelled for 15 minutes
 * more. `fits` is false when something else is at any part of it: then the transaction must not commit.
 */
export async function moveBooking(trx: Db, move: Move): Promise<TimeGiven & { id: string }> {
  const moved = await movedBooking.executeTakeFirst(trx, move);
  if (!moved) throw new Error('a locked booking is gone');
  await sql`update bookings set cancel_not_before = greatest(cancel_not_before, clock_now() + interval '15 minutes')
    where professional_id = ${move.professional_id} and id = ${move.booking_id}`.execute(trx);
  return moved;
}
