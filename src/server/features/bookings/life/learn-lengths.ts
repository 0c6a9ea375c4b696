import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { clockNow } from '#server/db/sql.ts';
import type { ScheduledTransition } from '#server/outbox/feature-jobs.ts';
import { countsFor, learn, type PressedVisit } from '#shared/rules/visit-length.ts';

const counts = sql`b.start_time > clock_now() - make_interval(secs => ${sql.lit(countsFor / 1_000)})`;

/**
 * Writes anew what a professional's visits say of their lengths, after a press or when one is too old to count. One at a
 * time, so that none is left out; no lock is taken after this one.
 */
export async function learnLengths(trx: Db, professional_id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('lengths ' || ${professional_id}::text, 0))`.execute(trx);
  const { rows } = await sql<PressedVisit & { due_at: string }>`
    select date_part('epoch', b.finished_at - b.started_at) / 60 as pressed,
      date_part('epoch', b.end_time - b.start_time) / 60 as booked,
      min(b.start_time) over () + make_interval(secs => ${sql.lit(countsFor / 1_000)}) as due_at,
      case when b.quote_id is not null then '[]' else (
        select json_agg(json_build_object('service_id', one.service_id, 'choice_ids', (
          select coalesce(json_agg(o ->> 'id' order by o ->> 'id'), '[]')
          from jsonb_array_elements(one.options) o where o ->> 'kind' = 'choice')))
        from booking_services one where one.professional_id = b.professional_id and one.booking_id = b.id) end as cells
    from bookings b
    where b.professional_id = ${professional_id} and b.started_at is not null and b.finished_at is not null
      and b.status = 'completed' and ${counts}`.execute(trx);
  await sql`delete from learned_lengths where professional_id = ${professional_id}`.execute(trx);
  const learned = learn(rows);
  if (learned.length === 0) return;
  await sql`
    insert into learned_lengths (professional_id, service_id, choice_ids, visits, usual, most, due_at)
    select ${professional_id}, service_id, array(select jsonb_array_elements_text(choice_ids)::uuid), visits, usual, most,
      ${rows[0]?.due_at}
    from jsonb_to_recordset(${JSON.stringify(learned)}::jsonb) as one (service_id uuid, choice_ids jsonb, visits int,
      usual float8, most float8)`.execute(trx);
}

/** Forgets visits that are too old to count. */
export const lengthsAging: ScheduledTransition = {
  name: 'lengths of old visits',
  async find(db, limit, without) {
    const rows = await db
      .selectFrom('learned_lengths')
      .select('professional_id')
      .distinct()
      .where('due_at', '<=', clockNow)
      .where(sql<boolean>`professional_id <> all(${without}::uuid[])`)
      .limit(limit)
      .execute();
    return rows.map(({ professional_id }) => professional_id);
  },
  async apply(trx, professional_id) {
    await learnLengths(trx, professional_id);
    return true;
  },
};
