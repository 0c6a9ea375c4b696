import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { epochMs } from '#server/db/sql.ts';
import { pagePath } from '#shared/pages.ts';
import type { Kind, Told } from './kind.ts';
import type { BookingDetails, RequestDetails } from './message-queries.ts';
import { at, clientName, endedWith, howToChange, isCancelled, until, visitorOf, what } from './notification-texts.ts';

type End = `reschedule_${'declined' | 'expired' | 'withdrawn'}`;
type About = 'reschedule_asked' | End | 'rescheduled';

/** What is told of another time that somebody asks for, or gives. */
export const requestKinds: { [A in About]: Kind<A> } = {
  reschedule_asked: {
    title: 'New time requested',
    text({ b, request: r }) {
      const times = `from ${at(b, r.previous_start)} to ${at(b, r.start)}`;
      if (r.requested_by === 'client') return `${clientName(b)} asks to move ${what(b)} ${times}.`;
      return b.status === 'pending'
        ? `${b.display_name} offers you another time for ${what(b)}: ${at(b, r.start)} instead of ${at(b, r.previous_start)}.`
        : `${b.display_name} asks to move your booking for ${what(b)} ${times}.`;
    },
    mail({ b, change, request: r }, { publicUrl }) {
      const isPending = b.status === 'pending';
      const unanswered = isPending && b.expires <= r.expires ? 'the booking is cancelled' : 'nothing changes';
      return {
        heading: isPending ? 'Would another time suit you?' : 'Can it be at another time?',
        subject: isPending ? 'Another time offered' : 'Another time asked for',
        quote: messageIn(b, r, change),
        next: `Please answer by ${until(b, r.expires)}. We'll hold both times until then. Without an answer, ${unanswered}.`,
        button: { label: 'Answer', url: reviewOf(b, publicUrl) },
      };
    },
    whyObsolete: ({ request: r }) =>
      r?.status === 'pending' ? undefined : `the request is ${r?.status ?? 'gone'} now`,
    isOver: sql`not exists (select from bookings b join reschedules r
      on r.professional_id = b.professional_id and r.id = b.reschedule_id and r.status = 'pending'
      where b.id = one.booking_id and r.created_at <= one.created_at)`,
    until: askedUntil,
    former: {
      client: 'A former client asked for another time.',
      guest: 'A former guest asked for another time.',
      professional: 'A former professional asked for another time.',
    },
  },
  reschedule_declined: {
    title: 'New time declined',
    text: ({ b, request: r }) =>
      r.requested_by === 'client'
        ? `${b.display_name} can't move ${what(b)} to ${at(b, r.start)}.${stays(b, r)}`
        : `${clientName(b)} can't make ${what(b)} on ${at(b, r.start)}.${stays(b, r)}`,
    mail: ({ b, request: r }) => ({ subject: 'No change', ...remains(b, r) }),
    former: {
      client: "A former client couldn't come at another time.",
      guest: "A former guest couldn't come at another time.",
      professional: "A former professional couldn't take you at another time.",
    },
  },
  reschedule_expired: {
    title: 'New time not answered',
    text: ({ b, request: r }) =>
      r.requested_by === 'client'
        ? `${b.display_name} didn't answer your request to move ${what(b)} to ${at(b, r.start)}.${stays(b, r)}`
        : `${clientName(b)} didn't answer your request to move ${what(b)} to ${at(b, r.start)}.${stays(b, r)}`,
    mail: ({ b, request: r }) => ({ subject: 'Not answered', ...remains(b, r) }),
    former: {
      client: "A former client didn't answer a request for another time.",
      guest: "A former guest didn't answer a request for another time.",
      professional: "A former professional didn't answer a request for another time.",
    },
  },
  reschedule_withdrawn: {
    title: 'New time withdrawn',
    text({ b, request: r }) {
      const who = r.requested_by === 'client' ? clientName(b) : b.display_name;
      return `${who} no longer asks to move ${what(b)} to ${at(b, r.start)}.${stays(b, r)}`;
    },
    former: {
      client: 'A former client no longer asked for another time.',
      guest: 'A former guest no longer asked for another time.',
      professional: 'A former professional no longer asked for another time.',
    },
  },
  rescheduled: {
    title: 'Booking moved',
    text: movedText,
    mail({ b, change, request: r }, { publicUrl, isGuest }) {
      const isWaiting = change.to === 'professional' && b.status === 'pending';
      const hasFile = change.to === 'client' && !change.stays_pending;
      return {
        heading: 'The booking has a new time',
        subject: 'New time',
        greets: hasFile,
        quote: change.answered || change.to === r.requested_by ? undefined : messageIn(b, r, change),
        next: hasFile
          ? `The attached file updates your calendar. ${howToChange(b, { isGuest })}`
          : isWaiting
            ? `Please confirm or cancel it by ${until(b, b.expires)}. After that it's cancelled and the time is free again.`
            : undefined,
        ...(isWaiting && { button: { label: 'Review booking', url: reviewOf(b, publicUrl) } }),
      };
    },
    // A request to the professional that changed again, or was taken back.
    whyObsolete: ({ b, change: { to, from, answered, version } }) =>
      to === 'professional' && from === 'pending' && !answered && version !== b.version
        ? `the booking is ${b.status} now`
        : undefined,
    isOutdated: isCancelled,
    former: {
      client: 'The booking of a former client has another time.',
      guest: 'The booking of a former guest has another time.',
      professional: 'Your booking with a former professional has another time.',
    },
  },
};

/** After an answer, to the side that asked; else to the side that did not choose the time. */
function movedText({ b, request: r, change: { to, answered, from, stays_pending } }: Told<'rescheduled'>): string {
  const times = `from ${at(b, r.previous_start)} to ${at(b, r.start)}`;
  const isOwn = to === r.requested_by;
  if (answered && isOwn) {
    return to === 'client'
      ? `${b.display_name} accepted the new time: ${what(b)} is on ${at(b, r.start)}.`
      : `${clientName(b)} accepted the new time: ${what(b)} is on ${at(b, r.start)}.`;
  }
  if (to === 'client') {
    const yours = `Your booking with ${b.display_name} for ${what(b)}`;
    if (!isOwn && stays_pending) return `${b.display_name} moved your booking request for ${what(b)} ${times}.`;
    if (!isOwn && from === 'pending')
      return `${b.display_name} confirmed your booking for ${what(b)} at another time: ${at(b, r.start)} instead of ${at(b, r.previous_start)}.`;
    return answered || isOwn
      ? `${yours} is on ${at(b, r.start)} now.`
      : `${b.display_name} moved your booking for ${what(b)} ${times}.`;
  }
  return b.status === 'pending'
    ? `${clientName(b)} moved the booking request for ${what(b)} ${times}.`
    : `${clientName(b)} moved ${what(b)} ${times}.`;
}

/** What remains of a booking after a request that changed nothing; a pending one still waits for its answer. */
function stays(b: BookingDetails, r: RequestDetails): string {
  return endedWith(b, r) ? '' : ` It stays on ${at(b, r.previous_start)}.`;
}

/** The same as a mail's heading, and what comes next. */
function remains(b: BookingDetails, r: RequestDetails) {
  return endedWith(b, r)
    ? { heading: 'The booking is cancelled' }
    : { heading: "The time hasn't changed", next: "You can ask for another time on the booking's page." };
}

function messageIn(b: BookingDetails, r: RequestDetails, { to }: Told['change']) {
  const from = r.requested_by === 'client' ? visitorOf(b, to) : b.display_name;
  return r.message ? { label: `Message from ${from}`, text: r.message } : undefined;
}

const reviewOf = ({ id }: BookingDetails, publicUrl: string) =>
  publicUrl + pagePath('updateBooking', { bookingId: id });

/** When the request of a booking expires that waits for its answer; null without one. */
async function askedUntil(db: Db, bookingId: string): Promise<number | null> {
  const found = await db
    .selectFrom('bookings')
    .innerJoin('reschedules', (join) =>
      join
        .onRef('reschedules.professional_id', '=', 'bookings.professional_id')
        .onRef('reschedules.id', '=', 'bookings.reschedule_id'),
    )
    .select(epochMs('reschedules.expires_at').as('until'))
    .where('bookings.id', '=', bookingId)
    .executeTakeFirst();
  return found?.until ?? null;
}
