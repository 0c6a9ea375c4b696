import { z } from 'zod';
import type { Db } from '#server/db/connect.ts';
import { emailTo } from '#server/email/layout.ts';
import type { WriteEmail } from '#server/outbox/feature-jobs.ts';
import { publishedFile } from '#shared/calendar-file.ts';
import { isolated } from '#shared/isolated.ts';
import { formatDateTime } from '#shared/time.ts';
import { id } from '#shared/wire.ts';
import { appointmentWith } from '../news/calendar-invitation.ts';
import { addressOf, pageOf, recipientOf } from '../news/email-recipient.ts';
import { type BookingDetails, findBookingDetails } from '../news/message-queries.ts';
import { toldOf, what } from '../news/notification-texts.ts';
import { noteTold } from '../news/told-places.ts';
import { whereRows } from '../news/where-rows.ts';

const mail = { about: 'place_changed', to: 'client' } as const;

/** The visits of one person with one professional. */
const placeEmail = z.object({ visits: z.array(id).min(1) });

export const placeEmails: Record<'place', WriteEmail> = {
  async place({ config, db }, payload) {
    const visits = await findAhead(db, placeEmail.parse(payload).visits);
    const [found] = visits;
    if (!found) return { skip: 'none of these visits is ahead any more' };
    const recipient = await recipientOf(db, found, mail, config);
    if ('skip' in recipient) return recipient;
    await noteTold(
      db,
      found,
      visits.map((visit) => visit.id),
    );
    const b = toldOf(found);
    const { to, isGuest, ...ends } = recipient;
    const reader = { publicUrl: config.publicUrl, isGuest };
    const text = `${b.display_name} ${newsOf(b)}`;
    const email = emailTo(to, {
      subject: `New address: ${what(b)} with ${b.display_name}`,
      preview: text,
      heading: 'Your visit is somewhere else now',
      paragraphs: [`Hi ${isolated(b.first_name)},`, text],
      details: [
        ['With', b.display_name],
        ['When', visits.map(({ start, time_zone }) => formatDateTime(start, time_zone)).join('\n')],
        ...whereRows(b, mail),
      ],
      next: 'The attached file updates your calendar.',
      button: { label: isGuest ? `Page of ${b.display_name}` : 'View booking', url: pageOf(b, reader) },
      ...ends,
    });
    const entries = visits.map((visit) =>
      appointmentWith(toldOf(visit), { address: addressOf(config.mailFrom), url: pageOf(visit, reader) }),
    );
    return { email: { ...email, invitation: { method: 'PUBLISH', content: publishedFile('CONFIRMED', entries) } } };
  },
};

async function findAhead(db: Db, ids: readonly string[]): Promise<BookingDetails[]> {
  const found: BookingDetails[] = [];
  for (const one of ids) {
    const visit = await findBookingDetails(db, one);
    if (visit?.is_ahead && visit.status === 'confirmed') found.push(visit);
  }
  return found;
}

/** What becomes of the address; where it is stands beside it. */
function newsOf({ place }: BookingDetails): string {
  if (!place) return 'no longer has an address on Saluni. Please ask before you go.';
  return place.kind === 'mobile' ? 'comes to you now.' : 'has a new address. Please go there for your next visit.';
}
