import { sql } from 'kysely';
import type { Deps } from '#server/deps.ts';
import { deleteExpiredSessions } from '#server/features/auth/queries.ts';
import { forgetDone } from '#server/outbox/queries.ts';

/** Forgets what nobody asks for any more: ended sessions, counts of long ago, answers that are not replayed, events that were carried out. */
export async function cleanUp({ db }: Pick<Deps, 'db'>): Promise<void> {
  await deleteExpiredSessions(db);
  await db
    .deleteFrom('login_failures')
    .where('since', '<', sql<string>`clock_now() - interval '2 days'`)
    .where((eb) => eb.or([eb('blocked_until', 'is', null), eb('blocked_until', '<', sql<string>`clock_now()`)]))
    .execute();
  await db.deleteFrom('signup_counts').where('since', '<', sql<string>`clock_now() - interval '2 days'`).execute();
  await db.deleteFrom('idempotency_keys').where('created_at', '<', sql<string>`clock_now() - interval '2 days'`).execute();
  await db.deleteFrom('link_tokens').where('expires_at', '<', sql<string>`clock_now() - interval '30 days'`).execute();
  while ((await forgetDone(db)) > 0);
}
