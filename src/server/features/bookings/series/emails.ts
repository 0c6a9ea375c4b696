import { z } from 'zod';
import { type Detail, emailTo } from '#server/email/layout.ts';
import type { WriteEmail } from '#server/outbox/feature-jobs.ts';
import { publishedFile } from '#shared/calendar-file.ts';
import { counted } from '#shared/counted.ts';
import { formatHours } from '#shared/duration.ts';
import { isolated } from '#shared/isolated.ts';
import { pagePath } from '#shared/pages.ts';
import { totalMinutes } from '#shared/rules/lines.ts';
import { whereOf } from '#shared/rules/place.ts';
import { preparationText } from '#shared/rules/preparation.ts';
import { formatPrice, toDollars } from '#shared/rules/price.ts';
import { sides } from '#shared/rules/reschedule.ts';
import { formatDateTime } from '#shared/time.ts';
import { id } from '#shared/wire.ts';
import { changedVisits } from '../events.ts';
import { skipWriteInMail } from '../make/guest-queries.ts';
import { addressOf, pageOf, type Reader, type Recipient, recipientOf } from '../news/email-recipient.ts';
import { type BookingDetails, findBookingDetails } from '../news/message-queries.ts';
import { toldOf, what } from '../news/notification-texts.ts';
import { noteTold, tellsPlace } from '../news/told-places.ts';
import { whereRows } from '../news/where-rows.ts';
import { everyWeeks, seriesKinds } from './news.ts';
import { findRhythm } from './queries.ts';

const ref = { series_id: id, booking_id: id, to: z.enum(sides) };
const seriesEmail = z.discriminatedUnion('about', [
  z.object({
    ...ref,
    about: z.enum(['made', 'moved', 'extended', 'cancelled']),
    by: z.enum(sides),
    visits: changedVisits,
  }),
  z.object({ ...ref, about: z.literal('ending'), left: z.int() }),
]);
/** The payload of a delivery; `booking_id` is a visit of it. */
export type SeriesEmail = z.infer<typeof seriesEmail>;
type Change = Exclude<SeriesEmail, { about: 'ending' }>;

export const seriesEmails: Record<'series', WriteEmail> = {
  async series({ config, db }, payload, { eventId }) {
    const email = seriesEmail.parse(payload);
    const { about, to } = email;
    const { publicUrl, mailFrom } = config;
    const found = await findBookingDetails(db, email.booking_id);
    if (!found) throw new Error(`booking ${email.booking_id} is missing`);
    const recipient = await recipientOf(db, found, email, config);
    if ('skip' in recipient) return recipient;
    const { to: addressee, isGuest, ...ends } = recipient;
    if (to === 'client') {
      const mail = { professional_id: found.professional_id, id: about === 'made' ? email.series_id : eventId };
      const skipped = await skipWriteInMail(db, mail);
      if (skipped) return skipped;
    }
    const b = toldOf(found);
    if (email.about !== 'ending' && tellsPlace(found, email))
      await noteTold(
        db,
        found,
        email.visits.map(({ booking_id }) => booking_id),
      );
    const reader = { publicUrl, isGuest };
    const url = pageOf(b, reader);
    const label = isGuest ? `Page of ${b.display_name}` : 'View booking';
    const words =
      email.about === 'ending'
        ? {
            text: seriesKinds.ending.text(b, email),
            details: [],
            next: undefined,
            button: { label: 'Add more dates', url: publicUrl + pagePath('bookingDetails', { bookingId: b.id }) },
          }
        : { ...wordsOf(b, email, await findRhythm(db, email.series_id), recipient), button: { label, url } };
    const other = to === 'client' ? b.display_name : isolated(b.guest?.name ?? `${b.first_name} ${b.last_name}`);
    const { heading } = seriesKinds[about];
    const written = emailTo(addressee, {
      subject: `${heading}: ${what(b)} with ${other}`,
      preview: words.text,
      heading,
      paragraphs: to === 'client' ? [`Hi ${isolated(b.first_name)},`, words.text] : [words.text],
      quote: 'quote' in words ? words.quote : undefined,
      details: words.details,
      next: words.next,
      button: words.button,
      ...ends,
    });
    const isWithFile = to === 'client' && email.about !== 'ending' && isInFile(email.visits);
    const file = isWithFile && fileOf(b, email, { reader, address: addressOf(mailFrom) });
    return { email: { ...written, ...(file && { invitation: { method: 'PUBLISH', content: file } }) }, suffix: to };
  },
};

function wordsOf(b: BookingDetails, email: Change, weeks: number, { isGuest }: Recipient) {
  const { about, to, by, visits } = email;
  const text = seriesKinds[about].text(b, { weeks, visits: visits.length, start: visits[0]?.start ?? 0, by, to });
  const isAhead = about !== 'cancelled';
  const whenOf = ({ start, pending }: Change['visits'][number]) =>
    formatDateTime(start, b.time_zone) + (pending ? ' (once the deposit is there)' : '');
  const preparation = to === 'client' && isAhead ? preparationText(b.services) : '';
  const minutes = totalMinutes(b.services);
  const total = formatPrice(toDollars(b.total_price_cents));
  const details: Detail[] = [
    to === 'client'
      ? ['With', b.display_name]
      : ['Client', isolated(b.guest?.name ?? `${b.first_name} ${b.last_name}`)],
    ['What', `${what(b)}, ${everyWeeks(weeks)} (${formatHours(minutes)})`],
    [isAhead ? 'When' : 'Cancelled', visits.map(whenOf).join('\n')],
    ...(isAhead ? ([...whereRows(b, email), ['Total', `${total} a visit`]] as Detail[]) : []),
    ...(preparation ? ([['How to prepare', preparation]] as [string, string][]) : []),
    ...(to === 'client' && isAhead && b.policy !== null ? ([['Cancelling', b.policy]] as [string, string][]) : []),
  ];
  const from = by === 'client' ? isolated(b.guest?.name ?? b.first_name) : b.display_name;
  const quote = b.cancel_reason && !isAhead ? { label: `Reason given by ${from}`, text: b.cancel_reason } : undefined;
  return { text, details, quote, next: nextOf(b, email, isGuest) };
}

function nextOf(b: BookingDetails, { about, to, visits }: Change, isGuest: boolean): string {
  if (to === 'professional') return 'These times are free again for other clients.';
  if (about === 'cancelled') return 'The attached file takes them out of your calendar.';
  const file = about === 'moved' ? 'updates your calendar' : 'has all of them';
  const hours = b.cutoff_hours === 0 ? '' : ` until ${counted(b.cutoff_hours, 'hour')} before it starts`;
  const how = isGuest
    ? `If you can't make it, please tell ${b.display_name}.`
    : `You can change or cancel each of them online${hours || ' until it starts'}.`;
  return isInFile(visits) ? `The attached file ${file}. ${how}` : how;
}

/** One that waits for its deposit is in no calendar yet. */
const isInFile = (visits: Change['visits']) => visits.some(({ pending }) => !pending);

/**
 * One file with all visits of the change that are not pending: each keeps its UID, and later changes of one have the
 * next SEQUENCE.
 */
function fileOf(
  b: BookingDetails,
  { about, visits }: Change,
  { reader, address }: { reader: Reader; address: string },
) {
  return publishedFile(
    about === 'cancelled' ? 'CANCELLED' : 'CONFIRMED',
    visits
      .filter(({ pending }) => !pending)
      .map(({ booking_id, sequence, start }) => {
        const url = pageOf({ ...b, id: booking_id }, reader);
        return {
          bookingId: booking_id,
          sequence,
          start,
          end: start + b.end - b.start,
          summary: `${what(b)} with ${b.display_name}`,
          description: `${formatDateTime(start, b.time_zone)}\n${url}`,
          location: (about !== 'cancelled' && whereOf(b, b)) || b.location,
          url,
          organizer: { name: b.display_name, email: address },
        };
      }),
  );
}
