import { z } from 'zod';
import { publicProcedure, router, withTotal } from '#server/trpc.ts';
import { image, imagesQuery } from '#shared/images.ts';
import { listImages } from './queries.ts';

export const imagesRouter = router({
  list: publicProcedure
    .meta({ rest: 'GET /image' })
    .input(imagesQuery)
    .output(z.array(image))
    .query(async ({ ctx, input }) => withTotal(ctx, await listImages(ctx.db, input.image_type, input))),
});
