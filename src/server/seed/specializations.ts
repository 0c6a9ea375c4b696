import type { Db } from '#server/db/connect.ts';
import { specializations } from '#shared/constants.ts';

/** Brings the catalogue to the specification's names; again changes nothing. Answers how many entries it has. */
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
