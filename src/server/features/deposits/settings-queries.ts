import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { type DepositWho, type PayTo, payToWaits } from '#shared/rules/deposit.ts';

/** As it counts now; `is_first`: there was never a `pay_to`. */
export type StoredSettings = {
  percent: number;
  who: DepositWho;
  pay_to: PayTo | null;
  pay_to_next: PayTo | null;
  pay_to_from: string | null;
  is_first: boolean;
};

export async function findSettings(db: Db, professionalId: string): Promise<StoredSettings | undefined> {
  const { rows } = await sql<StoredSettings>`
    select p.deposit_percent as percent, p.deposit_who as who, own.professional_id is null as is_first,
      case when own.pay_to_from <= clock_now() then own.pay_to_next else own.pay_to end as pay_to,
      case when own.pay_to_from > clock_now() then own.pay_to_next end as pay_to_next,
      case when own.pay_to_from > clock_now() then own.pay_to_from end as pay_to_from
    from professionals p left join pay_to own on own.professional_id = p.id where p.id = ${professionalId}`.execute(db);
  return rows[0];
}

/** Needs the professional's lock. */
export async function putRule(
  trx: Db,
  professionalId: string,
  { percent, who }: Pick<StoredSettings, 'percent' | 'who'>,
) {
  await trx
    .updateTable('professionals')
    .set({ deposit_percent: percent, deposit_who: who })
    .where('id', '=', professionalId)
    .execute();
}

/** Needs the professional's lock. `waits`: it counts in so many hours, until when `payTo` counts. */
export async function putPayTo(
  trx: Db,
  professionalId: string,
  payTo: PayTo | null,
  waits: PayTo | null,
  hours = payToWaits,
): Promise<void> {
  const json = (value: PayTo | null) => (value === null ? null : JSON.stringify(value));
  await sql`
    with written as (
      insert into pay_to (professional_id, pay_to, pay_to_next, pay_to_from)
      values (${professionalId}, ${json(payTo)}::jsonb, ${json(waits)}::jsonb,
        case when ${waits !== null} then clock_now() + make_interval(hours => ${hours}) end)
      on conflict (professional_id) do update set pay_to = excluded.pay_to, pay_to_next = excluded.pay_to_next,
        pay_to_from = excluded.pay_to_from
      returning *)
    update professionals p set pay_to_since = case when written.pay_to is not null then clock_now() else written.pay_to_from end
    from written where p.id = written.professional_id`.execute(trx);
}

/** Drops what waits to be where a user is paid; whether something waited. */
export async function dropWaitingPayTo(trx: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`
    with own as materialized (select id from professionals where user_id = ${userId} for no key update),
    dropped as (
      update pay_to set pay_to_next = null, pay_to_from = null from own
      where pay_to.professional_id = own.id and pay_to_from > clock_now() returning pay_to.professional_id, pay_to.pay_to)
    update professionals p set pay_to_since = case when dropped.pay_to is not null then p.pay_to_since end
    from dropped where p.id = dropped.professional_id returning p.id`.execute(trx);
  return rows.length > 0;
}

/** Whether something waits to be where a user is paid. */
export async function hasWaitingPayTo(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`select from pay_to join professionals p on p.id = pay_to.professional_id
    where p.user_id = ${userId} and pay_to_from > clock_now()`.execute(db);
  return rows.length > 0;
}

export async function forgetPayTo(trx: Db, professionalId: string): Promise<void> {
  await trx.deleteFrom('pay_to').where('professional_id', '=', professionalId).execute();
}
