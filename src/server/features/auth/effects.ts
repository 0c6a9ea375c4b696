import type { Effects } from '#server/noun-jobs.ts';
import { insertDeliveries } from '#server/outbox/queries.ts';
import type { authEvents } from './events.ts';
import { countResetsOfHour, findActiveUser } from './queries.ts';

/** Most reset links an hour to one account, however often they are asked for. */
const resetsAnHour = 3;

export const authEffects: Pick<Effects, keyof typeof authEvents> = {
  async 'password.reset_requested'(trx, { id: event_id, payload: { user_id } }) {
    if (!(await findActiveUser(trx, user_id))) return;
    if ((await countResetsOfHour(trx, user_id)) >= resetsAnHour) return;
    await insertDeliveries(trx, [{ event_id, channel: 'mail', recipient: user_id, template: 'password_reset', payload: { user_id } }]);
  },
};
