import type { EmailContent } from '#server/email/layout.ts';
import type { Side } from '#shared/rules/reschedule.ts';
import type { aboutBooking } from './about-booking.ts';
import type { BookingEmail } from './booking-email.ts';
import type { Reader } from './email-recipient.ts';
import type { BookingDetails, RequestDetails } from './message-queries.ts';

/** What is told in the app alone has no mail. */
type Any = BookingEmail['about'] | 'reschedule_withdrawn';
type Request<About> = About extends `reschedule${string}` ? RequestDetails : undefined;

/** A change as it is told: the booking, the mail's payload, and the request of changes that have one. */
export type Told<About extends string = Any> = {
  b: BookingDetails;
  change: BookingEmail & { about: About };
  request: Request<About>;
};

/**
 * What a mail says beside its first line, the text. Subjects go on with the services and the other side; `button` is a
 * label, or another place than the booking's page.
 */
type MailWords = Pick<EmailContent, 'heading' | 'quote' | 'next'> & {
  /** By default the heading. */
  subject?: string;
  greets?: boolean;
  button?: string | { label: string; url: string };
};

/** A kind of news about a booking: all that is told of such a change in the app, by push and by mail. */
export type Kind<About extends string = Any> = Omit<Parameters<typeof aboutBooking>[0], 'type'> & {
  /** The notification; it is also the email's first line. */
  text(told: Told<About>): string;
  /** Where it is mailed. */
  mail?(told: Told<About>, reader: Reader): MailWords;
  /**
   * Why nobody needs a question or a reminder any more: it was answered since, or is about another time. Other emails
   * say what happened, and are always sent.
   */
  whyObsolete?(told: Told<About> | (Omit<Told<About>, 'request'> & { request: undefined })): string | undefined;
  /** Who hears of it, where the event leaves that to its kind. */
  readers?: readonly Side[];
};
