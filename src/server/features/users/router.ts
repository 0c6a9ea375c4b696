import { z } from 'zod';
import { asStreamed, jsonStream } from '#server/api/json-stream.ts';
import { authed, inTurn, only, publicProcedure, router, withTotal } from '#server/api/procedures.ts';
import { notFound } from '#server/errors.ts';
import { accountExport } from '#shared/account-export.ts';
import { adminUser, listedUser, usersQuery } from '#shared/admin.ts';
import { linkToken } from '#shared/auth.ts';
import { preferences, preferencesChange } from '#shared/users.ts';
import { pathId } from '#shared/wire.ts';
import { disableUser, enableUser } from './disable-user.ts';
import { exportAccount } from './export-account.ts';
import { inviteUser } from './invite-user.ts';
import { findPreferences, putPreferences } from './preference-queries.ts';
import { professionalIdOf, searchUsers } from './queries.ts';
import { unsubscribe } from './unsubscribe.ts';

const admin = only('admin');

export const usersRouter = router({
  preferences: authed
    .meta({ rest: 'GET /users/me/preferences' })
    .output(preferences)
    .query(({ ctx }) => findPreferences(ctx.db, ctx.caller.id)),

  updatePreferences: authed
    .meta({ rest: 'PUT /users/me/preferences' })
    .input(preferencesChange)
    .output(preferences)
    .mutation(({ ctx, input }) => putPreferences(ctx.db, ctx.caller.id, input)),

  /** A file over REST, named by the header; a value over tRPC. */
  export: authed
    .meta({ rest: 'GET /users/me/export', isStreamed: true })
    .output(jsonStream(accountExport))
    .query(async ({ ctx }) => {
      const pieces = await exportAccount(ctx.deps, ctx.caller);
      ctx.setHeader('content-disposition', 'attachment; filename="saluni-export.json"');
      return asStreamed<z.output<typeof accountExport>>(pieces);
    }),

  /** The target of `List-Unsubscribe`, too: a mail program posts a form to the address in that header (RFC 8058). */
  unsubscribe: publicProcedure
    .meta({ rest: 'POST /unsubscribe', status: 204, bodies: ['json', 'form', 'parts'], alsoInQuery: ['token'] })
    .input(z.object({ token: linkToken }))
    .output(z.void())
    .mutation(({ ctx, input }) => unsubscribe(ctx.db, input.token)),

  list: admin
    .meta({ rest: 'GET /admin/users' })
    .input(usersQuery)
    .output(z.array(listedUser))
    .use(inTurn('lists'))
    .query(async ({ ctx, input }) => withTotal(ctx, await searchUsers(ctx.db, input))),

  change: admin
    .meta({ rest: 'PATCH /admin/users/{id}', refusals: [409], changesPages: true })
    .input(z.object({ id: pathId('User'), is_active: z.boolean() }))
    .output(adminUser)
    .mutation(async ({ ctx, input: { id, is_active } }) => {
      const by = { actorId: ctx.caller.id, requestId: ctx.requestId };
      const user = is_active ? await enableUser(ctx.db, { id }, by) : (await disableUser(ctx.db, { id }, by))?.user;
      if (!user) return notFound('User');
      const professionalId = await professionalIdOf(ctx.db, id);
      if (professionalId) await ctx.deps.search.refresh(professionalId);
      return user;
    }),

  invite: admin
    .meta({ rest: 'POST /admin/users/{id}/invitation', status: 204 })
    .input(z.object({ id: pathId('User') }))
    .output(z.void())
    .mutation(({ ctx, input }) => inviteUser(ctx.db, input.id, { actorId: ctx.caller.id, requestId: ctx.requestId })),
});
