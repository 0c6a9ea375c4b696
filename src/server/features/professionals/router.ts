import { z } from 'zod';
import { transact } from '#server/db/transact.ts';
import { notFound } from '#server/errors.ts';
import { only, professional, publicProcedure, router } from '#server/trpc.ts';
import {
  ownProfessional,
  professionalInput,
  professionalsPage,
  professionalsQuery,
  professional as publicProfessional,
} from '#shared/professionals.ts';
import { pathId } from '#shared/wire.ts';
import { listProfessionals } from './list-queries.ts';
import { findOwnProfessional, findProfessional, updateProfessional } from './queries.ts';

export const professionalsRouter = router({
  /** Admins may call it because they may open the dashboard; they have no profile and get 404. */
  profile: only('professional', 'admin')
    .meta({ rest: 'GET /professionals/profile' })
    .output(ownProfessional)
    .query(async ({ ctx: { db, caller } }) => {
      const own = caller.professional_id && (await findOwnProfessional(db, caller.professional_id));
      return own || notFound('Professional');
    }),

  updateMe: professional
    .meta({ rest: 'PUT /professionals/me' })
    .input(professionalInput)
    .output(ownProfessional)
    .mutation(async ({ ctx: { db, deps, professionalId }, input }) => {
      const changed = await transact(db, async (trx) => {
        await updateProfessional(trx, professionalId, input);
        return (await findOwnProfessional(trx, professionalId)) ?? notFound('Professional');
      });
      await deps.search.refresh(professionalId);
      return changed;
    }),

  list: publicProcedure
    .meta({ rest: 'GET /professionals/', lane: 'lists' })
    .input(professionalsQuery)
    .output(professionalsPage)
    .query(({ ctx, input }) => listProfessionals(ctx.db, ctx.deps.search, input)),

  // `list` under two more addresses, because the specification names three.
  bySpecializations: publicProcedure
    .meta({ rest: 'GET /professionals/specializations/', lane: 'lists' })
    .input(professionalsQuery)
    .output(professionalsPage)
    .query(({ ctx, input }) => listProfessionals(ctx.db, ctx.deps.search, input)),

  byLocation: publicProcedure
    .meta({ rest: 'GET /professionals/location/', lane: 'lists' })
    .input(professionalsQuery)
    .output(professionalsPage)
    .query(({ ctx, input }) => listProfessionals(ctx.db, ctx.deps.search, input)),

  byId: publicProcedure
    .meta({ rest: 'GET /professionals/{id}' })
    .input(z.object({ id: pathId('Professional') }))
    .output(publicProfessional)
    .query(async ({ ctx, input }) => (await findProfessional(ctx.db, input.id, ctx.caller)) ?? notFound('Professional')),
});
