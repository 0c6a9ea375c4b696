import { z } from 'zod';
import { authed, publicProcedure, router, withTotal } from '#server/api/procedures.ts';
import { notFound } from '#server/errors.ts';
import { changePassword } from '#server/features/auth/change-password.ts';
import { login } from '#server/features/auth/login.ts';
import { deleteOtherSessions, deleteShownSession, listSessions } from '#server/features/auth/session-queries.ts';
import { endSession } from '#server/features/auth/sessions.ts';
import {
  currentUser,
  forgotAnswer,
  forgotInput,
  invitation,
  linkToken,
  loginAnswer,
  loginInput,
} from '#shared/auth.ts';
import {
  accountDeletion,
  confirmedEmail,
  emailChangeAnswer,
  emailInput,
  passwordInput,
  pendingEmail,
  session,
} from '#shared/users.ts';
import { longPage, pathId } from '#shared/wire.ts';
import { acceptInvitation, readInvitation } from './accept-invitation.ts';
import { confirmEmail, readEmailChange, requestEmailChange, undoEmail } from './change-email.ts';
import { deleteAccount } from './delete-account.ts';
import { newPassword } from './new-password.ts';
import { requestReset, resetPassword } from './reset-password.ts';

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

  sessions: authed
    .meta({ rest: 'GET /users/me/sessions' })
    .input(longPage)
    .output(z.array(session))
    .query(async ({ ctx, input }) =>
      withTotal(ctx, await listSessions(ctx.db, ctx.caller.id, ctx.caller.session_id, input)),
    ),

  endSession: authed
    .meta({ rest: 'DELETE /users/me/sessions/{id}', status: 204 })
    .input(z.object({ id: pathId('Session') }))
    .output(z.void())
    .mutation(async ({ ctx, input }) => {
      if (!(await deleteShownSession(ctx.db, ctx.caller.id, input.id))) notFound('Session');
    }),

  endOtherSessions: authed
    .meta({ rest: 'DELETE /users/me/sessions', status: 204 })
    .output(z.void())
    .mutation(({ ctx }) => deleteOtherSessions(ctx.db, ctx.caller.id, ctx.caller.session_id)),

  changePassword: authed
    .meta({ rest: 'POST /users/me/password', status: 204, batch: false })
    .input(passwordInput.extend({ password: newPassword }))
    .output(z.void())
    .mutation(({ ctx, input }) => changePassword(ctx, input)),

  requestEmail: authed
    .meta({ rest: 'POST /users/me/email', status: 202, batch: false })
    .input(emailInput)
    .output(emailChangeAnswer)
    .mutation(({ ctx, input }) => requestEmailChange(ctx, input)),

  confirmEmail: publicProcedure
    .meta({ rest: 'POST /users/me/email/confirm' })
    .input(z.object({ token: linkToken }))
    .output(confirmedEmail)
    .mutation(({ ctx, input }) => confirmEmail(ctx, input.token)),

  pendingEmail: publicProcedure
    .meta({ rest: 'GET /users/me/email/{token}', momentary: true, refusals: [400] })
    .input(z.object({ token: linkToken }))
    .output(pendingEmail)
    .query(({ ctx, input }) => readEmailChange(ctx.db, input.token)),

  undoEmail: publicProcedure
    .meta({ rest: 'POST /users/me/email/undo', status: 204 })
    .input(z.object({ token: linkToken }))
    .output(z.void())
    .mutation(({ ctx, input }) => undoEmail(ctx, input.token)),

  deleteAccount: authed
    .meta({ rest: 'DELETE /users/me', status: 204, bodies: ['json'], batch: false, changesPages: true })
    .input(accountDeletion)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteAccount(ctx, input)),

  me: authed
    .meta({ rest: 'GET /users/me/' })
    .output(currentUser)
    .query(({ ctx }) => ctx.caller),

  forgot: publicProcedure
    .meta({ rest: 'POST /password/forgot', status: 202, batch: false })
    .input(forgotInput)
    .output(forgotAnswer)
    .mutation(({ ctx, input }) => requestReset(ctx, input.email)),

  reset: publicProcedure
    .meta({ rest: 'POST /password/reset', status: 204, batch: false })
    .input(z.object({ token: linkToken, password: newPassword }))
    .output(z.void())
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),

  invitation: publicProcedure
    .meta({ rest: 'GET /invitations/{token}', momentary: true, refusals: [400] })
    .input(z.object({ token: linkToken }))
    .output(invitation)
    .query(({ ctx, input }) => readInvitation(ctx.db, input.token)),

  accept: publicProcedure
    .meta({ rest: 'POST /invitations/accept', status: 201, batch: false })
    .input(z.object({ token: linkToken, password: newPassword }))
    .output(loginAnswer)
    .mutation(({ ctx, input }) => acceptInvitation(ctx, input)),
});
