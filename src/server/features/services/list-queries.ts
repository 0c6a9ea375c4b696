import { type RawBuilder, sql } from 'kysely';
import { columnsOf, listed, type RowOf } from '#server/db/columns.ts';
import type { Db } from '#server/db/connect.ts';
import { type CountedRow, type Cut, cut, splitPage } from '#server/db/page.ts';
import { type Params, statement } from '#server/db/statement.ts';
import { readHairWork } from '#server/features/hair/evidence-queries.ts';
import { readSlotBases, slotColumns } from '#server/features/next-free-slots/queries.ts';
import {
  nextFree,
  rangeOfRows,
  slotsOfRow,
  type VisitMinutes,
} from '#server/features/next-free-slots/slots-of-rows.ts';
import { isListed } from '#server/features/parties/visibility.ts';
import { presentCard } from '#server/features/pictures/queries.ts';
import { imageBase, type PictureOrigins } from '#server/images/addresses.ts';
import { distanceTo, type Found, pageOfFound } from '#server/search/found.ts';
import { isFiltered, type Search } from '#server/search/search.ts';
import { categoriesOf } from '#shared/constants.ts';
import { matchOfService } from '#shared/rules/hair.ts';
import type { ListedService, ServicesQuery } from '#shared/services.ts';
import { presentRow, rowColumns } from './queries.ts';

/** What the list reads of a service's professional. */
const professionalColumns = sql`display_name, location, time_zone, rating_sum, rating_count, deposit_percent,
  deposit_who, pay_to_since`;

const listedColumns = (services: string, professionals: string) => ({
  ...rowColumns(services, professionals),
  ...columnsOf(`services as ${services}`, ['card_picture']),
  ...columnsOf(`professionals as ${professionals}`, ['time_zone']),
  ...slotColumns(sql.ref(`${services}.professional_id`)),
});
type ListedRow = RowOf<ReturnType<typeof listedColumns>>;
type PageRow = CountedRow<ListedRow>;

/**
 * A page that is cut before anything is joined, with the length of the list as triggers keep it. `rows` is a cut of
 * services; `offset 0` keeps the planner from reading all professionals to join a few.
 */
function withProfessionals(rows: RawBuilder<unknown>, counted: RawBuilder<unknown>) {
  return sql<PageRow>`
    select stored.total, ${listed(listedColumns('page', 'page'))}
    from (select coalesce(sum(listed), 0)::int as total from listing_counts where list = 'services'
      and ${counted}) stored
    left join (
      select s.*, p.*
      from (${rows}) s cross join lateral (select ${professionalColumns} from professionals
        where id = s.professional_id offset 0) p
    ) page on true
    order by page.name, page.id`;
}

const listedServices = sql`select * from services where ${isListed('services')}`;

const pageOfAll = statement('services_page', (_, p: Params<Cut>) =>
  withProfessionals(cut(sql`${listedServices} order by name, id`, p), sql`true`),
);

const pageOfCategory = statement('services_page_of_category', (_, p: Params<Cut & { category: string }>) =>
  withProfessionals(
    cut(sql`${listedServices} and category = ${p.category} order by name, id`, p),
    sql`category = ${p.category}`,
  ),
);

/** Each category is cut first, so that merging both in order reads neither beyond the page. */
const pageOfTwoCategories = statement(
  'services_page_of_two_categories',
  (_, p: Params<Cut & { category: string; other: string }>) => {
    const head = (category: RawBuilder<string>) => sql`(
    ${listedServices} and category = ${category} order by name, id limit ${p.skip}::int + ${p.limit}::int)`;
    return withProfessionals(
      cut(sql`select * from (${head(p.category)} union all ${head(p.other)}) heads order by name, id`, p),
      sql`category in (${p.category}, ${p.other})`,
    );
  },
);

const servicesByIds = statement(
  'services_by_ids',
  (_, p: Params<{ ids: string[] }>) => sql<ListedRow>`
    select ${listed(listedColumns('s', 'p'))}
    from unnest(${p.ids}::uuid[]) with ordinality chosen (id, position)
    cross join lateral (select * from services where id = chosen.id offset 0) s
    cross join lateral (select ${professionalColumns} from professionals where id = s.professional_id offset 0) p
    where ${isListed('s')}
    order by chosen.position`,
);

/** One page of listed services. */
export async function listServices(db: Db, search: Search, origins: PictureOrigins, query: ServicesQuery) {
  const { skip, limit } = query;
  if (isWholeList(query)) {
    const { results, total } = splitPage(await pageByName(db, query));
    return { results: await presented(db, search, origins, query, results), total, skip, limit };
  }
  const found = await search.services(query);
  const { ids } = found;
  const rows = ids.length > 0 ? await servicesByIds.execute(db, { ids }) : [];
  const results = await presented(db, search, origins, query, rows, found);
  return pageOfFound(found, query, results, ({ professional }) => professional.next_free);
}

/** The rows of a page; their soonest starts are true at this moment. */
async function presented(
  db: Db,
  search: Search,
  origins: PictureOrigins,
  query: ServicesQuery,
  rows: ListedRow[],
  { distances, hair }: Pick<Found, 'distances' | 'hair'> = {},
): Promise<ListedService[]> {
  const base = imageBase(origins);
  const wanted = rows.map(({ professional_id, slot_version }) => ({ id: professional_id, version: slot_version }));
  const bases = await search.slotBasesOf(wanted, (ids) => readSlotBases(db, ids));
  const range = rangeOfRows(query, rows);
  const work = hair && (await readHairWork(db, [...new Set(rows.map(({ professional_id }) => professional_id))]));
  const matchOfRow = ({ professional_id, technique }: ListedRow) => {
    const own = work?.get(professional_id);
    return (hair && own && matchOfService(own, technique, hair)) ?? null;
  };
  const found = hair ? rows.filter(matchOfRow) : rows;
  return found.map((row) => {
    const { professional, ...service } = presentRow(row);
    const known = bases.get(row.professional_id);
    const visits = [visitOf(row)];
    const next_free = nextFree(known, visits, query, range);
    return {
      ...service,
      ...slotsOfRow(known, visits, query, range),
      professional: {
        ...professional,
        time_zone: row.time_zone,
        ...distanceTo(distances, row.id),
        next_free,
        match: matchOfRow(row),
      },
      picture: presentCard(row.card_picture, base),
    };
  });
}

/** The soonest start is that of the service itself. */
function visitOf(row: ListedRow): VisitMinutes {
  const { service_duration_minutes, processing_start_minutes, processing_minutes, category, id } = row;
  return [service_duration_minutes, processing_start_minutes, processing_minutes, category, id];
}

/** Whether the list is that of all services or of a category, by name, whose length is stored. */
function isWholeList({ skip, limit, category, sort, ...filters }: ServicesQuery): boolean {
  return (sort === undefined || sort === 'name' || sort === 'relevance') && !isFiltered(filters);
}

function pageByName(db: Db, { skip, limit, category }: ServicesQuery): Promise<PageRow[]> {
  const [first, other] = category ? categoriesOf(category) : [];
  if (first === undefined) return pageOfAll.execute(db, { skip, limit });
  if (other === undefined) return pageOfCategory.execute(db, { skip, limit, category: first });
  return pageOfTwoCategories.execute(db, { skip, limit, category: first, other });
}
