import { type RawBuilder, sql } from 'kysely';
import type { Database, Db } from '#server/db/connect.ts';
import { type Params, statement } from '#server/db/statement.ts';
import { transact } from '#server/db/transact.ts';
import {
  type Declared,
  evidenceSteps,
  type HairWork,
  hairWorkOf,
  type TaggedPictures,
  type ToldVisits,
} from '#shared/rules/hair.ts';

/** Professionals whose evidence is counted in one transaction. */
const batch = 50;

/** Of which technique and texture a professional shows pictures of work, by the pictures' tags. */
const tagged = (professionalId: RawBuilder<unknown>) => sql<TaggedPictures[] | null>`(
  select json_agg(json_build_object('technique', technique, 'texture', texture, 'pictures', pictures) order by technique, texture)
  from (select technique, texture, count(*)::int as pictures from professional_pictures
    where professional_id = ${professionalId} and kind <> 'profile' and technique is not null and texture is not null
    group by technique, texture) tags)`;

/** From professionals of this table or alias: what a `HairWork` is made of. */
export function hairColumns(professionals: string) {
  const p = (column: string) => sql.ref(`${professionals}.${column}`);
  return {
    techniques: sql<Declared[]>`${p('techniques')}`,
    told_visits: sql<ToldVisits[]>`${p('evidence')}`,
    tagged_pictures: tagged(p('id')),
  };
}
export type HairRow = { techniques: Declared[]; told_visits: ToldVisits[]; tagged_pictures: TaggedPictures[] | null };

const hairOf = hairColumns('p');
const hairWorkOfAll = statement(
  'hair_work_of_professionals',
  (_, p: Params<{ ids: string[] }>) => sql<HairRow & { id: string }>`
    select p.id, ${hairOf.techniques} as techniques, ${hairOf.told_visits} as told_visits,
      ${hairOf.tagged_pictures} as tagged_pictures
    from professionals p where p.id = any(${p.ids}::uuid[])`,
);

/** What these professionals say and show of hair, by their id. */
export async function readHairWork(db: Db, ids: string[]): Promise<Map<string, HairWork>> {
  return new Map((await hairWorkOfAll.execute(db, { ids })).map((row) => [row.id, hairWorkOf(row)]));
}

/**
 * Different clients of each technique and texture who came, were not missed, have an account in use, and allow it; what
 * was written in counts where they could review it (contract 14).
 */
const people = sql`
  select s.technique, h.texture, count(distinct b.client_id)::int as people
  from bookings b
  join client_hair h on h.client_id = b.client_id and h.counted and h.texture is not null
  join clients c on c.id = b.client_id
  join users u on u.id = c.user_id and u.is_active
  join booking_services s on s.professional_id = b.professional_id and s.booking_id = b.id and s.technique is not null
  where b.professional_id = due.id and b.status = 'completed' and not b.no_show
    and (not b.written_in or exists (
      select from bookings own where own.client_id = b.client_id and own.professional_id = b.professional_id
        and own.status = 'completed' and not own.written_in and not own.no_show))
  group by s.technique, h.texture`;

/** Counts anew for professionals, and keeps the steps alone. Nothing is written where nothing changed. */
export async function keepEvidence(trx: Db, ids: string[]): Promise<void> {
  // What is counted under the lock is newer than what whoever had it before counted.
  await sql`select from professionals where id = any(${ids}::uuid[]) order by id for no key update`.execute(trx);
  const steps = sql`${[...evidenceSteps]}::int[]`;
  await sql`
    update professionals p set evidence = told.evidence
    from (
      select due.id, coalesce((
        select jsonb_agg(jsonb_build_object('technique', technique, 'texture', texture, 'at_least', at_least)
          order by technique, texture)
        from (select technique, texture, (select max(step) from unnest(${steps}) step where step <= people) as at_least
          from (${people}) counted) stepped
        where at_least is not null), '[]') as evidence
      from unnest(${ids}::uuid[]) due (id)) told
    where p.id = told.id and p.evidence <> told.evidence`.execute(trx);
}

/** Counts for all whose evidence may have changed, until `signal`. */
export async function keepDueEvidence(db: Database, signal?: AbortSignal): Promise<void> {
  for (let isMore = true; isMore && !signal?.aborted; ) {
    isMore = await transact(db, async (trx) => {
      const { rows } = await sql<{ professional_id: string }>`
        with due as (
          select id, professional_id from evidence_due order by id limit ${batch} for update skip locked
        ), gone as (
          delete from evidence_due e using due where e.id = due.id and e.professional_id = due.professional_id
        )
        select distinct professional_id from due order by 1`.execute(trx);
      const ids = rows.map(({ professional_id }) => professional_id);
      if (ids.length > 0) await keepEvidence(trx, ids);
      return ids.length > 0;
    });
  }
}
