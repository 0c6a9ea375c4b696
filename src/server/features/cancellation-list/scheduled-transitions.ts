import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { emit } from '#server/outbox/emit.ts';
import type { ScheduledTransition } from '#server/outbox/feature-jobs.ts';
import { listBounds } from '#shared/constants.ts';
import { isNight } from '#shared/rules/cancellation-list.ts';
import { goThroughList } from './go-through-list.ts';
import { claimDueList, findDueLists } from './list-queries.ts';
import { endOpening, findExpiredOpenings, lockOpening, setUnanswered } from './opening-queries.ts';

/** An offer that nobody answered ends; after three in a row by day its entry pauses. */
export const openingExpiry: ScheduledTransition = {
  name: 'opening expiry',
  find: findExpiredOpenings,
  async apply(trx, id) {
    const opening = await lockExpired(trx, id);
    if (!opening || !(await endOpening(trx, opening, 'expired'))) return false;
    if (isNight(opening.created, opening.time_zone)) return true;
    const unanswered = await setUnanswered(trx, opening, null);
    if (unanswered < listBounds.unanswered || opening.entry_status !== 'waiting') return true;
    const { professional_id, entry_id } = opening;
    await sql`update cancellation_list_entries set status = 'paused' where professional_id = ${professional_id} and id = ${entry_id}`.execute(
      trx,
    );
    await emit(trx, 'cancellation_list.paused', { professional_id, entry_id });
    return true;
  },
};

async function lockExpired(trx: Db, id: string) {
  const { rows } = await sql<{ client_id: string }>`
    select e.client_id from openings o
    join cancellation_list_entries e on e.id = o.entry_id and e.professional_id = o.professional_id
    where o.id = ${id} and o.status = 'offered' and o.expires_at <= clock_now()`.execute(trx);
  return rows[0] && lockOpening(trx, id, { client_id: rows[0].client_id, professional_id: null });
}

/** Each list is gone through when what its slots follow from has changed, and every ten minutes. */
export const listRound: ScheduledTransition = {
  name: 'cancellation list',
  find: findDueLists,
  apply: async (trx, id) => (await claimDueList(trx, id)) && goThroughList(trx, id),
};
