import type { Db } from '#server/db/connect.ts';
import { insertNotifications } from '#server/features/notifications/queries.ts';
import type { Effects } from '#server/outbox/feature-jobs.ts';
import { insertDeliveries } from '#server/outbox/queries.ts';
import type { Written } from '#server/sockets/fan-out.ts';
import type { cancellationListEvents } from './events.ts';
import { findListNews, holdListParties } from './message-queries.ts';
import { kindOfList, type ListAbout } from './news.ts';
import type { Ended } from './queries.ts';

/** What the client hears of the list (contract 12), of its end with its times in the app alone. */
export const cancellationListEffects: Pick<Effects, keyof typeof cancellationListEvents> = {
  'opening.offered': (trx, event) => tell(trx, event, 'offered'),
  'opening.withdrawn': (trx, event) => tell(trx, event, 'withdrawn'),
  'cancellation_list.paused': (trx, event) => tell(trx, event, 'paused'),
  'cancellation_list.ended': (trx, event) => tell(trx, event, 'ended', event.payload.why),
};

type ListEvent = { id: string; payload: { entry_id: string } | { opening_id: string } };

/** Writes the notification and the email, as the client's preferences allow. */
async function tell(
  trx: Db,
  { id: event_id, payload }: ListEvent,
  about: ListAbout,
  why?: Exclude<Ended, 'silent'>,
): Promise<Written[]> {
  const found = await findListNews(trx, payload);
  if (!found) return [];
  await holdListParties(trx, found.entry_id);
  const told = await findListNews(trx, payload);
  if (!told?.user_id) return [];
  const { user_id, mail_booking } = told;
  if (why !== 'over' && mail_booking) {
    await insertDeliveries(trx, [
      { event_id, channel: 'mail', recipient: user_id, template: 'cancellation_list', payload: { ...payload, about } },
    ]);
  }
  const subject_id = 'opening_id' in payload ? payload.opening_id : payload.entry_id;
  const news = kindOfList(about);
  return insertNotifications(trx, [{ user_id, event_id, news, message: news.text(told, why), subject_id }]);
}
