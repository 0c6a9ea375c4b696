import { sql } from 'kysely';
import { type Viewer, type Visibility, visibilityOf } from '#server/api/caller.ts';
import { columnsOf, listed, type RowOf } from '#server/db/columns.ts';
import type { Db } from '#server/db/connect.ts';
import { type CountedRow, splitPage } from '#server/db/page.ts';
import { type Params, statement } from '#server/db/statement.ts';
import { isListedFor } from '#server/features/parties/visibility.ts';
import { presentCard } from '#server/features/pictures/queries.ts';
import type { MenuService } from '#shared/services.ts';
import { presentService, serviceColumns } from './queries.ts';

const columns = { ...serviceColumns('s', 's'), ...columnsOf('services as s', ['card_picture']) };
type Row = RowOf<typeof columns>;

const servicesOfProfessional = statement(
  'services_of_professional',
  (_, p: Params<{ professional_id: string; skip: number; limit: number } & Visibility>) => sql<CountedRow<Row>>`
    with seen as materialized (
      select s.*, p.display_name, p.location, p.rating_sum, p.rating_count, p.deposit_percent, p.deposit_who,
        p.pay_to_since
      from services s join professionals p on p.id = s.professional_id
      where s.professional_id = ${p.professional_id} and ${isListedFor(p, 's')}
    )
    select counted.total, ${listed(columns)}
    from (select count(*)::int as total from seen) counted
    left join (
      select * from seen order by position nulls last, name, id offset ${p.skip}::int limit ${p.limit}::int
    ) s on true
    order by s.position nulls last, s.name, s.id`,
);

/**
 * One page of a professional's services that the viewer may see, in the professional's own order, by name without one;
 * `total` counts all of them. `base` begins the addresses of pictures.
 */
export async function listServicesOf(
  db: Db,
  { professionalId, viewer, base }: { professionalId: string; viewer: Viewer | null; base: string },
  page: { skip: number; limit: number },
): Promise<{ results: MenuService[]; total: number }> {
  const values = { professional_id: professionalId, ...page, ...visibilityOf(viewer) };
  const { results, total } = splitPage(await servicesOfProfessional.execute(db, values));
  return {
    results: results.map((row) => ({ ...presentService(row, base), picture: presentCard(row.card_picture, base) })),
    total,
  };
}

/**
 * Needs the professional's lock. Puts all services that are not deleted in order; false where the ids are not all of
 * them, each once.
 */
export async function putServicesInOrder(trx: Db, professionalId: string, ids: readonly string[]): Promise<boolean> {
  const own = await trx
    .selectFrom('services')
    .select('id')
    .where('professional_id', '=', professionalId)
    .where('deleted_at', 'is', null)
    .execute();
  const given = new Set(ids);
  if (given.size !== ids.length || own.length !== ids.length || own.some(({ id }) => !given.has(id))) return false;
  await sql`
    update services s set position = ordered.number - 1, updated_at = clock_now()
    from unnest(${ids}::uuid[]) with ordinality ordered (id, number)
    where s.professional_id = ${professionalId}::uuid and s.id = ordered.id
      and s.position is distinct from ordered.number - 1`.execute(trx);
  return true;
}
