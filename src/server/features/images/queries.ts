import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { type CountedRow, splitPage } from '#server/db/page.ts';
import { type Params, statement } from '#server/db/statement.ts';
import type { ImageType } from '#shared/constants.ts';
import type { Image } from '#shared/images.ts';

const pageOfType = statement(
  'images_of_type',
  (_, p: Params<{ image_type: ImageType; skip: number; limit: number }>) => sql<CountedRow<Image>>`
    select page.id, page.alt, page.width, page.height, '/images/' || page.storage_key as url, counted.total
    from (select count(*)::int as total from images where image_type = ${p.image_type}) counted
    left join (
      select * from images where image_type = ${p.image_type} order by created_at desc, id desc offset ${p.skip}::int limit ${p.limit}::int
    ) page on true
    order by page.created_at desc, page.id desc`,
);

/** One page, newest first; `total` counts all images of the type. */
export async function listImages(db: Db, image_type: ImageType, page: { skip: number; limit: number }) {
  return splitPage(await pageOfType.execute(db, { image_type, ...page }));
}
