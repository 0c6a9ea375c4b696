import { type Insertable, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { type CountedRow, splitPage } from '#server/db/page.ts';
import { anyOf } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import type { Images } from '#server/db/types.ts';
import type { ImageType } from '#shared/constants.ts';
import type { Image } from '#shared/images.ts';

const pageOfType = statement(
  'images_of_type',
  (_, p: Params<{ image_type: ImageType; skip: number; limit: number; base: string }>) => sql<CountedRow<Image>>`
    select page.id, page.alt, page.width, page.height,
      ${p.base}::text || page.storage_key || '/' || page.width || '.webp' as url, counted.total
    from (select count(*)::int as total from images where image_type = ${p.image_type}) counted
    left join (
      select * from images where image_type = ${p.image_type} order by created_at desc, id desc offset ${p.skip}::int
        limit ${p.limit}::int
    ) page on true
    order by page.created_at desc, page.id desc`,
);

/** One page, newest first; `total` counts all images of the type. `base` begins the addresses of their files. */
export async function listImages(db: Db, image_type: ImageType, base: string, page: { skip: number; limit: number }) {
  return splitPage(await pageOfType.execute(db, { image_type, base, ...page }));
}

export async function insertImage(
  db: Db,
  row: Pick<Insertable<Images>, 'image_type' | 'storage_key' | 'alt' | 'width' | 'height'>,
) {
  return db.insertInto('images').values(row).returning('id').executeTakeFirstOrThrow();
}

/** Returns the key of the deleted image's files; undefined for an unknown one. */
export async function deleteImage(db: Db, id: string): Promise<string | undefined> {
  return (await db.deleteFrom('images').where('id', '=', id).returning('storage_key').executeTakeFirst())?.storage_key;
}

/** What a database does not share with its copies: the identifier of its cluster, and its own within. */
export async function databaseIdentity(db: Db): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select system_identifier || '/' || oid as identity
    from pg_control_system(), pg_database where datname = current_database()`.execute(db);
  return rows[0]?.identity ?? '';
}

/** Folders whose files rows name; a picture's files stay as long as one does. */
export const namedFolders = ['images', 'private'] as const;
export type NamedFolder = (typeof namedFolders)[number];

/** The keys of a folder's pictures that rows of any table name. */
function keysOf(db: Db, folder: NamedFolder) {
  const sent = db
    .selectFrom('message_pictures')
    .select(sql<string>`storage_key`.as('storage_key'))
    .where('storage_key', 'is not', null)
    .unionAll(
      db
        .selectFrom('hair_pictures')
        .select(sql<string>`storage_key`.as('storage_key'))
        .where('storage_key', 'is not', null),
    );
  const shown = db
    .selectFrom('images')
    .select('storage_key')
    .unionAll(db.selectFrom('professional_pictures').select('storage_key'));
  return db.selectFrom((folder === 'private' ? sent : shown).as('named')).select('storage_key');
}

/** Those of the keys that a row names. */
export async function usedKeys(db: Db, keys: readonly string[], folder: NamedFolder = 'images'): Promise<Set<string>> {
  const rows = await keysOf(db, folder).where('storage_key', '=', anyOf(keys, 'text')).execute();
  return new Set(rows.map(({ storage_key }) => storage_key));
}

/** The keys of all of a folder's pictures that rows name. */
export async function namedKeys(db: Db, folder: NamedFolder): Promise<string[]> {
  const rows = await keysOf(db, folder).execute();
  return rows.map(({ storage_key }) => storage_key);
}
