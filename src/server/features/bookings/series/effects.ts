import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { insertNotifications } from '#server/features/notifications/queries.ts';
import type { Effects } from '#server/outbox/feature-jobs.ts';
import { insertDeliveries } from '#server/outbox/queries.ts';
import type { Written } from '#server/sockets/fan-out.ts';
import { otherSide, type Side } from '#shared/rules/reschedule.ts';
import type { seriesEvents } from '../events.ts';
import { recipientIdOf } from '../news/email-recipient.ts';
import { type BookingDetails, findBookingDetails, holdParties } from '../news/message-queries.ts';
import { toldOf } from '../news/notification-texts.ts';
import type { SeriesEmail } from './emails.ts';
import { noteSeriesEnd } from './end-queries.ts';
import { seriesKinds } from './news.ts';
import { findRhythm } from './queries.ts';

/** Who hears what (contract 17): one mail for all visits of a change; a client's own calendar changes, too. */
export const seriesEffects: Pick<Effects, keyof typeof seriesEvents> = {
  'series.changed': async (trx, { id, payload }) => {
    const { series_id, about, by, visits } = payload;
    const [first] = visits;
    if (!first) return [];
    if (about === 'cancelled') await noteSeriesEnd(trx, first.booking_id);
    const weeks = await findRhythm(trx, series_id);
    const to = otherSide(by);
    const change = { weeks, visits: visits.length, start: first.start, by, to };
    // Of one that is confirmed the mail can say where it is.
    const { booking_id } = visits.find(({ pending }) => !pending) ?? first;
    const email = { series_id, about, by, booking_id, visits };
    return tell(trx, id, booking_id, (b) => [
      { to, about, email: { ...email, to }, text: seriesKinds[about].text(b, change) },
      ...(by === 'client' ? [{ to: by, about, email: { ...email, to: by } }] : []),
    ]);
  },
  'series.ending': async (trx, { id, payload: { series_id, booking_id } }) => {
    const left = await countVisitsAhead(trx, series_id);
    if (left === 0) return [];
    const email = { series_id, about: 'ending', booking_id, to: 'professional', left } as const;
    return tell(trx, id, booking_id, (b) => [
      { to: 'professional', about: 'ending', email, text: seriesKinds.ending.text(b, { left }) },
    ]);
  },
};

async function countVisitsAhead(trx: Db, series_id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bookings
    where series_id = ${series_id} and status in ('pending', 'confirmed') and start_time > clock_now()`.execute(trx);
  return rows[0]?.count ?? 0;
}

type Telling = { to: Side; about: SeriesEmail['about']; email: SeriesEmail; text?: string };

/** Writes notifications and emails, as the preferences of those sides allow; a guest is mailed at their address. */
async function tell(
  trx: Db,
  event_id: string,
  booking_id: string,
  tellings: (booking: BookingDetails) => Telling[],
): Promise<Written[]> {
  await holdParties(trx, booking_id);
  const booking = await findBookingDetails(trx, booking_id);
  if (!booking) throw new Error(`booking ${booking_id} is missing`);
  const told = tellings(toldOf(booking));
  await insertDeliveries(
    trx,
    told.flatMap(({ to, about, email: payload }) => {
      const recipient = recipientIdOf(booking, to, about);
      return recipient ? [{ event_id, channel: 'mail', recipient, template: 'series', payload }] : [];
    }),
  );
  return insertNotifications(
    trx,
    told.flatMap(({ to, about, text }) => {
      const { user_id } = booking[to];
      if (user_id === null || text === undefined) return [];
      return [{ user_id, event_id, news: seriesKinds[about], message: text, booking_id }];
    }),
  );
}
