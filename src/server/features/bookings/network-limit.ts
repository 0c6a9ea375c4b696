// Other features may import this.
import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { epochMs } from '#server/db/sql.ts';
import { HOUR, newClientDays, pendingCap } from '#shared/constants.ts';

type Question = { network: string; professionalId: string };

/**
 * What new clients of one network, who signed themselves up, booked together (contract 11): bookings ahead with one
 * professional, confirmed ones too, and when those of the last hour were made, latest first. Locks the network until the transaction ends,
 * after client and professional, so that parallel bookings with different professionals count each other.
 */
async function bookedTogether(trx: Db, { network, professionalId }: Question) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`clients of ${network}`}, 0))`.execute(trx);
  const { rows } = await sql<{ ahead: number; made: number[] }>`
    select count(*) filter (where status in ('pending', 'confirmed') and start_time > clock_now()
        and professional_id = ${professionalId})::int as ahead,
      coalesce(json_agg(${epochMs('bookings.created_at')} order by bookings.created_at desc)
        filter (where not written_in and bookings.created_at > clock_now() - interval '1 hour'), '[]') as made
    from client_signups
    join bookings on bookings.client_id = client_signups.client_id
    where network = ${network} and signed_up_at > clock_now() - make_interval(days => ${newClientDays})
      and not written_in`.execute(trx);
  return rows[0] ?? { ahead: 0, made: [] };
}

/**
 * Whether new clients of one network have too many bookings ahead, and from when on they may book, epoch milliseconds.
 */
export async function networkLimit(
  trx: Db,
  question: Question,
  perHour: number,
): Promise<{ isFull: boolean; mayBookFrom: number }> {
  const { ahead, made } = await bookedTogether(trx, question);
  const last = perHour === 0 ? undefined : made[perHour - 1];
  return { isFull: ahead >= pendingCap.ofNewClients, mayBookFrom: last === undefined ? 0 : last + HOUR };
}
