import { z } from 'zod';
import { atOnce, inTurn, only, professional, publicProcedure, router } from '#server/api/procedures.ts';
import type { Config } from '#server/config.ts';
import { transact } from '#server/db/transact.ts';
import { databaseError, invalid, notFound, unauthorized } from '#server/errors.ts';
import { keepDueHours } from '#server/features/bookings/due/queries.ts';
import { planReminders } from '#server/features/books-reminders/queries.ts';
import { keepListTrue } from '#server/features/cancellation-list/go-through-list.ts';
import { notingEmpty } from '#server/features/empty-searches/queries.ts';
import { understandLocation } from '#server/features/localities/queries.ts';
import { lockProfessional } from '#server/features/parties/lock-queries.ts';
import { touchProfessional } from '#server/features/parties/profile-queries.ts';
import { dropProfilePicture } from '#server/features/pictures/queries.ts';
import { ownPicturePath } from '#server/images/addresses.ts';
import { removeFiles } from '#server/images/remove-files.ts';
import {
  findPage,
  firstSteps,
  firstStepsInput,
  type OwnProfessional,
  ownProfessional,
  professionalInput,
  professionalsPage,
  professionalsQuery,
  profile,
} from '#shared/professionals.ts';
import { publicUrl } from '#shared/public-url.ts';
import { addressText, publicPlace } from '#shared/rules/place.ts';
import { pathId } from '#shared/wire.ts';
import { changeHandle } from './change-handle.ts';
import { noteChangedPlace } from './change-place.ts';
import { findByHandle } from './handle-queries.ts';
import { listProfessionals } from './list-queries.ts';
import { findFirstSteps, findOwnProfessional, findProfessional, setFirstSteps, updateProfessional } from './queries.ts';

/**
 * A profile picture as it is stored: our own by its path. Throws 422 for an address that only looks like one of ours.
 */
function keptPicture(config: Config, address: string | null): string | null {
  if (address === null) return null;
  const own = ownPicturePath(config, address);
  if (own === undefined && !publicUrl(address)) invalid(['body', 'profile_picture'], 'Must be a valid URL', 'custom');
  // As the column's check has it.
  return own ?? address.replace(/^https:/i, 'https:');
}

/** Whether there is an ABN to be registered for GST with, with what is stored already, the database knows. */
async function needingAbn<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (databaseError(error)?.constraint !== 'professionals_abn_check') throw error;
    return invalid(['body', 'abn'], 'Enter your ABN to be registered for GST', 'custom');
  }
}

/** What everybody sees of a profile, as text: when anything else last changed is nobody's business. */
function shownOf(own: OwnProfessional): string {
  return JSON.stringify(profile.parse({ ...own, place: publicPlace(own.place) }));
}

/** One list, at three addresses, because the specification names three. */
const listAt = (rest: `GET /${string}`) =>
  publicProcedure
    .meta({ rest })
    .input(professionalsQuery)
    .output(atOnce(professionalsPage))
    .use(inTurn('lists'))
    .query(({ ctx, input }) =>
      notingEmpty(ctx, input, listProfessionals(ctx.db, ctx.deps.search, ctx.deps.config, input)),
    );

export const professionalsRouter = router({
  /** Admins may call it because they may open the dashboard; they have no profile and get 404. */
  profile: only('professional', 'admin')
    .meta({ rest: 'GET /professionals/profile' })
    .output(ownProfessional)
    .query(async ({ ctx: { db, deps, caller } }) => {
      const own = caller.professional_id && (await findOwnProfessional(db, caller.professional_id, deps.config));
      return own || notFound('Professional');
    }),

  /** The twelve pages of who does one thing in one city with the most people. */
  findPages: publicProcedure
    .meta({ rest: 'GET /find-pages' })
    .output(z.object({ pages: z.array(findPage) }))
    .query(async ({ ctx: { deps } }) => ({
      pages: (await deps.footerFinds()).map(({ specialization, city }) => ({
        specialization: specialization.slug,
        city: city.slug,
      })),
    })),

  updateMe: professional
    .meta({ rest: 'PUT /professionals/me', changesPages: true })
    .input(professionalInput)
    .output(ownProfessional)
    .mutation(async ({ ctx: { db, deps, professionalId }, input }) => {
      const profile_picture = keptPicture(deps.config, input.profile_picture);
      const gazetteer = await deps.gazetteer();
      const { changed, unused } = await transact(db, async (trx) => {
        (await lockProfessional(trx, professionalId)) ?? unauthorized();
        const before = (await findOwnProfessional(trx, professionalId, deps.config)) ?? unauthorized();
        await needingAbn(() => updateProfessional(trx, professionalId, { ...input, profile_picture }));
        if (input.handle !== undefined) await changeHandle(trx, professionalId, input.handle);
        await planReminders(trx, professionalId);
        if (input.time_zone && input.time_zone !== before.time_zone) await keepDueHours(trx, professionalId);
        if (input.cancellation_list === false) await keepListTrue(trx, professionalId);
        await understandLocation(trx, gazetteer, professionalId);
        const unused = await dropProfilePicture(trx, professionalId, profile_picture);
        const changed = (await findOwnProfessional(trx, professionalId, deps.config)) ?? notFound('Professional');
        if (shownOf(changed) !== shownOf(before)) await touchProfessional(trx, professionalId);
        if (addressText(changed.place) !== addressText(before.place)) await noteChangedPlace(trx, professionalId);
        return { changed, unused };
      });
      await removeFiles(deps, unused);
      await deps.search.refresh(professionalId);
      return changed;
    }),

  firstSteps: professional
    .meta({ rest: 'GET /professionals/me/first-steps' })
    .output(firstSteps)
    .query(async ({ ctx }) => (await findFirstSteps(ctx.db, ctx.professionalId)) ?? notFound('Professional')),

  updateFirstSteps: professional
    .meta({ rest: 'PUT /professionals/me/first-steps' })
    .input(firstStepsInput)
    .output(firstSteps)
    .mutation(async ({ ctx, input }) => {
      await setFirstSteps(ctx.db, ctx.professionalId, input.state);
      return (await findFirstSteps(ctx.db, ctx.professionalId)) ?? notFound('Professional');
    }),

  list: listAt('GET /professionals/'),
  bySpecializations: listAt('GET /professionals/specializations/'),
  byLocation: listAt('GET /professionals/location/'),

  byId: publicProcedure
    .meta({ rest: 'GET /professionals/{id}' })
    .input(z.object({ id: pathId('Professional') }))
    .output(profile)
    .query(
      async ({ ctx, input }) =>
        (await findProfessional(ctx.db, input.id, ctx.caller, ctx.deps.config)) ?? notFound('Professional'),
    ),

  /** By their address of today or a former one, for the page that other sites show. */
  byHandle: publicProcedure
    .meta({ rest: 'GET /professionals/handle/{handle}' })
    .input(z.object({ handle: z.string() }))
    .output(profile)
    .query(async ({ ctx: { db, deps }, input }) => {
      const found = await findByHandle(db, input.handle);
      return (found && (await findProfessional(db, found.id, null, deps.config))) ?? notFound('Professional');
    }),
});
