import { z } from 'zod';
import { jsonText } from '#server/api/json-text.ts';
import { only, professional, publicProcedure, router, withTotal } from '#server/api/procedures.ts';
import { notFound } from '#server/errors.ts';
import {
  availability,
  availabilityInput,
  availabilityWithSlots,
  changedAvailability,
  ownWindowsQuery,
  slotsPage,
  slotsRange,
} from '#shared/availability.ts';
import { pathId } from '#shared/wire.ts';
import { changeWindow, createWindow, removeWindow } from './change-window.ts';
import { listSlots, slotsOfWindow } from './list-slots.ts';
import { findWindow, listWindows } from './queries.ts';

const byId = z.object({ id: pathId('Availability') });

export const availabilityRouter = router({
  create: professional
    .meta({ rest: 'POST /availability/', status: 201, changesPages: true })
    .input(availabilityInput)
    .output(availability)
    .mutation(async ({ ctx, input }) => {
      const made = await createWindow(ctx.db, ctx.professionalId, input);
      await ctx.deps.search.refresh(ctx.professionalId);
      return made;
    }),

  mine: professional
    .meta({ rest: 'GET /availability/' })
    .input(ownWindowsQuery)
    .output(z.array(availability))
    .query(async ({ ctx, input }) => withTotal(ctx, await listWindows(ctx.db, ctx.professionalId, input))),

  ofProfessional: publicProcedure
    .meta({ rest: 'GET /availability/professional/{id}', refusals: [409], momentary: true })
    .input(slotsPage.safeExtend({ id: pathId('Professional') }))
    .output(jsonText(z.array(availabilityWithSlots)))
    .query(({ ctx, input: { id, ...range } }) => listSlots(ctx, id, range)),

  slots: publicProcedure
    .meta({ rest: 'GET /availability/slots/{id}', refusals: [409], momentary: true })
    .input(slotsRange.safeExtend(byId.shape))
    .output(jsonText(availabilityWithSlots))
    .query(({ ctx, input: { id, ...range } }) => slotsOfWindow(ctx, id, range)),

  byId: only('professional', 'admin')
    .meta({ rest: 'GET /availability/{id}' })
    .input(byId)
    .output(availability)
    .query(async ({ ctx, input }) => (await findWindow(ctx.db, input.id, ctx.caller)) ?? notFound('Availability')),

  update: professional
    .meta({ rest: 'PUT /availability/{id}', changesPages: true })
    .input(availabilityInput.safeExtend(byId.shape))
    .output(changedAvailability)
    .mutation(({ ctx, input: { id, ...input } }) => changeWindow(ctx.db, ctx.professionalId, id, input)),

  delete: professional
    .meta({ rest: 'DELETE /availability/{id}', status: 204, changesPages: true })
    .input(byId)
    .output(z.void())
    .mutation(({ ctx, input }) => removeWindow(ctx.db, ctx.professionalId, input.id)),
});
