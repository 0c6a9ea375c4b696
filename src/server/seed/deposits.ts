import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { putPayTo, putRule } from '#server/features/deposits/settings-queries.ts';
import type { BookingStatus } from '#shared/constants.ts';
import {
  type DepositStatus,
  type DepositWho,
  depositCents,
  type PayTo,
  referenceLength,
  referenceLetters,
} from '#shared/rules/deposit.ts';
import type { Cast } from './people.ts';
import { seeded } from './random.ts';

/** Who asks a deposit. */
const asking: { key: string; percent: number; who: DepositWho; payTo: PayTo }[] = [
  {
    key: 'dele',
    percent: 25,
    who: 'new_clients',
    payTo: { kind: 'payid_phone', value: '0491570156', name: 'Dele Adeyemi' },
  },
  {
    key: 'siobhan',
    percent: 20,
    who: 'everyone',
    payTo: { kind: 'payid_email', value: 'siobhan@demo.example', name: 'S Byrne' },
  },
];

/** What became of them, in turn, by their booking's status; a visit is marked as missed where one was kept. */
const statuses: Record<BookingStatus, readonly DepositStatus[]> = {
  pending: ['said_paid', 'due'],
  confirmed: ['received', 'waived'],
  completed: ['applied', 'kept', 'applied', 'waived', 'applied'],
  cancelled: ['refund_due', 'released', 'refunded'],
};

/** Deposits of the bookings of two professionals, in every state. */
export async function insertDeposits(db: Db, cast: Cast): Promise<void> {
  const random = seeded(7);
  const reference = () => Array.from({ length: referenceLength }, () => random.of([...referenceLetters])).join('');
  for (const { key, percent, who, payTo } of asking) {
    const professionalId = cast.callers.get(key)?.professional_id ?? '';
    await putRule(db, professionalId, { percent, who });
    await putPayTo(db, professionalId, payTo, null);
    const { rows } = await sql<{ id: string; status: BookingStatus; price_cents: number }>`
      select id, status, total_price_cents as price_cents from bookings
      where professional_id = ${professionalId} and not written_in and client_id is not null
        and start_time > clock_now() - interval '21 days'
      order by start_time desc, id`.execute(db);
    const seen: Partial<Record<BookingStatus, number>> = {};
    for (const { id, status, price_cents } of rows) {
      const turn = seen[status] ?? 0;
      seen[status] = turn + 1;
      const deposit = statuses[status][turn % statuses[status].length] ?? 'waived';
      const cents = depositCents([{ price_cents, deposit_cents: null }], percent);
      const isRefund = deposit === 'refund_due' || deposit === 'refunded';
      const wasPaid = !['due', 'waived', 'released'].includes(deposit);
      const wasReceived = wasPaid && deposit !== 'said_paid';
      await sql`update bookings set deposit_cents = ${cents} where id = ${id}`.execute(db);
      await sql`
        insert into deposits (professional_id, booking_id, status, reference, pay_to, asked_at, said_paid_at, received_at,
          refund_by, refunded_at, remind_at)
        select professional_id, id, ${deposit === 'kept' ? 'applied' : deposit}, ${reference()}, ${JSON.stringify(payTo)}::jsonb,
          created_at, case when ${wasPaid} then created_at + interval '20 minutes' end,
          case when ${wasReceived} then created_at + interval '3 hours' end,
          case when ${isRefund} then coalesce(cancelled_at, clock_now()) + interval '7 days' end,
          case when ${deposit === 'refunded'} then coalesce(cancelled_at, clock_now()) + interval '1 day' end,
          case when ${deposit === 'refund_due'} then clock_now() + interval '3 days' end
        from bookings where id = ${id}`.execute(db);
      if (deposit === 'kept') await sql`update bookings set no_show = true where id = ${id}`.execute(db);
    }
  }
}
