import { z } from 'zod';
import { client, only, professional, router, withTotal } from '#server/api/procedures.ts';
import { notFound } from '#server/errors.ts';
import { booking } from '#shared/bookings.ts';
import {
  acceptInput,
  listEntriesQuery,
  listEntry,
  listEntryInput,
  opening,
  openingInput,
  waitingEntry,
} from '#shared/cancellation-list.ts';
import { longPage, pathId } from '#shared/wire.ts';
import { acceptOpening } from './accept-opening.ts';
import { leaveList, offerByHand, passOpening, resumeEntry, withdrawOpening } from './change-list.ts';
import { findHeldBack } from './go-through-list.ts';
import { joinList } from './join-list.ts';
import { findOpening, listOfClient, listOfProfessional } from './queries.ts';

const ofEntry = z.object({ id: pathId('Entry') });
const ofOpening = z.object({ id: pathId('Opening') });
/** Admins see nothing of the list. */
const party = only('client', 'professional');

export const cancellationListRouter = router({
  join: client
    .meta({ rest: 'POST /cancellation-list/', status: 201 })
    .input(listEntryInput)
    .output(listEntry)
    .mutation(({ ctx, input }) => joinList(ctx, input)),

  mine: client
    .meta({ rest: 'GET /cancellation-list/me' })
    .input(listEntriesQuery)
    .output(z.array(listEntry))
    .query(async ({ ctx, input: { status, ...page } }) =>
      withTotal(ctx, await listOfClient(ctx.db, ctx.clientId, status, page)),
    ),

  ofProfessional: professional
    .meta({ rest: 'GET /cancellation-list/' })
    .input(longPage)
    .output(z.array(waitingEntry))
    .query(async ({ ctx, input }) => {
      const { results, total } = await listOfProfessional(ctx.db, ctx.professionalId, input);
      const [first] = results;
      const next = first && (await findHeldBack(ctx.db, first.professional));
      return withTotal(ctx, {
        results: results.map((entry) => ({ ...entry, next_opening: next?.get(entry.id) ?? null })),
        total,
      });
    }),

  leave: party
    .meta({ rest: 'DELETE /cancellation-list/{id}', status: 204, changesPages: true })
    .input(ofEntry)
    .output(z.void())
    .mutation(({ ctx, input }) => leaveList(ctx, input.id)),

  resume: client
    .meta({ rest: 'POST /cancellation-list/{id}/resume' })
    .input(ofEntry)
    .output(listEntry)
    .mutation(({ ctx, input }) => resumeEntry(ctx, input.id)),
});

export const openingsRouter = router({
  byId: party
    .meta({ rest: 'GET /openings/{id}' })
    .input(ofOpening)
    .output(opening)
    .query(async ({ ctx, input }) => (await findOpening(ctx.db, input.id, ctx.caller)) ?? notFound('Opening')),

  offer: professional
    .meta({ rest: 'POST /openings/', status: 201, changesPages: true })
    .input(openingInput)
    .output(opening)
    .mutation(({ ctx, input }) => offerByHand(ctx, input)),

  accept: client
    .meta({ rest: 'POST /openings/{id}/accept', changesPages: true })
    .input(acceptInput.extend(ofOpening.shape))
    .output(booking)
    .mutation(({ ctx, input }) => acceptOpening(ctx, input)),

  pass: client
    .meta({ rest: 'POST /openings/{id}/pass', changesPages: true })
    .input(ofOpening)
    .output(opening)
    .mutation(({ ctx, input }) => passOpening(ctx, input.id)),

  withdraw: professional
    .meta({ rest: 'DELETE /openings/{id}', status: 204, changesPages: true })
    .input(ofOpening)
    .output(z.void())
    .mutation(({ ctx, input }) => withdrawOpening(ctx, input.id)),
});
