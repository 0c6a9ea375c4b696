import type { Deps } from '#server/deps.ts';
import { deleteExpiredSessions, deleteOldFailures } from '#server/features/auth/queries.ts';
import { deleteOldAnswers } from '#server/features/bookings/create-queries.ts';
import { deleteOldLinks, deleteOldSignupCounts } from '#server/features/waitlist/queries.ts';
import { forgetDone } from '#server/outbox/queries.ts';

/** Deletes rows that no request reads any more: ended sessions, old counts, kept answers and links, and events that were carried out. */
export async function cleanUp({ db }: Pick<Deps, 'db'>): Promise<void> {
  await deleteExpiredSessions(db);
  await deleteOldFailures(db);
  await deleteOldSignupCounts(db);
  await deleteOldAnswers(db);
  await deleteOldLinks(db);
  while ((await forgetDone(db)) > 0);
}
