import type { Caller } from '#server/api/caller.ts';
import type { Context } from '#server/api/procedures.ts';
import { transact } from '#server/db/transact.ts';
import { consumeLinksOf } from '#server/links/mailed-links.ts';
import { emit } from '#server/outbox/emit.ts';
import type { PasswordChange } from '#shared/users.ts';
import { refusePassword, withPassword } from './confirm-password.ts';
import { hashPassword } from './passwords.ts';
import { lockUser, replacePasswordHash } from './queries.ts';
import { deleteOtherSessions } from './session-queries.ts';

/**
 * Sets a new password, ends all other sessions of the caller and the links that were mailed before; 409 for a wrong
 * current one.
 */
export function changePassword(
  ctx: Context & { caller: Caller },
  { current_password, password }: PasswordChange,
): Promise<void> {
  const { caller, db, requestId } = ctx;
  return withPassword(ctx, current_password, async (verified) => {
    const next = await hashPassword(password);
    await transact(db, async (trx) => {
      await lockUser(trx, caller.id);
      if (!(await replacePasswordHash(trx, caller.id, verified, next))) refusePassword();
      await deleteOtherSessions(trx, caller.id, caller.session_id);
      await consumeLinksOf(trx, caller.id);
      await emit(trx, 'password.changed', { user_id: caller.id }, requestId);
    });
  });
}
