import { findLateChanges } from '#server/features/auth/email-queries.ts';
import type { Effects } from '#server/outbox/feature-jobs.ts';
import { insertDeliveries } from '#server/outbox/queries.ts';
import type { depositEvents } from './events.ts';

export const depositEffects: Pick<Effects, keyof typeof depositEvents> = {
  /** One that waits is told to addresses that the account had a week ago, too: there its owner can stop it. */
  'pay_to.changed': async (trx, { id: event_id, payload }) => {
    const mail = { event_id, channel: 'mail' as const, template: 'pay_to_changed' };
    const changes = payload.how === 'waits' ? await findLateChanges(trx, payload.user_id) : [];
    const former = changes.filter(({ is_former }) => is_former);
    await insertDeliveries(trx, [
      { ...mail, recipient: payload.user_id, payload },
      ...former.map(({ id }) => ({ ...mail, recipient: id, payload: { ...payload, change_id: id } })),
    ]);
  },
};
