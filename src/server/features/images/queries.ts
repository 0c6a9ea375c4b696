import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { ImageType } from '#shared/constants.ts';
import type { Image } from '#shared/images.ts';

/** One page, newest first; `total` counts all images of the type. */
export async function listImages(db: Db, imageType: ImageType, { skip, limit }: { skip: number; limit: number }) {
  const ofType = db.selectFrom('images').where('image_type', '=', imageType);
  const [results, { total }] = await Promise.all([
    ofType
      .select(['id', 'alt', 'width', 'height', sql<string>`'/images/' || storage_key`.as('url')])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .offset(skip)
      .limit(limit)
      .execute() satisfies Promise<Image[]>,
    ofType.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { results, total };
}
