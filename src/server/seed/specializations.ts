import type { Db } from '#server/db/connect.ts';
import { specializations } from '#shared/constants.ts';

/** Writes the specification's catalogue; repeating it changes nothing. Returns the number of entries. */
export async function seedSpecializations(db: Db): Promise<number> {
  await db
    .insertInto('specializations')
    .values(specializations.map(({ id, name }) => ({ id, name })))
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((row) => ({ name: row.ref('excluded.name') }))
        .whereRef('specializations.name', '<>', 'excluded.name'),
    )
    .execute();
  return specializations.length;
}
