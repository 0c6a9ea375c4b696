import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { type Link, type Reach, reachByMessage, reachOther } from '#server/email/reach.ts';
import type { Email } from '#server/email/transport.ts';
import { guestUnsubscribeLink, unsubscribeLink } from '#server/links/unsubscribe-links.ts';
import { isolated } from '#shared/isolated.ts';
import { pagePath } from '#shared/pages.ts';
import type { Side } from '#shared/rules/reschedule.ts';
import { kindOf } from './booking-email.ts';
import type { BookingDetails } from './message-queries.ts';

/** `unsubscribe` switches emails of this kind off, for a guest all of them. */
export type Recipient = {
  to: Email['to'];
  isGuest: boolean;
  reach: Reach;
  footer?: string;
  unsubscribe: Link;
};

type Urls = Pick<Config, 'publicUrl' | 'clientSignup'>;

/** How the other side of a booking is reached; a guest has no page behind a login (contract 9). */
function reachOf(
  b: BookingDetails,
  { side, isGuest }: { side: Side; isGuest: boolean },
  { publicUrl, clientSignup }: Urls,
): Reach {
  if (side === 'professional') {
    const name = isolated(b.guest?.name ?? `${b.first_name} ${b.last_name}`);
    const url = publicUrl + pagePath('bookingDetails', { bookingId: b.id });
    return reachOther(name, { way: { label: `How to reach ${name}`, url } });
  }
  const name = isolated(b.display_name);
  if (hasLeft(b)) return reachOther(name);
  if (!isGuest) return reachByMessage(publicUrl, { id: b.professional_id, name });
  const asBefore = 'get in touch the way you booked.';
  // The button leads to their page; where clients come by the waitlist, nobody new can ask there.
  const onPage = clientSignup === 'open' ? 'ask a question on their page, or ' : '';
  return reachOther(name, { how: `To reach them, ${onPage}${asBefore}` });
}

/** Who gets an email: whoever has that side's account now, or the guest. */
export async function recipientOf(
  db: Db,
  booking: BookingDetails,
  change: { to: Side; about: string },
  config: Urls,
): Promise<Recipient | { skip: string }> {
  const { user_id, email, gets_email } = booking[change.to];
  const { guest } = booking;
  const { publicUrl } = config;
  if (change.to === 'client' && user_id === null && guest) {
    if (guest.email === null) return { skip: 'the guest has no address that may be written to' };
    return {
      to: { name: guest.name, address: guest.email },
      isGuest: true,
      reach: reachOf(booking, { side: 'client', isGuest: true }, config),
      footer: `You get this because ${isolated(booking.display_name)} keeps their bookings on Saluni and added your address.`,
      unsubscribe: await guestUnsubscribeLink(db, publicUrl, guest.email),
    };
  }
  if (user_id === null || email === null) return { skip: 'the recipient is gone' };
  if (!gets_email) return { skip: 'the recipient is disabled' };
  return {
    to: {
      name: change.to === 'client' ? `${booking.first_name} ${booking.last_name}` : booking.display_name,
      address: email,
    },
    isGuest: false,
    reach: reachOf(booking, { side: change.to, isGuest: false }, config),
    unsubscribe: await unsubscribeLink(db, publicUrl, { userId: user_id, kind: kindOf(change) }),
  };
}

/** Who is mailed: the side's account, or the guest, whom only what their appointment needs reaches. */
export function recipientIdOf({ guest, ...booking }: BookingDetails, to: Side, about: string): string | undefined {
  const { user_id, gets_email, ...wants } = booking[to];
  if (user_id !== null) return gets_email && wants[`mail_${kindOf({ about })}`] ? user_id : undefined;
  return to === 'client' && guest?.email && about !== 'completed' && about !== 'due_again' ? guest.id : undefined;
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
