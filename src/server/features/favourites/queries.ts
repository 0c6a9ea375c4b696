import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { isVisible } from '#server/features/parties/visibility.ts';

type Favourite = { clientId: string; professionalId: string };

export async function insertFavourite(trx: Db, { clientId, professionalId }: Favourite): Promise<void> {
  await trx
    .insertInto('favourites')
    .values({ client_id: clientId, professional_id: professionalId })
    .onConflict((on) => on.doNothing())
    .execute();
}

/** How many others a client has, inactive ones too. */
export async function countOtherFavourites(trx: Db, { clientId, professionalId }: Favourite): Promise<number> {
  const { count } = await trx
    .selectFrom('favourites')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('client_id', '=', clientId)
    .where('professional_id', '<>', professionalId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether it was one. */
export async function deleteFavourite(db: Db, { clientId, professionalId }: Favourite): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('favourites')
    .where('client_id', '=', clientId)
    .where('professional_id', '=', professionalId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Those whom others see, newest first. */
export async function listFavouriteIds(db: Db, clientId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from favourites f join professionals p on p.id = f.professional_id
    where f.client_id = ${clientId} and ${isVisible('p')}
    order by f.created_at desc, p.id desc`.execute(db);
  return rows.map(({ id }) => id);
}

/** At the end of either's account. */
export async function forgetFavouritesOf(trx: Db, whose: { client_id: string } | { professional_id: string }) {
  const [column, id] =
    'client_id' in whose
      ? (['client_id', whose.client_id] as const)
      : (['professional_id', whose.professional_id] as const);
  await trx.deleteFrom('favourites').where(column, '=', id).execute();
}
