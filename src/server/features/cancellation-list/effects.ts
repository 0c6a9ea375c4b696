import type { Db } from '#server/db/connect.ts';
import { insertNotifications } from '#server/features/notifications/queries.ts';
import type { Effects } from '#server/outbox/feature-jobs.ts';
import type { News } from '#server/outbox/news.ts';
import { insertDeliveries } from '#server/outbox/queries.ts';
import type { Written } from '#server/sockets/fan-out.ts';
import type { cancellationListEvents } from './events.ts';
import { findListNews, holdListParties, type ListNews } from './message-queries.ts';
import { listKinds } from './news.ts';
import { listTexts } from './notification-texts.ts';

/** What the client hears of the list (contract 12); the other side hears of a booking. */
export const cancellationListEffects: Pick<Effects, keyof typeof cancellationListEvents> = {
  'opening.offered': (trx, event) => tell(trx, event, listKinds.offered, { text: listTexts.offered, about: 'offered' }),
  'opening.withdrawn': (trx, event) =>
    tell(trx, event, listKinds.withdrawn, { text: listTexts.withdrawn, about: 'withdrawn' }),
  'cancellation_list.paused': (trx, event) =>
    tell(trx, event, listKinds.paused, { text: listTexts.paused, about: 'paused' }),
  'cancellation_list.ended': (trx, event) => {
    const { why } = event.payload;
    const text = (news: ListNews) => listTexts.ended(news, why);
    return tell(trx, event, listKinds.ended, { text, about: why === 'over' ? null : 'ended' });
  },
};

type ListEvent = { id: string; payload: { entry_id: string; why?: string } | { opening_id: string } };

/** Writes the notification, and the email that is `about` it, as the client's preferences allow. */
async function tell(
  trx: Db,
  { id: event_id, payload }: ListEvent,
  news: News,
  { text, about }: { text: (news: ListNews) => string; about: string | null },
): Promise<Written[]> {
  const found = await findListNews(trx, payload);
  if (!found) return [];
  await holdListParties(trx, found.entry_id);
  const told = await findListNews(trx, payload);
  if (!told?.user_id) return [];
  const { user_id, mail_booking } = told;
  if (about !== null && mail_booking) {
    await insertDeliveries(trx, [
      { event_id, channel: 'mail', recipient: user_id, template: 'cancellation_list', payload: { ...payload, about } },
    ]);
  }
  const subject_id = 'opening_id' in payload ? payload.opening_id : payload.entry_id;
  return insertNotifications(trx, [{ user_id, event_id, news, message: text(told), subject_id }]);
}
