import type { Db } from '#server/db/connect.ts';
import { invalid, refuseMore, tooMany } from '#server/errors.ts';
import { HOUR, pendingCap } from '#shared/constants.ts';
import { type MadeBooking, madeInAll, mayBookFrom } from '#shared/rules/booking-limit.ts';
import { type StartBounds, startFault } from '#shared/rules/start-bounds.ts';
import { bookedTogether } from './network-limit.ts';

/** 422 for the first start that is out of bounds; instants are epoch milliseconds. */
export function requireStarts(
  starts: readonly number[],
  now: number,
  bounds: StartBounds,
  field: 'start_time' | 'start_times' = 'start_time',
): void {
  for (const start of starts) {
    const fault = startFault(start, now, bounds);
    if (fault) invalid(['body', field], fault);
  }
}

export function refusePending(): never {
  return tooMany('You have too many pending bookings. Wait for an answer or cancel one.', {
    reason: 'too_many_pending',
  });
}

type Made = {
  now: number;
  /** What the client booked, and asked to reschedule, in the last 24 hours. */
  made: MadeBooking[];
  asked: MadeBooking[];
  professional_id: string;
  /** Of a client who signed themselves up lately: they count together with those of their network. */
  signup_network: string | null;
  /** How long one more booking waits for an answer, milliseconds, 0 where it does not; absent for a change of one. */
  added?: number;
};

/** 429 for a client who books too often (contract 5 and 11), or changes bookings, which counts alike; 0 is no limit. */
export async function refuseTooOften(
  trx: Db,
  { now, made, asked, professional_id, signup_network: network, added }: Made,
  perHour: number,
): Promise<void> {
  if (perHour > 0) refuseMore('bookings', mayBookFrom(madeInAll(made, asked), perHour) - now);
  if (network === null) return;
  const together = await bookedTogether(trx, { network, professional_id });
  const { ahead, hours } = pendingCap.ofNewClients;
  const isFull = together.ahead >= ahead || (added && together.pending + added > hours * HOUR);
  if (added !== undefined && isFull) refusePending();
  const last = perHour === 0 ? undefined : together.made[perHour - 1];
  if (last !== undefined) refuseMore('bookings', last + HOUR - now);
}
