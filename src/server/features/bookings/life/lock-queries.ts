import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { type Segments, segmentsOf } from '#server/db/segments.ts';
import { clockNow, epochMs } from '#server/db/sql.ts';
import type { BookingStatus } from '#shared/constants.ts';

/** A booking that nobody else changes until the transaction ends. Instants are epoch milliseconds. */
export type LockedBooking = {
  /** The database's time. */
  now: number;
  professional_id: string;
  id: string;
  client_id: string | null;
  guest_id: string | null;
  status: BookingStatus;
  start: number;
  end: number;
  segments: Segments;
  created: number;
  version: number;
  sequence: number;
  expires: number;
  cancelled: number | null;
  cutoff_hours: number;
  not_before: number | null;
  no_show: boolean;
  started: number | null;
  finished: number | null;
  /** The pending request for another time. */
  reschedule_id: string | null;
  total_price_cents: number;
  /** What it asks to be paid ahead. */
  deposit_cents: number | null;
  /** The sum of its payments; null where none is written down. */
  paid_cents: number | null;
  /** The number of its newest receipt. */
  receipt_number: number | null;
  receipt_voided: boolean;
};

/** The columns of a `LockedBooking`, from `bookings`. */
export const lockedColumns = sql`${epochMs(clockNow)} as now, bookings.professional_id, bookings.id, bookings.client_id,
  bookings.guest_id, bookings.status, ${epochMs('bookings.start_time')} as start, ${epochMs('bookings.end_time')} as "end",
  ${segmentsOf('bookings.segments')} as segments, ${epochMs('bookings.created_at')} as created, bookings.version, bookings.sequence,
  ${epochMs('bookings.expires_at')} as expires, ${epochMs('bookings.cancelled_at')} as cancelled,
  bookings.cancellation_cutoff_hours as cutoff_hours, ${epochMs('bookings.cancel_not_before')} as not_before,
  bookings.no_show, ${epochMs('bookings.started_at')} as started, ${epochMs('bookings.finished_at')} as finished,
  bookings.reschedule_id, bookings.total_price_cents, bookings.deposit_cents,
  bookings.paid_cents, bookings.receipt_number, bookings.receipt_voided`;

/** Locks the bookings that meet a condition, soonest first. */
export async function lockBookings(trx: Db, where: RawBuilder<boolean>): Promise<LockedBooking[]> {
  const { rows } = await sql<LockedBooking>`
    select ${lockedColumns} from bookings where ${where} order by start_time, id for no key update`.execute(trx);
  return rows;
}

export async function lockBooking(trx: Db, where: RawBuilder<boolean>): Promise<LockedBooking | undefined> {
  return (await lockBookings(trx, where))[0];
}
