import { z } from 'zod';
import type { Caller } from '#server/api/caller.ts';
import { only, publicProcedure, router, withTotal } from '#server/api/procedures.ts';
import {
  declineInput,
  noteInput,
  signupAnswer,
  signupInput,
  verifyAnswer,
  verifyInput,
  waitlistEntry,
  waitlistQuery,
} from '#shared/waitlist.ts';
import { pathId } from '#shared/wire.ts';
import { approve, decline, inviteAgain, setNote } from './decide.ts';
import { pageEntries } from './queries.ts';
import { signUp } from './sign-up.ts';
import { verify } from './verify.ts';

const byId = z.object({ id: pathId('Waitlist entry') });
const admin = only('admin');
const byCaller = ({ caller, requestId }: { caller: Caller; requestId: string }) => ({ actorId: caller.id, requestId });

export const waitlistRouter = router({
  signup: publicProcedure
    .meta({ rest: 'POST /waitlist/signup', status: 201 })
    .input(signupInput)
    .output(signupAnswer)
    .mutation(({ ctx, input }) => signUp(ctx, input)),

  verify: publicProcedure
    .meta({ rest: 'POST /waitlist/verify' })
    .input(verifyInput)
    .output(verifyAnswer)
    .mutation(({ ctx: { db, deps, requestId }, input }) => verify({ db, config: deps.config, requestId }, input.token)),

  list: admin
    .meta({ rest: 'GET /admin/waitlist' })
    .input(waitlistQuery)
    .output(z.array(waitlistEntry))
    .query(async ({ ctx, input }) => withTotal(ctx, await pageEntries(ctx.db, input))),

  approve: admin
    .meta({ rest: 'POST /admin/waitlist/{id}/approve' })
    .input(byId)
    .output(waitlistEntry)
    .mutation(async ({ ctx, input }) => (await approve(ctx.db, input.id, byCaller(ctx))).entry),

  invite: admin
    .meta({ rest: 'POST /admin/waitlist/{id}/invitation', status: 204, refusals: [409] })
    .input(byId)
    .output(z.void())
    .mutation(({ ctx, input }) => inviteAgain(ctx.db, input.id, byCaller(ctx))),

  decline: admin
    .meta({ rest: 'POST /admin/waitlist/{id}/decline' })
    .input(byId.extend(declineInput))
    .output(waitlistEntry)
    .mutation(async ({ ctx, input }) => (await decline(ctx.db, input.id, input.reason, byCaller(ctx))).entry),

  setNote: admin
    .meta({ rest: 'PATCH /admin/waitlist/{id}' })
    .input(byId.extend(noteInput))
    .output(waitlistEntry)
    .mutation(({ ctx, input }) => setNote(ctx.db, input.id, input.note, byCaller(ctx))),
});
