import { randomInt } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { clockNow, epochMs } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import {
  askedCents,
  type DepositStatus,
  type DepositWho,
  leavesTimeToPay,
  type PayTo,
  referenceLength,
  referenceLetters,
} from '#shared/rules/deposit.ts';
import type { PricedLine } from '#shared/rules/lines.ts';
import type { Side } from '#shared/rules/reschedule.ts';
import type { LockedBooking } from '../life/lock-queries.ts';
import { type ServiceLine, serviceLinesJson } from '../make/line-queries.ts';

/** What a service asks, cents, by the rule of `depositCents`; both tables under these aliases. */
export function askedOf(services: string, professionals: string) {
  const [s, percent] = [sql.ref(services), sql.ref(`${professionals}.deposit_percent`)];
  return sql<number>`coalesce(${s}.deposit_cents, (${s}.price_cents * ${percent} + 50) / 100)`;
}

/** Whether a professional has somewhere to be paid, and may ask new clients for a deposit. */
export function asksDeposits(professionals: string) {
  const p = sql.ref(professionals);
  return sql<boolean>`(${p}.pay_to_since is not null and ${p}.pay_to_since <= clock_now()
    and ${p}.deposit_who <> 'after_no_show')`;
}

/** Whether a deposit may be asked of a new client for a service. */
export function asksDeposit(services: string, professionals: string) {
  return sql<boolean>`(${asksDeposits(professionals)} and ${askedOf(services, professionals)} > 0)`;
}

/** The same for any active service of a professional. */
export function servicesAskDeposit(professionals: string) {
  return sql<boolean>`(${asksDeposits(professionals)} and exists (select from services s
    where s.professional_id = ${sql.ref(`${professionals}.id`)} and s.is_active and s.deleted_at is null
      and ${askedOf('s', professionals)} > 0))`;
}

type Key = { professional_id: string; booking_id: string };

/** What a professional asks; `takes_deposits`: they have somewhere to be paid now. */
export type DepositRule = { deposit_percent: number; deposit_who: DepositWho; takes_deposits: boolean };

/** The columns of a `DepositRule`, of a professional under this alias. */
export function depositRuleOf(professionals: string) {
  const p = sql.ref(professionals);
  return sql`${p}.deposit_percent, ${p}.deposit_who, coalesce(${p}.pay_to_since <= clock_now(), false) as takes_deposits`;
}

type Asked = { professional_id: string; client_id: string | null; services: readonly PricedLine[] };

/**
 * What is asked of a client for a start, cents; 0 is nothing. Instants are epoch milliseconds. The locks of a booking
 * must be held where one is made.
 */
export async function askedDeposit(
  db: Db,
  rule: DepositRule,
  { professional_id, client_id, services }: Asked,
  times: { start: number; now: number },
): Promise<number> {
  const history =
    rule.takes_deposits && client_id && (await historyOf.executeTakeFirst(db, { professional_id, client_id }));
  return askedCents(rule, services, history || { visited: false, missed: false }, times);
}

/** Whether somebody had a completed visit with a professional, or missed one. */
export type DepositHistory = { visited: boolean; missed: boolean };

/** The one row of a `DepositHistory`. */
export const depositHistory = (
  professional_id: RawBuilder<unknown>,
  client_id: RawBuilder<unknown>,
) => sql<DepositHistory>`
  select coalesce(bool_or(status = 'completed' and not no_show), false) as visited,
    coalesce(bool_or(no_show), false) as missed
  from bookings where client_id = ${client_id} and professional_id = ${professional_id}`;

const historyOf = statement('deposit_history', (_, p: Params<{ professional_id: string; client_id: string }>) =>
  depositHistory(p.professional_id, p.client_id),
);

const sparedBooking = statement(
  'deposit_spared_booking',
  (_, p: Params<Key>) => sql<
    DepositRule & { client_id: string; services: PricedLine[]; first_start: number; created: number; now: number }
  >`
    select ${depositRuleOf('p')}, b.client_id, ${epochMs('b.created_at')} as created, ${epochMs(clockNow)} as now, (
      select json_agg(json_build_object('price_cents', o.price_cents, 'deposit_cents', s.deposit_cents))
      from booking_services o join services s on s.professional_id = o.professional_id and s.id = o.service_id
      where o.professional_id = b.professional_id and o.booking_id = b.id) as services,
      (select ${epochMs(sql`coalesce(min(r.previous_start_time), b.start_time)`)} from (
        select previous_start_time from reschedules where professional_id = b.professional_id and booking_id = b.id
          and status = 'accepted' order by answered_at, id limit 1) r) as first_start
    from bookings b join professionals p on p.id = b.professional_id
    where b.professional_id = ${p.professional_id} and b.id = ${p.booking_id}
      and b.deposit_cents is null and not b.written_in`,
);

/**
 * What a booking that its client made without a deposit, because it began within 3 hours, would be asked at another
 * start, epoch milliseconds; in cents, 0 for any other booking. The locks of a booking must be held.
 */
export async function sparedDeposit(trx: Db, key: Key, start: number): Promise<number> {
  const spared = await sparedBooking.executeTakeFirst(trx, key);
  if (!spared || leavesTimeToPay(spared.first_start, spared.created)) return 0;
  return askedDeposit(trx, spared, { ...key, ...spared }, { start, now: spared.now });
}

const quotedServices = statement(
  'quoted_services',
  (_, p: Params<{ professional_id: string; service_ids: string[] }>) => sql<
    DepositRule & { now: number; services: ServiceLine[] }
  >`
    select ${depositRuleOf('p')}, ${epochMs(clockNow)} as now, ${serviceLinesJson(sql`p.id`, p.service_ids)} as services
    from professionals p where p.id = ${p.professional_id}`,
);

/** What is asked for services depends on: the rule, and those that the professional has. */
export async function findQuoted(db: Db, professional_id: string, service_ids: string[]) {
  return quotedServices.executeTakeFirst(db, { professional_id, service_ids });
}

/** A booking's deposit as rows have it; instants are epoch milliseconds. */
export type DepositRow = {
  status: DepositStatus;
  reference: string;
  pay_to: PayTo | null;
  refund_to: PayTo | null;
} & Record<'asked_at', number> &
  Record<'said_paid_at' | 'received_at' | 'refund_by' | 'refunded_at', number | null>;

const depositColumns = sql`d.status, d.reference, d.pay_to,
  case when (d.refund_to_until > clock_now()) is not false then d.refund_to end as refund_to, ${epochMs('d.asked_at')} as asked_at,
  ${epochMs('d.said_paid_at')} as said_paid_at, ${epochMs('d.received_at')} as received_at,
  ${epochMs('d.refund_by')} as refund_by, ${epochMs('d.refunded_at')} as refunded_at`;

/** The deposit of a row of `bookings`; most have none, and are not asked for one. */
export const depositOf = sql<DepositRow | null>`case when bookings.deposit_cents is not null then (
  select to_jsonb(own) from (select ${depositColumns} from deposits d
    where d.professional_id = bookings.professional_id and d.booking_id = bookings.id) own) end`;

const insertedDeposit = statement(
  'insert_deposit',
  (
    _,
    p: Params<{ professional_id: string; booking_id: string; reference: string; expires_at: string }>,
  ) => sql<DepositRow>`
    with half as (select clock_now() + (${p.expires_at}::timestamptz - clock_now()) / 2 as at)
    insert into deposits as d (professional_id, booking_id, reference, pay_to, remind_at)
    select ${p.professional_id}, ${p.booking_id}, ${p.reference},
      case when pay_to_from <= clock_now() then pay_to_next else pay_to end,
      case when ${p.expires_at}::timestamptz - half.at >= interval '1 hour' then half.at end
    from pay_to, half where professional_id = ${p.professional_id}
    on conflict on constraint deposits_professional_id_reference_key do nothing
    returning ${depositColumns}`,
);

/** Asks a new booking's deposit, paid to where the professional is paid now; `expires_at` is the booking's. */
export async function insertDeposit(
  trx: Db,
  booking: { professional_id: string; booking_id: string; expires_at: string },
): Promise<DepositRow> {
  // There are 387 million references: a second try is rare.
  for (let tries = 0; tries < 10; tries++) {
    const row = await insertedDeposit.executeTakeFirst(trx, { ...booking, reference: newReference() });
    if (row) return row;
  }
  throw new Error('no reference for a deposit was free');
}

function newReference(): string {
  return Array.from({ length: referenceLength }, () => referenceLetters[randomInt(referenceLetters.length)]).join('');
}

export async function findDeposit(trx: Db, { professional_id, booking_id }: Key): Promise<DepositRow | undefined> {
  const { rows } = await sql<DepositRow>`select ${depositColumns} from deposits d
    where d.professional_id = ${professional_id} and d.booking_id = ${booking_id}`.execute(trx);
  return rows[0];
}

/** Where a refund goes. */
export async function setRefundTo(trx: Db, { professional_id, booking_id }: Key, refundTo: PayTo): Promise<void> {
  await sql`update deposits set refund_to = ${JSON.stringify(refundTo)}::jsonb
    where professional_id = ${professional_id} and booking_id = ${booking_id}`.execute(trx);
}

/**
 * Keeps a locked pending booking for 24 hours from now, or until it starts if that is sooner. A request for another
 * time remembers when the booking expires without it: that is moved along.
 */
export async function holdOncePaid(trx: Db, { professional_id, id: booking_id, reschedule_id }: LockedBooking) {
  const held = (expires: string) =>
    sql`greatest(${sql.ref(expires)}, least(clock_now() + interval '24 hours', b.start_time))`;
  await sql`update bookings b set expires_at = ${held('b.expires_at')}, due_at = ${held('b.due_at')}
    where b.professional_id = ${professional_id} and b.id = ${booking_id}`.execute(trx);
  if (reschedule_id)
    await sql`update reschedules r set booking_expires_at = ${held('r.booking_expires_at')} from bookings b
      where b.professional_id = ${professional_id} and b.id = ${booking_id}
        and r.professional_id = b.professional_id and r.id = ${reschedule_id}`.execute(trx);
}

/** Ids of bookings whose deposit somebody is to be reminded of, most overdue first. */
export async function findToRemind(db: Db, limit: number, without: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select booking_id as id from deposits where remind_at <= ${clockNow} and booking_id <> all(${without}::uuid[])
    order by remind_at limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Takes a reminder that is due, and sets the next one of a refund; undefined when it is not due any more, or another
 * process has it. `has_time`: an hour or more is left to pay.
 */
export async function takeReminder(trx: Db, bookingId: string) {
  const { rows } = await sql<{ professional_id: string; status: DepositStatus; has_time: boolean }>`
    with taken as materialized (
      select d.professional_id, d.booking_id, b.expires_at from deposits d
      join bookings b on b.professional_id = d.professional_id and b.id = d.booking_id
      where d.booking_id = ${bookingId} and d.remind_at <= clock_now() for no key update of d skip locked)
    update deposits d set remind_at = case when d.status = 'refund_due' and d.refund_by > clock_now() then d.refund_by end
    from taken where d.professional_id = taken.professional_id and d.booking_id = taken.booking_id
    returning d.professional_id, d.status, taken.expires_at >= clock_now() + interval '1 hour' as has_time`.execute(
    trx,
  );
  return rows[0];
}

/** How many refunds a professional has to make, or a client is still owed. */
export async function countRefunds(db: Db, { role, id }: { role: Side; id: string }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bookings
    join deposits d on d.professional_id = bookings.professional_id and d.booking_id = bookings.id
    where bookings.deposit_cents is not null and bookings.status = 'cancelled' and d.status = 'refund_due'
      and ${sql.ref(`bookings.${role}_id`)} = ${id}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Days that a professional still sees where a refund goes after its client's account has ended. */
const refundToDays = 30;

/**
 * Where the money of an ended account went to, and came from; amounts and states stay. What a client is still owed can
 * be sent back for a while.
 */
export async function forgetPayments(trx: Db, { role, id }: { role: Side; id: string }): Promise<void> {
  const isClient = sql`${role}::text = 'client'`;
  const stays = sql`(${isClient} and d.status = 'refund_due' and d.refund_to is not null)`;
  await sql`
    update deposits d set pay_to = case when ${isClient} then d.pay_to end,
      refund_to = case when ${stays} then d.refund_to end,
      refund_to_until = case when ${stays} then clock_now() + make_interval(days => ${refundToDays}) end
    from bookings where bookings.deposit_cents is not null and ${sql.ref(`bookings.${role}_id`)} = ${id}
      and d.professional_id = bookings.professional_id and d.booking_id = bookings.id`.execute(trx);
}

/** Where refunds to clients go whose account ended that long ago. */
export async function forgetOldRefundTo(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update deposits set refund_to = null, refund_to_until = null where ctid = any(array(
      select ctid from deposits where refund_to_until <= clock_now() limit ${limit} for update skip locked))`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}

/** For metrics: how many are open in which way, and refunds overdue among them. */
export async function countDeposits(db: Db): Promise<{ due: number; said_paid: number; refunds_overdue: number }> {
  const { rows } = await sql<{ due: number; said_paid: number; refunds_overdue: number }>`
    select count(*) filter (where status = 'due')::int as due, count(*) filter (where status = 'said_paid')::int as said_paid,
      count(*) filter (where status = 'refund_due' and refund_by <= clock_now())::int as refunds_overdue
    from deposits where status in ('due', 'said_paid', 'refund_due')`.execute(db);
  return rows[0] ?? { due: 0, said_paid: 0, refunds_overdue: 0 };
}

/** How many professionals that others see ask deposits. */
export async function countAsking(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from professionals p
    where p.is_active and p.user_is_active and ${servicesAskDeposit('p')}`.execute(db);
  return rows[0]?.count ?? 0;
}
