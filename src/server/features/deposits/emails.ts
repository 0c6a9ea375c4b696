import { z } from 'zod';
import { emailTo } from '#server/email/layout.ts';
import { findEmailChange } from '#server/features/auth/email-queries.ts';
import { findActiveUser } from '#server/features/auth/queries.ts';
import { amountOf } from '#server/features/bookings/news/deposit-texts.ts';
import { findBookingDetails } from '#server/features/bookings/news/message-queries.ts';
import { clientName, what } from '#server/features/bookings/news/notification-texts.ts';
import { newLink } from '#server/links/mailed-links.ts';
import type { WriteEmail } from '#server/outbox/feature-jobs.ts';
import { pagePath } from '#shared/pages.ts';
import { payToLabels } from '#shared/rules/deposit.ts';
import { sides } from '#shared/rules/reschedule.ts';
import { id } from '#shared/wire.ts';
import { depositEvents } from './events.ts';
import { hasWaitingPayTo } from './settings-queries.ts';

/** `change_id`: to the address that this change of the account's replaced. */
const payToMail = depositEvents['pay_to.changed'].extend({ change_id: id.optional() });

const refundToMail = depositEvents['refund_to.set'].extend({ to: z.enum(sides) });

/** About the account's security: nobody can switch it off. */
export const depositEmails: Record<'pay_to_changed' | 'refund_to_set', WriteEmail> = {
  async pay_to_changed({ config: { publicUrl }, db }, payload) {
    const { user_id, kind, end, how, hours, change_id } = payToMail.parse(payload);
    const user = await findActiveUser(db, user_id);
    const former = change_id && (await findEmailChange(db, change_id))?.previous_email;
    const address = change_id ? former : user?.email;
    if (!user || !address) return { skip: 'the recipient is disabled or gone' };
    const suffix = change_id && { suffix: change_id };
    const place = `${payToLabels[kind]} ending in ${end}`;
    const content = {
      details: [['Paid to', place] as [string, string]],
      footer: 'You get this because it is about the security of your Saluni account.',
    };
    if (how === 'waits' && (await hasWaitingPayTo(db, user_id))) {
      const token = await newLink(db, 'pay_to_keep', { email: address, userId: user.id });
      const heading = 'Your deposits will go somewhere else';
      const email = emailTo(address, {
        ...content,
        subject: heading,
        preview: "If it wasn't you, keep the old one with one tap.",
        heading,
        paragraphs: [
          `Someone, hopefully you, changed where your clients pay deposits. The new one takes effect in ${hours} hours. Until then clients pay as before.`,
        ],
        next: "If it was you, there's nothing to do. If not, keep things as they are, then choose a new password.",
        button: { label: 'Keep it as it was', url: `${publicUrl}${pagePath('keepPayTo')}?token=${token}` },
      });
      return { email, ...suffix };
    }
    if (change_id) return { skip: 'nothing waits any more' };
    const heading = how === 'removed' ? 'Your deposits are switched off' : 'Where your deposits go';
    const email = emailTo(address, {
      ...content,
      subject: heading,
      preview: "If it was you, there's nothing to do.",
      heading,
      paragraphs: [
        how === 'removed'
          ? 'Someone, hopefully you, removed where your clients pay deposits. New bookings ask for none.'
          : 'Someone, hopefully you, set where your clients pay deposits.',
      ],
      next: "If it wasn't you, choose a new password now: that logs everyone out.",
      button: { label: 'Choose a new password', url: publicUrl + pagePath('forgotPassword') },
    });
    return { email };
  },

  async refund_to_set({ config: { publicUrl }, db }, payload) {
    const { booking_id, kind, end, to } = refundToMail.parse(payload);
    const booking = await findBookingDetails(db, booking_id);
    const { email: address, gets_email } = booking?.[to] ?? {};
    if (!booking || !address || !gets_email) return { skip: 'the recipient is disabled or gone' };
    const isClient = to === 'client';
    const heading = isClient ? 'Where your refund goes' : 'Where a refund goes';
    const refund = `${amountOf(booking)} for ${what(booking)}`;
    const email = emailTo(address, {
      subject: heading,
      preview: `${payToLabels[kind]} ending in ${end}`,
      heading,
      paragraphs: [
        isClient
          ? `Someone, hopefully you, said where ${booking.display_name} sends back ${refund}.`
          : `${clientName(booking)} said where you send back ${refund}. The booking shows all of it.`,
      ],
      details: [['Sent to', `${payToLabels[kind]} ending in ${end}`]],
      next: isClient
        ? "If it wasn't you, change it on the booking, then choose a new password: that logs everyone out."
        : undefined,
      button: { label: 'View booking', url: publicUrl + pagePath('bookingDetails', { bookingId: booking_id }) },
      footer: 'You get this because it is about the security of your Saluni account.',
    });
    return { email, suffix: to };
  },
};
