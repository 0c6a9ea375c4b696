import { type ExpressionBuilder, sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import { type Sight, sightOf, type Viewer } from '#server/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { clockNow, contains } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import type { DB } from '#server/db/types.ts';
import { hasSpecialization, isVisible } from '#server/features/professionals/queries.ts';
import { categoryAliases, type ServiceCategory } from '#shared/constants.ts';
import { toCents } from '#shared/rules/price.ts';
import type { Service, ServiceInput, ServicesQuery } from '#shared/services.ts';

type Tables = ExpressionBuilder<DB, 'services' | 'professionals'>;

function services(db: Db) {
  return db
    .selectFrom('services')
    .innerJoin('professionals', 'professionals.id', 'services.professional_id')
    .where('services.deleted_at', 'is', null);
}

/** Selects the fields of the answer, for lists and single services. */
function presented(db: Db) {
  return services(db).select((eb) => [
    'services.id',
    'services.name',
    'services.description',
    'services.service_duration_minutes',
    sql<number>`services.price_cents / 100.0::float8`.as('price'),
    'services.is_active',
    eb.ref('services.category').$castTo<ServiceCategory>().as('category'),
    jsonBuildObject({
      id: eb.ref('professionals.id'),
      display_name: eb.ref('professionals.display_name'),
      location: eb.ref('professionals.location'),
    }).as('professional'),
  ]);
}

const isPublic = (eb: Tables) => eb.and([eb('services.is_active', '=', true), isVisible('professionals')]);

/** Owners also see inactive services of their own, admins all. */
function visibleTo(viewer: Viewer | null) {
  return (eb: Tables) => {
    if (viewer?.role === 'admin') return eb.lit(true);
    return viewer?.professional_id ? eb.or([isPublic(eb), eb('services.professional_id', '=', viewer.professional_id)]) : isPublic(eb);
  };
}

const visibleService = statement('visible_service', (db, p: Params<{ id: string } & Sight>) =>
  presented(db)
    .where('services.id', '=', p.id)
    .where((eb) => eb.or([isPublic(eb), eb('services.professional_id', '=', p.own_id), p.sees_all])),
);

export function findService(db: Db, id: string, viewer: Viewer | null): Promise<Service | undefined> {
  return visibleService.executeTakeFirst(db, { id, ...sightOf(viewer) });
}

export async function serviceExists(db: Db, id: string): Promise<boolean> {
  return (await services(db).select('services.id').where('services.id', '=', id).where(isPublic).executeTakeFirst()) !== undefined;
}

/** One page of a professional's services that the viewer may see, by name; `total` counts all of them. */
export async function listServicesOf(
  db: Db,
  professionalId: string,
  viewer: Viewer | null,
  { skip, limit }: { skip: number; limit: number },
) {
  const matching = (eb: Tables) => eb.and([eb('services.professional_id', '=', professionalId), visibleTo(viewer)(eb)]);
  const [results, total] = await Promise.all([
    presented(db).where(matching).orderBy('services.name').orderBy('services.id').offset(skip).limit(limit).execute(),
    count(db, matching),
  ]);
  return { results, total };
}

async function count(db: Db, matching: (eb: Tables) => ReturnType<Tables['and']>): Promise<number> {
  const row = await services(db).select(sql<number>`count(*)::int`.as('total')).where(matching).executeTakeFirstOrThrow();
  return row.total;
}

type Filters = Omit<ServicesQuery, 'skip' | 'limit' | 'sort' | 'facets'>;

const searched = sql<string>`(services.name || ' ' || coalesce(services.description, ''))`;

function filtered({ search, category, specialization_names, location, price_min, price_max, duration_max }: Filters) {
  return (eb: Tables) => {
    const all = [isPublic(eb)];
    for (const word of search?.split(/\s+/).filter(Boolean) ?? []) all.push(eb(searched, 'ilike', contains(word)));
    if (category) all.push(eb('services.category', 'in', categoryAliases[category] ?? [category]));
    if (specialization_names?.length) all.push(hasSpecialization('services.professional_id', specialization_names));
    if (location) all.push(eb('professionals.location', 'ilike', contains(location)));
    if (price_min !== undefined) all.push(eb('services.price_cents', '>=', toCents(price_min)));
    if (price_max !== undefined) all.push(eb('services.price_cents', '<=', toCents(price_max)));
    if (duration_max !== undefined) all.push(eb('services.service_duration_minutes', '<=', duration_max));
    return eb.and(all);
  };
}

/** One page of public services. `relevance` sorts names that contain the search first, then by similarity. */
export async function searchServices(db: Db, { skip, limit, sort, facets: withFacets, ...filters }: ServicesQuery) {
  const order = sort ?? (filters.search ? 'relevance' : 'name');
  let query = presented(db).where(filtered(filters));
  if (order === 'relevance' && filters.search) {
    query = query
      .orderBy((eb) => eb('services.name', 'ilike', contains(filters.search ?? '')), 'desc')
      .orderBy(sql`similarity(services.name, ${filters.search})`, 'desc');
  }
  if (order === 'price') query = query.orderBy('services.price_cents');
  const [results, total, facets] = await Promise.all([
    query.orderBy('services.name').orderBy('services.id').offset(skip).limit(limit).execute(),
    count(db, filtered(filters)),
    withFacets ? facetsOf(db, filters) : undefined,
  ]);
  return { results, total, skip, limit, ...(facets ? { facets } : {}) };
}

/** Counts each facet with all other filters applied, so that it tells how many results choosing it would give. */
async function facetsOf(db: Db, filters: Filters) {
  const total = sql<number>`count(*)::int`;
  const [categories, specializations] = await Promise.all([
    services(db)
      .where(filtered({ ...filters, category: undefined }))
      .select(['services.category as name', total.as('count')])
      .groupBy('services.category')
      .orderBy('services.category')
      .execute(),
    services(db)
      .innerJoin('professional_specializations as ps', 'ps.professional_id', 'services.professional_id')
      .innerJoin('specializations', 'specializations.id', 'ps.specialization_id')
      .where(filtered({ ...filters, specialization_names: undefined }))
      .select(['specializations.id', 'specializations.name', total.as('count')])
      .groupBy(['specializations.id', 'specializations.name'])
      .orderBy('specializations.id')
      .execute(),
  ]);
  return { categories, specializations };
}

const columnsOf = ({ price, ...input }: ServiceInput) => ({ ...input, price_cents: toCents(price) });

export async function insertService(db: Db, professionalId: string, input: ServiceInput): Promise<string> {
  const { id } = await db
    .insertInto('services')
    .values({ professional_id: professionalId, ...columnsOf(input) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns false for an unknown or deleted service and for somebody else's. */
export async function updateService(db: Db, professionalId: string, id: string, input: ServiceInput): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('services')
    .set({ ...columnsOf(input), updated_at: clockNow })
    .where('professional_id', '=', professionalId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks a service as deleted; bookings keep their copy of it. Returns false like `updateService`. */
export async function deleteService(db: Db, professionalId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('services')
    .set({ deleted_at: clockNow, updated_at: clockNow })
    .where('professional_id', '=', professionalId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
