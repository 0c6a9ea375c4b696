import { authed, router } from '#server/trpc.ts';
import { preferences } from '#shared/users.ts';
import { findPreferences, putPreferences } from './preference-queries.ts';

export const usersRouter = router({
  preferences: authed
    .meta({ rest: 'GET /users/me/preferences' })
    .output(preferences)
    .query(({ ctx }) => findPreferences(ctx.db, ctx.caller.id)),

  updatePreferences: authed
    .meta({ rest: 'PUT /users/me/preferences' })
    .input(preferences)
    .output(preferences)
    .mutation(async ({ ctx, input }) => {
      await putPreferences(ctx.db, ctx.caller.id, input);
      return input;
    }),
});
