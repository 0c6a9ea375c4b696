import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { nilId } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import { hairColumns } from '#server/features/hair/evidence-queries.ts';
import { readChangedSlotBases, readSlotBases } from '#server/features/next-free-slots/queries.ts';
import { isVisible } from '#server/features/parties/visibility.ts';
import type { Listing } from '#server/search/listing.ts';
import type { ListingSource } from '#server/search/search.ts';

/** More than are asked for at a time. */
const mostAtOnce = 1_000;

/** Of `known` versions of services, whose professional is as it was, the id and the version alone. */
function listings(professionals: RawBuilder<unknown>, known: RawBuilder<string[]>) {
  return sql<Listing>`
    select p.id, p.display_name, p.location, p.bio, p.rating_sum, p.rating_count, own.version, own.specializations,
      p.techniques, p.evidence as told_visits, own.tagged_pictures,
      p.place ->> 'kind' as place_kind, coalesce(p.place -> 'facts', '[]') as facts,
      case when p.understood_location = p.location then p.locality_id end as locality_id,
      coalesce((
        select json_agg(case
          when own.version in (select unnest(${known}::text[])) and version in (select unnest(${known}::text[]))
            then json_build_object('id', s.id, 'version', version)
          else json_build_object('id', s.id, 'version', version, 'name', s.name, 'description', s.description,
            'category', s.category, 'technique', s.technique, 'price_cents', s.price_cents, 'minutes', s.service_duration_minutes,
            'prices', case when s.variants is not null
              then jsonb_path_query_array(s.variants, '$.cells[*][*].price_cents') end,
            'processing_start_minutes', s.processing_start_minutes, 'processing_minutes', s.processing_minutes) end)
        from services s cross join lateral (select s.id || ' ' || s.xmin as version) of_service
        where s.professional_id = p.id and s.is_active and s.deleted_at is null
      ), '[]') as services
    from ${professionals}`;
}

/** The version of a row is the transaction that wrote it; specializations and pictures are rows of their own. */
const own = sql`cross join lateral (
  select specializations, tagged_pictures,
    p.id || ' ' || p.xmin || specializations::text || coalesce(tagged_pictures::text, '') as version
  from (select array(
    select specialization_id from professional_specializations ps where ps.professional_id = p.id order by 1
  ) as specializations, ${hairColumns('p').tagged_pictures} as tagged_pictures) chosen
) own`;

/**
 * The bound in the text lets PostgreSQL keep one plan: it takes an unknown limit for a tenth of all, and would plan
 * anew for each part.
 */
const listingsAfter = statement('listings_after', (_, p: Params<{ id: string; limit: number }>) =>
  listings(
    sql`(select *, xmin from professionals where ${isVisible('professionals')} and id > ${p.id}::uuid order by id
      limit ${sql.lit(mostAtOnce)}) p
      ${own} order by p.id limit ${p.limit}::int`,
    sql`'{}'`,
  ),
);

const listingsOf = statement('listings_of', (_, p: Params<{ ids: string[]; known: string[] }>) =>
  listings(sql`professionals p ${own} where ${isVisible('p')} and p.id = any(${p.ids}::uuid[])`, p.known),
);

/** All that the search in memory is made of. */
export function listingSource(db: Db, gazetteer: ListingSource['gazetteer']): ListingSource {
  return {
    gazetteer,
    after: (id, limit) => listingsAfter.execute(db, { id: id ?? nilId, limit }),
    of: (ids, known) => listingsOf.execute(db, { ids, known }),
    slotBasesOf: (ids) => readSlotBases(db, ids),
    changedSlotBases: (since) => readChangedSlotBases(db, since),
  };
}
