import { z } from 'zod';
import { only, publicProcedure, router, withTotal } from '#server/api/procedures.ts';
import { notFound } from '#server/errors.ts';
import { imageBase } from '#server/images/addresses.ts';
import { bodySizes } from '#shared/constants.ts';
import { image, imageId, imagesQuery, imageUpload, uploadedImage } from '#shared/images.ts';
import { listImages } from './queries.ts';
import { removeImage, uploadImage } from './upload-image.ts';

export const imagesRouter = router({
  list: publicProcedure
    .meta({ rest: 'GET /image' })
    .input(imagesQuery)
    .output(z.array(image))
    .query(async ({ ctx, input }) =>
      withTotal(ctx, await listImages(ctx.db, input.image_type, imageBase(ctx.deps.config), input)),
    ),

  upload: only('admin')
    .meta({
      rest: 'POST /image/upload',
      status: 201,
      bodies: ['multipart'],
      bodyLimit: bodySizes.image,
      query: ['image_type'],
      changesPages: true,
    })
    .input(imageUpload)
    .output(uploadedImage)
    .mutation(({ ctx, input }) => uploadImage(ctx.deps, { actorId: ctx.caller.id, gone: ctx.gone }, input)),

  delete: only('admin')
    .meta({ rest: 'DELETE /image/{id}', status: 204, changesPages: true })
    .input(imageId)
    .output(z.void())
    .mutation(async ({ ctx, input }) => {
      if (!(await removeImage(ctx.deps, ctx.caller.id, input.id))) notFound('Image');
    }),
});
