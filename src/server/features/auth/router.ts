import { z } from 'zod';
import { authed, publicProcedure, router } from '#server/trpc.ts';
import { currentUser, loginAnswer, loginInput } from '#shared/auth.ts';
import { login } from './login.ts';
import { endSession } from './sessions.ts';

export const authRouter = router({
  login: publicProcedure
    .meta({ rest: 'POST /login/', bodies: ['json', 'form'], batch: false, refusals: [401] })
    .input(loginInput)
    .output(loginAnswer)
    .mutation(({ ctx, input }) => login(ctx, input)),

  logout: authed
    .meta({ rest: 'POST /logout/', status: 204 })
    .output(z.void())
    .mutation(({ ctx }) => endSession(ctx.deps, ctx.caller.session_id)),

  me: authed
    .meta({ rest: 'GET /users/me/' })
    .output(currentUser)
    .query(({ ctx }) => ctx.caller),
});
