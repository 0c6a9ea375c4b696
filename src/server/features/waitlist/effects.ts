import type { Db } from '#server/db/connect.ts';
import type { Effects } from '#server/outbox/feature-jobs.ts';
import { insertDeliveries } from '#server/outbox/queries.ts';
import { mayMailKind } from '#shared/rules/code-mails.ts';
import type { WaitlistTemplate } from './emails.ts';
import type { waitlistEvents } from './events.ts';
import { countEmails } from './queries.ts';

/** Most emails a day to one address, however often it signs up (contract 3; reliability S8). */
const signupEmailsADay = 3;

type EntryEvent = { id: string; payload: { entry_id: string; signup_id?: string | undefined } };

function mail(trx: Db, template: WaitlistTemplate, { id: event_id, payload }: EntryEvent): Promise<void> {
  return insertDeliveries(trx, [{ event_id, channel: 'mail', recipient: payload.entry_id, template, payload }]);
}

export const waitlistEffects: Pick<Effects, keyof typeof waitlistEvents> = {
  /** Sends the email for the entry's status, unless the address has had its emails of the day. */
  async 'waitlist.signed_up'(trx, event) {
    const of = { entryId: event.payload.entry_id, template: 'waitlist' } as const;
    if ((await countEmails(trx, of)).inDay < signupEmailsADay) await mail(trx, 'waitlist', event);
  },
  'waitlist.approved': (trx, event) => mail(trx, 'waitlist_invitation', event),
  async 'waitlist.invited'(trx, event) {
    const of = { entryId: event.payload.entry_id, template: 'waitlist_invitation' } as const;
    if (mayMailKind(await countEmails(trx, of))) await mail(trx, 'waitlist_invitation', event);
  },
  'waitlist.declined': (trx, event) => mail(trx, 'waitlist_decline', event),
};
