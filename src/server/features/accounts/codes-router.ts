import { authed, publicProcedure, router } from '#server/api/procedures.ts';
import { askForLogin, askToConfirm } from '#server/features/auth/codes/ask.ts';
import { loginAnswer } from '#shared/auth.ts';
import { codeAnswer, codeInput, confirmationCodeInput, signupAnswer, verifyCodeInput } from '#shared/codes.ts';
import { verifyCode } from './verify-code.ts';

export const codesRouter = router({
  signup: publicProcedure
    .meta({ rest: 'GET /signup', batch: false })
    .output(signupAnswer)
    .query(({ ctx }) => ({ clients: ctx.deps.config.clientSignup })),

  ask: publicProcedure
    .meta({ rest: 'POST /login/code', status: 202, batch: false })
    .input(codeInput)
    .output(codeAnswer)
    .mutation(({ ctx, input }) => askForLogin(ctx, input)),

  verify: publicProcedure
    .meta({ rest: 'POST /login/code/verify', otherStatus: 201, batch: false, refusals: [401] })
    .input(verifyCodeInput)
    .output(loginAnswer)
    .mutation(({ ctx, input }) => verifyCode(ctx, input)),

  askToConfirm: authed
    .meta({ rest: 'POST /users/me/code', status: 202, batch: false })
    .input(confirmationCodeInput)
    .output(codeAnswer)
    .mutation(({ ctx, input }) => askToConfirm(ctx, input)),
});
