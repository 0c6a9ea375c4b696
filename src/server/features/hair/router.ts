import { z } from 'zod';
import { Bytes } from '#server/api/bytes.ts';
import { authed, client, inTurn, router, withTotal } from '#server/api/procedures.ts';
import { bodySizes } from '#shared/constants.ts';
import {
  hairChange,
  hairPicture,
  hairPictureFile,
  hairPictureId,
  hairPictureUpload,
  hairReading,
  health,
  healthInput,
  ownHair,
  readingsQuery,
  sharedHair,
  sharedPicture,
} from '#shared/hair.ts';
import { pathId } from '#shared/wire.ts';
import { changeHair, deleteHealth, putHealth, readOwnHair } from './change-hair.ts';
import { addHairPicture, deleteHairPicture, readHairPicture } from './hair-pictures.ts';
import { listReadings } from './queries.ts';
import { readSharedHair, readSharedPicture } from './shared-hair.ts';

const webp = z.instanceof(Bytes).meta({ documentedAs: z.string().meta({ format: 'binary' }) });

export const hairRouter = router({
  mine: client
    .meta({ rest: 'GET /clients/me/hair' })
    .output(ownHair)
    .query(({ ctx }) => readOwnHair(ctx.db, ctx.deps, ctx.clientId)),

  change: client
    .meta({ rest: 'PUT /clients/me/hair', changesPages: true })
    .input(hairChange)
    .output(ownHair)
    .mutation(({ ctx, input }) => changeHair(ctx, input)),

  putHealth: client
    .meta({ rest: 'PUT /clients/me/hair/health' })
    .input(healthInput)
    .output(health)
    .mutation(({ ctx, input }) => putHealth(ctx, input)),

  deleteHealth: client
    .meta({ rest: 'DELETE /clients/me/hair/health', status: 204 })
    .output(z.void())
    .mutation(({ ctx }) => deleteHealth(ctx)),

  addPicture: client
    .meta({
      rest: 'POST /clients/me/hair/pictures',
      status: 201,
      bodies: ['multipart'],
      bodyLimit: bodySizes.image,
      onlyRest: true,
    })
    .input(hairPictureUpload)
    .output(hairPicture)
    .mutation(({ ctx, input }) => addHairPicture(ctx, input.file)),

  picture: client
    .meta({ rest: 'GET /clients/me/hair/pictures/{id}', media: 'image/webp', onlyRest: true })
    .input(hairPictureFile)
    .output(webp)
    .use(inTurn('pictures'))
    .query(async ({ ctx, input }) => new Bytes(await readHairPicture(ctx, input))),

  deletePicture: client
    .meta({ rest: 'DELETE /clients/me/hair/pictures/{id}', status: 204 })
    .input(hairPictureId)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteHairPicture(ctx, input.id)),

  readings: client
    .meta({ rest: 'GET /clients/me/hair/readings' })
    .input(readingsQuery)
    .output(z.array(hairReading))
    .query(async ({ ctx, input }) => withTotal(ctx, await listReadings(ctx.db, ctx.clientId, input))),

  ofBooking: authed
    .meta({ rest: 'GET /bookings/{id}/hair' })
    .input(z.object({ id: pathId('Booking') }))
    .output(sharedHair)
    .query(({ ctx, input }) => readSharedHair(ctx, input.id)),

  pictureOfBooking: authed
    .meta({ rest: 'GET /bookings/{id}/hair/pictures/{picture_id}', media: 'image/webp', onlyRest: true })
    .input(sharedPicture)
    .output(webp)
    .use(inTurn('pictures'))
    .query(async ({ ctx, input }) => new Bytes(await readSharedPicture(ctx, input))),
});
