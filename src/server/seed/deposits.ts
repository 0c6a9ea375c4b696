import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { putPayTo, putRule } from '#server/features/deposits/settings-queries.ts';
import type { BookingStatus } from '#shared/constants.ts';
import {
  type DepositStatus,
  type DepositWho,
  type PayTo,
  referenceLength,
  referenceLetters,
} from '#shared/rules/deposit.ts';
import { depositCents } from '#shared/rules/lines.ts';
import type { Cast } from './people.ts';
import { seeded } from './random.ts';

/** Who asks a deposit, and how far their pending bookings, and the refunds that clients are owed, have come. */
const asking: {
  key: string;
  percent: number;
  who: DepositWho;
  payTo: PayTo;
  pending: DepositStatus;
  /** Whether the money had come, and the client has said where it goes back to. */
  isRefundKnown: boolean;
}[] = [
  {
    key: 'dele',
    percent: 25,
    who: 'everyone',
    payTo: { kind: 'payid_phone', value: '0491570156', name: 'D Adebayo' },
    pending: 'said_paid',
    isRefundKnown: true,
  },
  {
    key: 'siobhan',
    percent: 20,
    who: 'new_clients',
    payTo: { kind: 'payid_email', value: 'siobhan@demo.example', name: "S O'Brien" },
    pending: 'due',
    isRefundKnown: false,
  },
];

type Row = {
  id: string;
  status: BookingStatus;
  price_cents: number;
  no_show: boolean;
  client: string;
  cancelled_by: 'client' | 'professional' | 'admin' | 'system' | null;
  turn: number;
};

/** What became of one; `turn` counts the professional's bookings of this status, latest first. */
function statusOf({ status, no_show, cancelled_by, turn }: Row, pending: DepositStatus): DepositStatus {
  if (status === 'pending') return pending;
  if (status === 'confirmed') return turn % 3 === 1 ? 'waived' : 'received';
  if (status === 'completed') return no_show || turn % 8 === 1 ? 'kept' : 'applied';
  if (cancelled_by === 'system') return 'released';
  return cancelled_by === 'professional' ? 'refunded' : 'refund_due';
}

/** Deposits of the bookings of two professionals, in every state. */
export async function insertDeposits(db: Db, cast: Cast): Promise<void> {
  const random = seeded(7);
  const reference = () => Array.from({ length: referenceLength }, () => random.of([...referenceLetters])).join('');
  for (const { key, percent, who, payTo, pending, isRefundKnown } of asking) {
    const professionalId = cast.callers.get(key)?.professional_id ?? '';
    await putRule(db, professionalId, { percent, who });
    await putPayTo(db, professionalId, payTo, null);
    const { rows } = await sql<Row>`
      select b.id, status, total_price_cents as price_cents, no_show, cancelled_by, concat(first_name, ' ', last_name) as client,
        row_number() over (partition by status order by start_time desc, b.id)::int - 1 as turn
      from bookings b join clients c on c.id = b.client_id
      where professional_id = ${professionalId} and not written_in and start_time > clock_now() - interval '45 days'
      order by start_time desc, b.id`.execute(db);
    for (const row of rows) {
      const status = statusOf(row, pending);
      const isRefund = status === 'refund_due' || status === 'refunded';
      const wasPaid = !['due', 'waived', 'released'].includes(status);
      const wasReceived = wasPaid && status !== 'said_paid' && (status !== 'refund_due' || isRefundKnown);
      const own: PayTo = { kind: 'payid_phone', value: '0491570157', name: row.client };
      const refundTo = status === 'refund_due' && isRefundKnown ? JSON.stringify(own) : null;
      const cents = depositCents([{ price_cents: row.price_cents, deposit_cents: null }], percent);
      await sql`update bookings set deposit_cents = ${cents}, no_show = ${status === 'kept'} where id = ${row.id}`.execute(
        db,
      );
      await sql`
        insert into deposits (professional_id, booking_id, status, reference, pay_to, asked_at, said_paid_at, received_at,
          refund_by, refund_to, refunded_at, remind_at)
        select professional_id, id, ${status}, ${reference()}, ${JSON.stringify(payTo)}::jsonb,
          created_at, case when ${wasPaid} then least(created_at + interval '20 minutes', clock_now()) end,
          case when ${wasReceived} then least(created_at + interval '3 hours', clock_now()) end,
          case when ${isRefund} then cancelled_at + interval '7 days' end, ${refundTo}::jsonb,
          case when ${status === 'refunded'} then least(cancelled_at + interval '1 day', clock_now()) end,
          case when ${status === 'refund_due'} then greatest(cancelled_at + interval '3 days', clock_now() + interval '1 day') end
        from bookings where id = ${row.id}`.execute(db);
    }
  }
}
