import type { Db } from '#server/db/connect.ts';
import type { Effects } from '#server/outbox/feature-jobs.ts';
import { insertDeliveries } from '#server/outbox/queries.ts';
import { mayMailKind } from '#shared/rules/code-mails.ts';
import { codeAsked } from './codes/effects.ts';
import { countChangeEmails, findEmailChange } from './email-queries.ts';
import type { AuthTemplate } from './emails.ts';
import type { authEvents } from './events.ts';
import { countEmails, findActiveUser } from './queries.ts';

type UserEvent = { id: string; payload: { user_id: string; network?: string | undefined } };

function mail(trx: Db, template: AuthTemplate, { id: event_id, payload }: UserEvent): Promise<void> {
  return insertDeliveries(trx, [{ event_id, channel: 'mail', recipient: payload.user_id, template, payload }]);
}

export const authEffects: Pick<Effects, keyof typeof authEvents> = {
  async 'password.reset_requested'(trx, event) {
    const { user_id, network } = event.payload;
    if (!(await findActiveUser(trx, user_id))) return;
    const mails = await countEmails(trx, { userId: user_id, template: 'password_reset', network });
    if (!mayMailKind(mails, { isNetworkKnown: network !== undefined })) return;
    await mail(trx, 'password_reset', event);
  },
  'password.changed': (trx, { id: event_id, payload }) =>
    insertDeliveries(trx, [
      { event_id, channel: 'mail', recipient: payload.user_id, template: 'password_changed', payload },
    ]),
  'code.asked': codeAsked,
  async 'user.invited'(trx, event) {
    const { user_id } = event.payload;
    if (mayMailKind(await countEmails(trx, { userId: user_id, template: 'user_invitation' })))
      await mail(trx, 'user_invitation', event);
  },
  /** A link to the new address, unless it had enough, whoever asked; and word to the old one. */
  async 'email.change_requested'(trx, { id: event_id, payload }) {
    const change = await findEmailChange(trx, payload.change_id);
    if (!change) return;
    const both = { event_id, channel: 'mail' as const, payload };
    const notice = { ...both, recipient: change.user_id, template: 'email_change_notice' };
    const link = { ...both, recipient: payload.change_id, template: 'email_change' };
    const mayMail = change.is_latest && mayMailKind(await countChangeEmails(trx, change.email));
    await insertDeliveries(trx, mayMail ? [link, notice] : [notice]);
  },
  'email.changed': (trx, { id: event_id, payload }) =>
    insertDeliveries(trx, [
      { event_id, channel: 'mail', recipient: payload.change_id, template: 'email_changed', payload },
    ]),
  'account.deleted': (trx, { id: event_id, payload }) =>
    insertDeliveries(trx, [
      { event_id, channel: 'mail', recipient: payload.farewell_id, template: 'account_deleted', payload },
    ]),
  /** An email at most once a day; it leads to the list of all devices. */
  async 'session.started_on_new_device'(trx, { id: event_id, payload: { user_id, device_key } }) {
    if (!(await findActiveUser(trx, user_id))) return;
    if ((await countEmails(trx, { userId: user_id, template: 'new_device' })).inDay > 0) return;
    await insertDeliveries(trx, [
      { event_id, channel: 'mail', recipient: user_id, template: 'new_device', payload: { user_id, device_key } },
    ]);
  },
};
