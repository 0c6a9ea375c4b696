import { publicProcedure, router } from '#server/trpc.ts';
import { signupAnswer, signupInput, verifyAnswer, verifyInput } from '#shared/waitlist.ts';
import { signUp } from './sign-up.ts';
import { verify } from './verify.ts';

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
    .mutation(({ ctx, input }) => verify(ctx.db, input.token)),
});
