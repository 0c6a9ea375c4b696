import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { allOf, anyOf, contains, hasWord } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import { hasSpecialization } from '#server/features/professionals/queries.ts';
import type { Found } from '#server/search/catalogue.ts';
import type { Search } from '#server/search/search.ts';
import { searchWords } from '#server/search/words.ts';
import { categoriesOf } from '#shared/constants.ts';
import { toCents } from '#shared/rules/price.ts';
import type { ServicesQuery } from '#shared/services.ts';
import { isListed, type PageRow, presentPage, presentService, type ServiceRow, serviceColumns } from './queries.ts';

type Cut = { skip: number; limit: number };

/**
 * A page that is cut before anything is joined, with the length of the list as the triggers keep it. `which` cuts rows of services; the offset in
 * the join keeps the planner from reading all professionals.
 */
function page(which: RawBuilder<unknown>, counted: RawBuilder<unknown>) {
  return sql<PageRow>`
    select kept.total, ${serviceColumns('page', 'page')}
    from (select coalesce(sum(listed), 0)::int as total from listing_counts where list = 'services' and ${counted}) kept
    left join (
      select s.*, p.display_name, p.location
      from (${which}) s cross join lateral (select display_name, location from professionals where id = s.professional_id offset 0) p
    ) page on true
    order by page.name, page.id`;
}

const cut = ({ skip, limit }: Params<Cut>) => sql`order by name, id offset ${skip}::int limit ${limit}::int`;

const pageOfAll = statement('services_page', (_, p: Params<Cut>) =>
  page(sql`select * from services where ${isListed('services')} ${cut(p)}`, sql`true`),
);

const pageOfCategory = statement('services_page_of_category', (_, p: Params<Cut & { category: string }>) =>
  page(sql`select * from services where ${isListed('services')} and category = ${p.category} ${cut(p)}`, sql`category = ${p.category}`),
);

/** Each category is cut first, so that merging both in order reads neither beyond the page. */
const pageOfTwoCategories = statement('services_page_of_two_categories', (_, p: Params<Cut & { category: string; other: string }>) => {
  const head = (category: RawBuilder<string>) => sql`
    (select * from services where ${isListed('services')} and category = ${category} order by name, id limit ${p.skip}::int + ${p.limit}::int)`;
  return page(
    sql`select * from (${head(p.category)} union all ${head(p.other)}) heads ${cut(p)}`,
    sql`category in (${p.category}, ${p.other})`,
  );
});

const servicesByIds = statement(
  'services_by_ids',
  (_, p: Params<{ ids: string[] }>) => sql<ServiceRow>`
    select ${serviceColumns('s', 'p')}
    from unnest(${p.ids}::uuid[]) with ordinality chosen (id, place)
    join services s on s.id = chosen.id
    join professionals p on p.id = s.professional_id
    where ${isListed('s')}
    order by chosen.place`,
);

/** One page of listed services. `relevance` sorts names that contain the search first, then by similarity. */
export async function listServices(db: Db, search: Search, query: ServicesQuery) {
  const { skip, limit } = query;
  if (isWholeList(query)) return { ...presentPage(await pageByName(db, query)), skip, limit };
  const { ids, total, facets } = search.services(query) ?? (await findServices(db, query));
  const rows = ids.length > 0 ? await servicesByIds.execute(db, { ids }) : [];
  return { results: rows.map(presentService), total, skip, limit, ...(facets ? { facets } : {}) };
}

/** Whether the list is that of all services or of a category, by name, whose length is kept. */
function isWholeList({ skip, limit, category, sort, ...filters }: ServicesQuery): boolean {
  return sort !== 'price' && Object.values(filters).every((value) => !value || (Array.isArray(value) && value.length === 0));
}

function pageByName(db: Db, { skip, limit, category }: ServicesQuery): Promise<PageRow[]> {
  const [first, other] = category ? categoriesOf(category) : [];
  if (first === undefined) return pageOfAll.execute(db, { skip, limit });
  if (other === undefined) return pageOfCategory.execute(db, { skip, limit, category: first });
  return pageOfTwoCategories.execute(db, { skip, limit, category: first, other });
}

const searched = sql<string>`(s.name || ' ' || coalesce(s.description, ''))`;

/** Finds in the database what the search in memory finds, for while that is not loaded. Every match is read once, whatever is counted. */
export async function findServices(db: Db, query: ServicesQuery): Promise<Found> {
  const { skip, limit, search, location, price_min, price_max, duration_max, category, specialization_names } = query;
  const conditions = [isListed('s'), ...searchWords(search).map((word) => hasWord(searched, word))];
  if (location) conditions.push(sql`p.location ilike ${contains(location)}`);
  if (price_min !== undefined) conditions.push(sql`s.price_cents >= ${toCents(price_min)}`);
  if (price_max !== undefined) conditions.push(sql`s.price_cents <= ${toCents(price_max)}`);
  if (duration_max !== undefined) conditions.push(sql`s.service_duration_minutes <= ${duration_max}`);
  const order = [sql`name`, sql`id`];
  if (query.sort === 'price') order.unshift(sql`price_cents`);
  if (search && (query.sort ?? 'relevance') === 'relevance') {
    order.unshift(sql`name ilike ${contains(search)} desc`, sql`similarity(name, ${search}) desc`);
  }
  const { rows } = await sql<Found & { facets: unknown }>`
    with candidates as materialized (
      select s.id, s.name, s.price_cents, s.professional_id, s.category,
        ${category ? sql`s.category = ${anyOf(categoriesOf(category), 'text')}` : sql`true`} as has_category,
        ${specialization_names?.length ? hasSpecialization('s.professional_id', specialization_names) : sql`true`} as has_specialization
      from services s join professionals p on p.id = s.professional_id
      where ${allOf(conditions)}
    ),
    matches as (select * from candidates where has_category and has_specialization)
    select (select count(*)::int from matches) as total,
      array(select id from matches order by ${sql.join(order)} offset ${skip}::int limit ${limit}::int) as ids
      ${query.facets ? sql`, ${facets}` : sql``}`.execute(db);
  return rows[0] ?? { ids: [], total: 0 };
}

/** Each facet is counted without its own filter, so that it tells how many results choosing it would give. */
const facets = sql`json_build_object(
  'categories', (
    select coalesce(json_agg(json_build_object('name', name, 'count', count) order by name), '[]')
    from (select category as name, count(*) from candidates where has_specialization group by category) counted
  ),
  'specializations', (
    select coalesce(json_agg(json_build_object('id', id, 'name', name, 'count', count) order by id), '[]')
    from (
      select sp.id, sp.name, count(*)
      from candidates c
      join professional_specializations ps on ps.professional_id = c.professional_id
      join specializations sp on sp.id = ps.specialization_id
      where c.has_category group by sp.id
    ) counted
  )) as facets`;
