import { z } from 'zod';
import { professional, publicProcedure, router, withTotal } from '#server/api/procedures.ts';
import { notFound } from '#server/errors.ts';
import { ownerOfService, professionalVisible } from '#server/features/parties/visibility.ts';
import { imageBase } from '#server/images/addresses.ts';
import { bodySizes } from '#shared/constants.ts';
import {
  picture,
  pictureChange,
  pictureId,
  picturesOfProfessional,
  picturesOfService,
  pictureUpload,
  servicePictureUpload,
} from '#shared/pictures.ts';
import { addPicture } from './add-picture.ts';
import { changePicture, removePicture } from './change-picture.ts';
import { listPictures } from './queries.ts';

const form = { status: 201, bodies: ['multipart'], bodyLimit: bodySizes.image } as const;

export const picturesRouter = router({
  add: professional
    .meta({ rest: 'POST /professionals/me/pictures', ...form, query: ['kind'], changesPages: true })
    .input(pictureUpload)
    .output(picture)
    .mutation(({ ctx, input }) => addPicture(ctx.deps, ctx, input)),

  addOfService: professional
    .meta({ rest: 'POST /services/{id}/pictures', ...form, changesPages: true })
    .input(servicePictureUpload)
    .output(picture)
    .mutation(({ ctx, input: { id, ...input } }) =>
      addPicture(ctx.deps, ctx, { ...input, kind: 'service', service_id: id }),
    ),

  change: professional
    .meta({ rest: 'PATCH /professionals/me/pictures/{id}', changesPages: true })
    .input(pictureChange.extend(pictureId.shape))
    .output(picture)
    .mutation(async ({ ctx, input: { id, ...change } }) => {
      const changed = await changePicture(ctx.deps, ctx.professionalId, id, change);
      await ctx.deps.search.refresh(ctx.professionalId);
      return changed;
    }),

  delete: professional
    .meta({ rest: 'DELETE /professionals/me/pictures/{id}', status: 204, changesPages: true })
    .input(pictureId)
    .output(z.void())
    .mutation(async ({ ctx, input }) => {
      await removePicture(ctx.deps, ctx.professionalId, input.id);
      await ctx.deps.search.refresh(ctx.professionalId);
    }),

  ofProfessional: publicProcedure
    .meta({ rest: 'GET /professionals/{id}/pictures' })
    .input(picturesOfProfessional)
    .output(z.array(picture))
    .query(async ({ ctx, input: { id, ...page } }) => {
      if (!(await professionalVisible(ctx.db, id, ctx.caller))) notFound('Professional');
      const which = { professionalId: id, viewer: ctx.caller, base: imageBase(ctx.deps.config) };
      return withTotal(ctx, await listPictures(ctx.db, which, page));
    }),

  ofService: publicProcedure
    .meta({ rest: 'GET /services/{id}/pictures' })
    .input(picturesOfService)
    .output(z.array(picture))
    .query(async ({ ctx, input: { id, ...page } }) => {
      const professionalId = (await ownerOfService(ctx.db, id, ctx.caller)) ?? notFound('Service');
      const which = {
        professionalId,
        serviceId: id,
        viewer: ctx.caller,
        base: imageBase(ctx.deps.config),
      };
      return withTotal(ctx, await listPictures(ctx.db, which, page));
    }),
});
