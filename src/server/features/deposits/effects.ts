import type { Effects } from '#server/outbox/feature-jobs.ts';
import { insertDeliveries } from '#server/outbox/queries.ts';
import type { depositEvents } from './events.ts';

export const depositEffects: Pick<Effects, keyof typeof depositEvents> = {
  'pay_to.changed': (trx, { id: event_id, payload }) =>
    insertDeliveries(trx, [
      { event_id, channel: 'mail', recipient: payload.user_id, template: 'pay_to_changed', payload },
    ]),
};
