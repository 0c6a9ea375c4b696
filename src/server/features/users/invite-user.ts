import type { Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, notFound } from '#server/errors.ts';
import { recordAction } from '#server/features/audit/queries.ts';
import { emit } from '#server/outbox/emit.ts';
import { findUser } from './queries.ts';

/**
 * Mails a user a link with which they choose a password and are in; 404 for an unknown user, 409 for a disabled one.
 */
export function inviteUser(
  db: Db,
  id: string,
  { actorId, requestId }: { actorId: string; requestId: string },
): Promise<void> {
  return transact(db, async (trx) => {
    const user = (await findUser(trx, { id })) ?? notFound('User');
    if (!user.is_active) conflict('This user is disabled. Enable them first.');
    await emit(trx, 'user.invited', { user_id: id }, requestId);
    await recordAction(trx, { actorId, action: 'user.invited', subjectId: id });
  });
}
