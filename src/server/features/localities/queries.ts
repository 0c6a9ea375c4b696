import type { Db } from '#server/db/connect.ts';
import { nilId } from '#server/db/sql.ts';
import { Gazetteer } from '#server/search/gazetteer.ts';
import { understandPlace } from '#server/search/places.ts';

/** Reads all localities; they change with migrations alone. */
async function loadGazetteer(db: Db): Promise<Gazetteer> {
  const rows = await db
    .selectFrom('localities')
    .select(['id', 'name', 'state', 'postcode', 'latitude', 'longitude', 'is_delivery'])
    .execute();
  return new Gazetteer(rows);
}

/** Gives the gazetteer, which is read at its first use; a failed read is tried again by the next. */
export function gazetteerOf(db: Db): () => Promise<Gazetteer> {
  let loaded: Promise<Gazetteer> | undefined;
  return () => {
    loaded ??= loadGazetteer(db).catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}

/** A professional whose location nobody has understood yet; the text is what it is understood of. */
type NotUnderstood = { id: string; location: string; time_zone: string };

/** Enters what a professional's location means, if it means a locality; its text stays. */
export async function understandLocation(db: Db, gazetteer: Gazetteer, professionalId: string): Promise<void> {
  const row = await db
    .selectFrom('professionals')
    .select(['id', 'location', 'time_zone'])
    .where('id', '=', professionalId)
    .executeTakeFirst();
  if (row) await enterLocality(db, gazetteer, row);
}

async function enterLocality(db: Db, gazetteer: Gazetteer, { id, location, time_zone }: NotUnderstood): Promise<void> {
  await db
    .updateTable('professionals')
    .set({
      locality_id: understandPlace(gazetteer, location, time_zone)?.id ?? null,
      understood_location: location,
    })
    .where('id', '=', id)
    // Whoever changed it meanwhile has understood the new one.
    .where('location', '=', location)
    .execute();
}

/** Professionals that are looked for at a time. */
const batch = 100;

/**
 * Understands all locations that nobody has understood: those from before places were understood, and those that an
 * older build has written since. Each is stored on its own, so that what a stop leaves is done at the next start.
 */
export async function understandLocations(db: Db, signal?: AbortSignal): Promise<void> {
  const loaded = gazetteerOf(db);
  for (let after = nilId; !signal?.aborted; ) {
    const rows: NotUnderstood[] = await db
      .selectFrom('professionals')
      .select(['id', 'location', 'time_zone'])
      .where('understood_location', 'is distinct from', (eb) => eb.ref('location'))
      .where('id', '>', after)
      .orderBy('id')
      .limit(batch)
      .execute();
    if (rows.length === 0) return;
    const gazetteer = await loaded();
    for (const row of rows) await enterLocality(db, gazetteer, row);
    after = rows.at(-1)?.id ?? nilId;
  }
}
