// Other features may import this.
import type { Db } from '#server/db/connect.ts';
import { guestUnsubscribeUrl, unsubscribeUrl } from '#server/links/unsubscribe-links.ts';
import { isolated } from '#shared/isolated.ts';
import { pagePath } from '#shared/pages.ts';
import type { Side } from '#shared/rules/reschedule.ts';
import { kindOf } from './booking-email.ts';
import type { BookingDetails } from './message-queries.ts';

/** `unsubscribe` switches emails of this kind off, for a guest all of them. */
export type Recipient = {
  name: string;
  address: string;
  isGuest: boolean;
  footer: string;
  unsubscribe: { label: string; url: string };
};

const unsubscribeLabels: Record<ReturnType<typeof kindOf>, string> = {
  booking: 'Unsubscribe from emails about bookings',
  reminder: 'Unsubscribe from reminder emails',
};

/** Who gets an email: whoever has that side's account now, or the guest. */
export async function recipientOf(
  db: Db,
  booking: BookingDetails,
  change: { to: Side; about: string },
  publicUrl: string,
): Promise<Recipient | { skip: string }> {
  const { user_id, email, gets_email } = booking[change.to];
  const { guest } = booking;
  if (change.to === 'client' && user_id === null && guest) {
    if (guest.email === null) return { skip: 'the guest has no address that may be written to' };
    return {
      name: guest.name,
      address: guest.email,
      isGuest: true,
      footer: `You get this because ${isolated(booking.display_name)} keeps their bookings on Saluni and added your address.`,
      unsubscribe: {
        label: 'Stop emails about bookings to this address',
        url: await guestUnsubscribeUrl(db, publicUrl, guest.email),
      },
    };
  }
  if (user_id === null || email === null) return { skip: 'the recipient is gone' };
  if (!gets_email) return { skip: 'the recipient is disabled' };
  const kind = kindOf(change);
  return {
    name: change.to === 'client' ? `${booking.first_name} ${booking.last_name}` : booking.display_name,
    address: email,
    isGuest: false,
    footer: 'You get this because you have a Saluni account.',
    unsubscribe: {
      label: unsubscribeLabels[kind],
      url: await unsubscribeUrl(db, publicUrl, { userId: user_id, kind }),
    },
  };
}

/** Who is mailed: the side's account, or the guest, whom only what their appointment needs reaches. */
export function recipientIdOf({ guest, ...booking }: BookingDetails, to: Side, about: string): string | undefined {
  const { user_id, gets_email, ...wants } = booking[to];
  if (user_id !== null) return gets_email && wants[`mail_${kindOf({ about })}`] ? user_id : undefined;
  return to === 'client' && guest?.email && about !== 'completed' ? guest.id : undefined;
}

/** Takes `hello@saluni.example` out of `Saluni <hello@saluni.example>`. */
export function addressOf(sender: string): string {
  return /<([^<>]+)>$/.exec(sender)?.[1] ?? sender;
}

/** `publicUrl` is the base of links, without a trailing slash; `isGuest`: the reader has no account. */
export type Reader = { publicUrl: string; isGuest: boolean };

/** Whether the professional's account was deleted, and their page with it. */
export const hasLeft = (b: BookingDetails) => b.professional.user_id === null;

/** The page about a booking that its reader can open: a guest's is the professional's own, as long as there is one. */
export function pageOf(b: BookingDetails, { publicUrl, isGuest }: Reader): string {
  if (!isGuest) return publicUrl + pagePath('bookingDetails', { bookingId: b.id });
  if (hasLeft(b)) return publicUrl + pagePath('browseProfessionals');
  return publicUrl + pagePath('publicProfessional', { professionalId: b.professional_id });
}
