import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { type Params, statement } from '#server/db/statement.ts';
import { readChangedTimes, readTimes } from '#server/features/free-times/queries.ts';
import type { Listing } from '#server/search/catalogue.ts';
import type { ListingSource } from '#server/search/search.ts';
import { isVisible } from './queries.ts';

/** More than are asked for at a time. */
const mostAtOnce = 1_000;

function listings(professionals: RawBuilder<unknown>) {
  return sql<Listing>`
    select p.id, p.display_name, p.location, p.bio,
      case when p.understood_location = p.location then p.locality_id end as locality_id,
      array(select specialization_id from professional_specializations ps where ps.professional_id = p.id)
        as specializations,
      coalesce((
        select json_agg(json_build_object('id', s.id, 'name', s.name, 'description', s.description, 'category', s.category,
          'price_cents', s.price_cents, 'minutes', s.service_duration_minutes,
          'processing_start_minutes', s.processing_start_minutes, 'processing_minutes', s.processing_minutes))
        from services s where s.professional_id = p.id and s.is_active and s.deleted_at is null
      ), '[]') as services
    from ${professionals}`;
}

/**
 * The bound in the text lets PostgreSQL keep one plan: it takes an unknown limit for a tenth of all, and would plan
 * anew for each part.
 */
const listingsAfter = statement('listings_after', (_, p: Params<{ id: string; limit: number }>) =>
  listings(
    sql`(select * from professionals where ${isVisible('professionals')} and id > ${p.id}::uuid order by id limit ${sql.lit(mostAtOnce)}) p order by p.id limit ${p.limit}::int`,
  ),
);

const listingsOf = statement('listings_of', (_, p: Params<{ ids: string[] }>) =>
  listings(sql`professionals p where ${isVisible('p')} and p.id = any(${p.ids}::uuid[])`),
);

const nil = '00000000-0000-0000-0000-000000000000';

/** All that the search in memory is made of. */
export function listingSource(db: Db, gazetteer: ListingSource['gazetteer']): ListingSource {
  return {
    gazetteer,
    after: (id, limit) => listingsAfter.execute(db, { id: id ?? nil, limit }),
    of: (ids) => listingsOf.execute(db, { ids }),
    timesOf: (ids) => readTimes(db, ids),
    changedTimes: (since) => readChangedTimes(db, since),
  };
}
