import { sql } from 'kysely';
import { columnsOf, listed, type RowOf } from '#server/db/columns.ts';
import type { Db } from '#server/db/connect.ts';
import { type CountedRow, type Cut, cut, splitPage } from '#server/db/page.ts';
import { type Params, statement } from '#server/db/statement.ts';
import { askedOf, asksDeposits } from '#server/features/bookings/deposits/queries.ts';
import { readHairWork } from '#server/features/hair/evidence-queries.ts';
import { readSlotBases, slotColumns, visitsOf } from '#server/features/next-free-slots/queries.ts';
import {
  nextFree,
  rangeOfRows,
  slotsOfRow,
  type VisitMinutes,
} from '#server/features/next-free-slots/slots-of-rows.ts';
import { isVisible } from '#server/features/parties/visibility.ts';
import { presentCard } from '#server/features/pictures/queries.ts';
import { addressOf, imageBase, type PictureOrigins } from '#server/images/addresses.ts';
import { distanceTo, type Found, pageOfFound } from '#server/search/found.ts';
import { isFiltered, type Search } from '#server/search/search.ts';
import type { AskedSlots } from '#server/search/slot-basis.ts';
import { type ProfessionalType, specializations } from '#shared/constants.ts';
import type { ListedProfessional, ProfessionalsQuery } from '#shared/professionals.ts';
import { matchOf } from '#shared/rules/hair.ts';
import { toDollars } from '#shared/rules/price.ts';
import { ratingOf } from '#shared/rules/rating.ts';

/** From professionals as `p` and what `joined` adds. The soonest start is that of any active service. */
const columns = {
  ...columnsOf('professionals as p', ['id', 'display_name', 'location', 'bio', 'experience_years']),
  ...columnsOf('professionals as p', ['profile_picture', 'time_zone', 'card_picture', 'rating_sum', 'rating_count']),
  professional_type: sql<ProfessionalType>`p.professional_type`,
  is_active: isVisible('p'),
  specialization_ids: sql<number[] | null>`(
    select json_agg(specialization_id) from professional_specializations where professional_id = p.id)`,
  price_from_cents: sql<number | null>`offered.price_from_cents`,
  asks_deposit: sql<boolean>`${asksDeposits('p')} and coalesce(offered.asks, false)`,
  ...slotColumns(sql`p.id`),
  free_visits: sql<VisitMinutes[] | null>`offered.visits`,
};
type ProfessionalRow = RowOf<typeof columns>;

const joined = sql`
  cross join lateral (
    select ${visitsOf('s')} as visits, min(s.price_cents) as price_from_cents,
      bool_or(${askedOf('s', 'p')} > 0) as asks
    from services s where s.professional_id = p.id and s.is_active and s.deleted_at is null
  ) offered`;

type PageRow = CountedRow<ProfessionalRow>;

/** The page is cut along an index before anything is joined; triggers keep the length of the list. */
const pageOfAll = statement(
  'professionals_page',
  (_, p: Params<Cut>) => sql<PageRow>`
    select stored.total, ${listed(columns)}
    from (select coalesce(sum(listed), 0)::int as total from listing_counts where list = 'professionals') stored
    left join (${cut(sql`select * from professionals where ${isVisible('professionals')} order by display_name, id`, p)}) p on true
    ${joined}
    order by p.display_name, p.id`,
);

const professionalsByIds = statement(
  'professionals_by_ids',
  (_, p: Params<{ ids: string[] }>) => sql<ProfessionalRow>`
    select ${listed(columns)}
    from unnest(${p.ids}::uuid[]) with ordinality chosen (id, position)
    cross join lateral (select * from professionals where id = chosen.id offset 0) p
    ${joined}
    where ${isVisible('p')}
    order by chosen.position`,
);

/** One page of the professionals whom others see. */
export async function listProfessionals(db: Db, search: Search, origins: PictureOrigins, query: ProfessionalsQuery) {
  const { skip, limit } = query;
  if (isWholeList(query)) {
    const { results, total } = splitPage(await pageOfAll.execute(db, { skip, limit }));
    return { results: await presented(db, search, origins, query, results), total, skip, limit };
  }
  const found = await search.professionals(query);
  const { ids } = found;
  const rows = ids.length > 0 ? await professionalsByIds.execute(db, { ids }) : [];
  const results = await presented(db, search, origins, query, rows, found);
  return pageOfFound(found, query, results, ({ next_free }) => next_free);
}

/** Those of these whom others see, in this order. */
export async function professionalsOf(db: Db, search: Search, origins: PictureOrigins, ids: string[]) {
  if (ids.length === 0) return [];
  return presented(db, search, origins, {}, await professionalsByIds.execute(db, { ids }));
}

/**
 * The rows of a page; their soonest starts are true at this moment. The names of specializations come from the
 * catalogue in constants.ts, by id: joining them to each row would be half of the statement's cost.
 */
async function presented(
  db: Db,
  search: Search,
  origins: PictureOrigins,
  query: AskedSlots,
  rows: ProfessionalRow[],
  { distances, hair }: Pick<Found, 'distances' | 'hair'> = {},
): Promise<ListedProfessional[]> {
  const base = imageBase(origins);
  const wanted = rows.map(({ id, slot_version }) => ({ id, version: slot_version }));
  const bases = await search.slotBasesOf(wanted, (ids) => readSlotBases(db, ids));
  const range = rangeOfRows(query, rows);
  const work =
    hair &&
    (await readHairWork(
      db,
      rows.map(({ id }) => id),
    ));
  const matchOfRow = (id: string) => {
    const own = work?.get(id);
    return (hair && own && matchOf(own, hair)) ?? null;
  };
  const found = hair ? rows.filter(({ id }) => matchOfRow(id)) : rows;
  return found.map((row) => {
    const visits = row.free_visits;
    const own = new Set(row.specialization_ids);
    return Object.assign(row, {
      ...distanceTo(distances, row.id),
      rating: ratingOf(row),
      specializations: specializations.filter(({ id }) => own.has(id)),
      profile_picture: addressOf(base, row.profile_picture),
      picture: presentCard(row.card_picture, base),
      price_from: row.price_from_cents === null ? null : toDollars(row.price_from_cents),
      next_free: nextFree(bases.get(row.id), visits, query, range),
      match: matchOfRow(row.id),
      ...slotsOfRow(bases.get(row.id), visits, query, range),
    });
  });
}

/** Whether all are listed by name: the length of that list is stored. */
function isWholeList({ skip, limit, sort, ...filters }: ProfessionalsQuery): boolean {
  return sort !== 'soonest' && sort !== 'rating' && !isFiltered(filters);
}
