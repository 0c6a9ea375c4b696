import type { Effects } from '#server/noun-jobs.ts';
import { insertDeliveries } from '#server/outbox/queries.ts';
import type { waitlistEvents } from './events.ts';
import { countEmailsOfDay } from './queries.ts';

/** Most emails a day to one address, however often it signs up (contract 3; reliability S8). */
const signupEmailsADay = 3;

export const waitlistEffects: Pick<Effects, keyof typeof waitlistEvents> = {
  /** Sends the email for the entry's status, unless the address has had its emails of the day. */
  async 'waitlist.signed_up'(trx, { id: event_id, payload: { entry_id } }) {
    if ((await countEmailsOfDay(trx, entry_id)) >= signupEmailsADay) return;
    await insertDeliveries(trx, [{ event_id, channel: 'mail', recipient: entry_id, template: 'waitlist', payload: { entry_id } }]);
  },
};
