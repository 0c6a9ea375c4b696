import { sql } from 'kysely';
import { z } from 'zod';
import {
  atOnce,
  type Context,
  inTurn,
  professional,
  publicProcedure,
  router,
  withTotal,
} from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/new-id.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, databaseError, forbidden, invalid, notFound, unauthorized } from '#server/errors.ts';
import { endQuotes } from '#server/features/bookings/quotes/queries.ts';
import { keepListTrue } from '#server/features/cancellation-list/go-through-list.ts';
import { notingEmpty } from '#server/features/empty-searches/queries.ts';
import { lockProfessional } from '#server/features/parties/lock-queries.ts';
import { becomeActiveIfComplete } from '#server/features/parties/profile-queries.ts';
import { professionalVisible } from '#server/features/parties/visibility.ts';
import { releasePicturesOf } from '#server/features/pictures/queries.ts';
import { imageBase } from '#server/images/addresses.ts';
import { removeFiles } from '#server/images/remove-files.ts';
import { serviceBounds } from '#shared/constants.ts';
import { durations, listedInput } from '#shared/insights.ts';
import { noParts, type Parts, partsAfter } from '#shared/rules/service-parts.ts';
import { processingMisfit } from '#shared/rules/visit.ts';
import {
  depositText,
  menuService,
  type ServiceInput,
  service,
  serviceChange,
  serviceInput,
  serviceOrder,
  servicesPage,
  servicesQuery,
} from '#shared/services.ts';
import { filterText, longPage, longPageUpTo, pathId } from '#shared/wire.ts';
import { listServices } from './list-queries.ts';
import { listDurations, setListed } from './listed-lengths.ts';
import { listServicesOf, putServicesInOrder } from './menu-queries.ts';
import {
  arePictures,
  countServices,
  deleteService,
  findParts,
  findService,
  insertService,
  updateService,
} from './queries.ts';

const byId = z.object({ id: pathId('Service') });
const ownPage = longPageUpTo(serviceBounds.limit);

async function requireService(ctx: Context, id: string) {
  return (await findService(ctx.db, id, ctx.caller, imageBase(ctx.deps.config))) ?? notFound('Service');
}

/** Refuses a write that found no service of the caller: 403 for a visible service of somebody else, else 404. */
async function refuseMiss(ctx: Context, id: string): Promise<never> {
  await requireService(ctx, id);
  return forbidden();
}

/** The parts as they will be; 422 for what does not fit, 404 for a picture that is not one's own. */
async function requireParts(trx: Db, professionalId: string, input: ServiceInput, before: Parts): Promise<Parts> {
  const parts = partsAfter(input, before, newId);
  if ('path' in parts) return invalid(['body', ...parts.path], parts.message);
  const given = (input.variants?.axes ?? []).flatMap(({ choices }) => choices.flatMap((one) => one.picture_id ?? []));
  if (given.length > 0 && !(await arePictures(trx, professionalId, given))) notFound('Picture');
  return parts;
}

/** Writes a service; 422 where the processing time or the deposit does not fit what it is made of. */
async function fitting<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const constraint = databaseError(error)?.constraint;
    if (constraint === 'services_processing_check') invalid(['body', 'processing_minutes'], processingMisfit);
    if (constraint === 'services_deposit_check') invalid(['body', 'deposit'], depositText);
    throw error;
  }
}

async function changed(ctx: Context & { professionalId: string }, id: string, input: ServiceInput): Promise<boolean> {
  return fitting(() =>
    transact(ctx.db, async (trx) => {
      // A booking that has the lock books the service as it is.
      (await lockProfessional(trx, ctx.professionalId)) ?? unauthorized();
      const before = await findParts(trx, ctx.professionalId, id);
      if (!before) return false;
      const parts = await requireParts(trx, ctx.professionalId, input, before);
      await updateService(trx, ctx.professionalId, id, input, parts);
      await keepListTrue(trx, ctx.professionalId);
      await becomeActiveIfComplete(trx, ctx.professionalId);
      return true;
    }),
  );
}

async function listOf(ctx: Context, professionalId: string, page: z.infer<typeof ownPage>) {
  const whose = { professionalId, viewer: ctx.caller, base: imageBase(ctx.deps.config) };
  return withTotal(ctx, await listServicesOf(ctx.db, whose, page));
}

export const servicesRouter = router({
  create: professional
    .meta({ rest: 'POST /services/', status: 201, changesPages: true })
    .input(serviceInput)
    .output(service)
    .mutation(async ({ ctx, input }) => {
      const id = await transact(ctx.db, async (trx) => {
        (await lockProfessional(trx, ctx.professionalId)) ?? unauthorized();
        if ((await countServices(trx, ctx.professionalId)) >= serviceBounds.most)
          conflict(`You can have at most ${serviceBounds.most} services.`);
        const parts = await requireParts(trx, ctx.professionalId, input, noParts);
        const made = await insertService(trx, ctx.professionalId, input, parts);
        await becomeActiveIfComplete(trx, ctx.professionalId);
        return made;
      });
      await ctx.deps.search.refresh(ctx.professionalId);
      return requireService(ctx, id);
    }),

  ofProfessional: publicProcedure
    .meta({ rest: 'GET /services/professional/{id}' })
    .input(ownPage.extend({ id: pathId('Professional') }))
    .output(atOnce(z.array(menuService)))
    .query(async ({ ctx, input }) => {
      if (!(await professionalVisible(ctx.db, input.id, ctx.caller))) notFound('Professional');
      return listOf(ctx, input.id, input);
    }),

  mine: professional
    .meta({ rest: 'GET /services/my' })
    .input(ownPage)
    .output(atOnce(z.array(menuService)))
    .query(({ ctx, input }) => listOf(ctx, ctx.professionalId, input)),

  reorder: professional
    .meta({ rest: 'PUT /services/my/order', changesPages: true })
    .input(serviceOrder)
    .output(atOnce(z.array(menuService)))
    .mutation(async ({ ctx, input }) => {
      const isWhole = await transact(ctx.db, async (trx) => {
        (await lockProfessional(trx, ctx.professionalId)) ?? unauthorized();
        return putServicesInOrder(trx, ctx.professionalId, input.service_ids);
      });
      if (!isWhole) return invalid(['body', 'service_ids'], 'Name all your services, each once', 'custom');
      return listOf(ctx, ctx.professionalId, { skip: 0, limit: serviceBounds.most });
    }),

  list: publicProcedure
    .meta({ rest: 'GET /services/' })
    .input(servicesQuery)
    .output(atOnce(servicesPage))
    .use(inTurn('lists'))
    .query(({ ctx, input }) => notingEmpty(ctx, input, listServices(ctx.db, ctx.deps.search, ctx.deps.config, input))),

  ofCategory: publicProcedure
    .meta({ rest: 'GET /services/category/{category}' })
    .input(servicesQuery.safeExtend({ category: filterText }))
    .output(atOnce(servicesPage))
    .use(inTurn('lists'))
    .query(({ ctx, input }) => notingEmpty(ctx, input, listServices(ctx.db, ctx.deps.search, ctx.deps.config, input))),

  byId: publicProcedure
    .meta({ rest: 'GET /services/{id}' })
    .input(byId)
    .output(service)
    .query(({ ctx, input }) => requireService(ctx, input.id)),

  update: professional
    .meta({ rest: 'PUT /services/{id}', changesPages: true })
    .input(serviceChange.safeExtend(byId.shape))
    .output(service)
    .mutation(async ({ ctx, input: { id, ...input } }) => {
      if (!(await changed(ctx, id, input))) await refuseMiss(ctx, id);
      await ctx.deps.search.refresh(ctx.professionalId);
      return requireService(ctx, id);
    }),

  durations: professional
    .meta({ rest: 'GET /insights/durations' })
    .input(longPage)
    .output(durations)
    .query(async ({ ctx, input: { skip, limit } }) => {
      const results = await listDurations(ctx.db, ctx.professionalId);
      return withTotal(ctx, { results: results.slice(skip, skip + limit), total: results.length });
    }),

  setListed: professional
    .meta({ rest: 'PUT /insights/durations', changesPages: true })
    .input(listedInput)
    .output(service)
    .mutation(async ({ ctx, input }) => {
      await setListed(ctx, input);
      await ctx.deps.search.refresh(ctx.professionalId);
      return requireService(ctx, input.service_id);
    }),

  delete: professional
    .meta({ rest: 'DELETE /services/{id}', status: 204, changesPages: true })
    .input(byId)
    .output(z.void())
    .mutation(async ({ ctx, input }) => {
      const pictures = await transact(ctx.db, async (trx) => {
        // Like a writer of pictures, so that none is added meanwhile.
        (await lockProfessional(trx, ctx.professionalId)) ?? unauthorized();
        if (!(await deleteService(trx, ctx.professionalId, input.id))) return undefined;
        await endQuotes(trx, ctx.deps, sql`q.service_id = ${input.id}`);
        await keepListTrue(trx, ctx.professionalId);
        return releasePicturesOf(trx, ctx.professionalId, input.id);
      });
      if (!pictures) return refuseMiss(ctx, input.id);
      await removeFiles(ctx.deps, pictures);
      await ctx.deps.search.refresh(ctx.professionalId);
    }),
});
