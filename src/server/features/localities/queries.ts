import type { Db } from '#server/db/connect.ts';
import { Gazetteer } from '#server/search/gazetteer.ts';

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
