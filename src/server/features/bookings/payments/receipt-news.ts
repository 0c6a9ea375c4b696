import { z } from 'zod';
import { emailTo } from '#server/email/layout.ts';
import { insertNotifications } from '#server/features/notifications/queries.ts';
import type { Effects, WriteEmail } from '#server/outbox/feature-jobs.ts';
import type { Subject } from '#server/outbox/news.ts';
import { insertDeliveries } from '#server/outbox/queries.ts';
import { isolated } from '#shared/isolated.ts';
import { pagePath } from '#shared/pages.ts';
import type { Receipt } from '#shared/payments.ts';
import { paymentLabels } from '#shared/rules/payments.ts';
import { formatPrice } from '#shared/rules/price.ts';
import { formatDate } from '#shared/time.ts';
import { id } from '#shared/wire.ts';
import type { receiptEvents } from '../events.ts';
import { skipWriteInMail } from '../make/guest-queries.ts';
import { aboutBooking } from '../news/about-booking.ts';
import { pageOf, recipientIdOf, recipientOf } from '../news/email-recipient.ts';
import { type BookingDetails, findBookingDetails, holdParties } from '../news/message-queries.ts';
import { toldOf, what } from '../news/notification-texts.ts';
import { findReceiptNumbered } from './queries.ts';

// A receipt is told its client (contract 26); a guest has no page to read it on, so the mail holds all of it.

const pathOf = (bookingId: string) => pagePath('receipt', { bookingId });

type Kind = Parameters<typeof aboutBooking>[0] & {
  /** The notification; it is also the email's first line. */
  text(b: BookingDetails, number: number): string;
  /** Subjects go on with the services and the professional. */
  mail(receipt: Receipt): { subject: string; heading: string };
};

const kind = ({ text, mail, ...news }: Kind) => ({
  ...aboutBooking(news),
  link: ({ booking_id }: Subject) => booking_id && pathOf(booking_id),
  text,
  mail,
});

/** All that is told of a receipt. */
export const receiptKinds = {
  issued: kind({
    type: 'receipt_issued',
    title: 'New receipt',
    text: (b) => `Your receipt from ${b.display_name} for ${what(b)} is here.`,
    mail: ({ title, number }) => ({ subject: title, heading: `${title} ${number}` }),
    former: { professional: 'A former professional gave you a receipt.' },
  }),
  voided: kind({
    type: 'receipt_voided',
    title: 'Receipt voided',
    text: (_, number) => `Receipt ${number} was voided.`,
    mail: () => ({ subject: 'Voided', heading: 'A receipt was voided' }),
    former: { professional: 'A receipt of a former professional was voided.' },
  }),
};

const receiptEmail = z.object({
  booking_id: id,
  number: z.int(),
  about: z.enum(['issued', 'voided']),
  to: z.literal('client'),
});

export const receiptEffects: Pick<Effects, keyof typeof receiptEvents> = {
  'receipt.changed': async (trx, { id: event_id, payload: { booking_id, number, about } }) => {
    await holdParties(trx, booking_id);
    const booking = await findBookingDetails(trx, booking_id);
    if (!booking) throw new Error(`booking ${booking_id} is missing`);
    const payload = receiptEmail.parse({ booking_id, number, about, to: 'client' });
    const recipient = recipientIdOf(booking, 'client', `receipt_${about}`);
    if (recipient)
      await insertDeliveries(trx, [{ event_id, channel: 'mail', recipient, template: 'receipt', payload }]);
    const { user_id } = booking.client;
    if (user_id === null) return [];
    const news = receiptKinds[about];
    const message = news.text(toldOf(booking), number);
    return insertNotifications(trx, [{ user_id, event_id, news, message, booking_id }]);
  },
};

export const receiptEmails: Record<'receipt', WriteEmail> = {
  async receipt({ config, db }, payload, { eventId }) {
    const change = receiptEmail.parse(payload);
    const booking = await findBookingDetails(db, change.booking_id);
    const receipt = await findReceiptNumbered(db, change.booking_id, change.number);
    if (!booking || !receipt) return { skip: 'the receipt is gone' };
    const recipient = await recipientOf(db, booking, change, config);
    if ('skip' in recipient) return recipient;
    const { professional_id, written_in } = booking;
    const skipped = written_in && (await skipWriteInMail(db, { professional_id, id: eventId }));
    if (skipped) return skipped;
    const b = toldOf(booking);
    const { to, isGuest, ...ends } = recipient;
    const kind = receiptKinds[change.about];
    const text = kind.text(b, change.number);
    const { subject, heading } = kind.mail(receipt);
    const email = emailTo(to, {
      subject: `${subject}: ${what(b)} with ${b.display_name}`,
      preview: text,
      heading,
      paragraphs: [`Hi ${isolated(b.first_name)},`, text],
      details: rowsOf(receipt),
      button: isGuest
        ? { label: `Page of ${b.display_name}`, url: pageOf(b, { publicUrl: config.publicUrl, isGuest }) }
        : { label: 'View receipt', url: config.publicUrl + pathOf(b.id) },
      ...ends,
    });
    return { email, suffix: change.to };
  },
};

const dateText = (date: string) => formatDate(Date.parse(date), 'UTC');

/** All that a receipt says. */
function rowsOf(receipt: Receipt): [string, string][] {
  const amounts = (rows: { name: string; amount: number }[]) =>
    rows.map(({ name, amount }) => `${name}: ${formatPrice(amount)}`).join('\n');
  const payments = receipt.payments.map(({ method, amount, paid_on }) => ({
    name: `${paymentLabels[method]}, ${dateText(paid_on)}`,
    amount,
  }));
  const ahead = receipt.deposit > 0 ? [{ name: 'Deposit', amount: receipt.deposit }] : [];
  return [
    ['From', isolated(receipt.business_name)],
    ...(receipt.abn === null ? [] : ([['ABN', receipt.abn]] as [string, string][])),
    ['For', isolated(receipt.client)],
    ['Number', `${receipt.number}, ${dateText(receipt.issued_on)}`],
    ['What', amounts(receipt.lines.map(({ name, amount }) => ({ name: isolated(name), amount })))],
    ['Total', formatPrice(receipt.total)],
    ['Paid', [amounts([...ahead, ...payments]), `Together: ${formatPrice(receipt.paid)}`].join('\n')],
    ...(receipt.gst === null ? [] : ([['GST included', formatPrice(receipt.gst)]] as [string, string][])),
  ];
}
