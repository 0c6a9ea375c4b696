import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { epochMs } from '#server/db/sql.ts';
import type { News } from '#server/outbox/news.ts';
import type { DepositStatus } from '#shared/rules/deposit.ts';
import { aboutBooking } from './about-booking.ts';
import type { BookingDetails } from './message-queries.ts';

const isCancelled = ({ status }: BookingDetails) => status === 'cancelled';

const depositIsNot = (status: DepositStatus) =>
  sql<boolean>`not exists (select from deposits d where d.booking_id = one.booking_id and d.status = ${sql.lit(status)})`;

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

type Kind = Omit<Parameters<typeof aboutBooking>[0], 'type'>;
const ofType = <About extends string>(prefix: string, kinds: Record<About, Kind>) =>
  Object.fromEntries(
    Object.entries<Kind>(kinds).map(([about, kind]) => [about, aboutBooking({ type: `${prefix}_${about}`, ...kind })]),
  ) as Record<About, News>;

export const bookingKinds = ofType('booking', {
  requested: {
    title: 'New booking request',
    isOver: sql`exists (select from bookings b where b.id = one.booking_id and b.status <> 'pending')`,
    former: { client: 'A former client sent a booking request.' },
  },
  booked: { title: 'New booking', isOutdated: isCancelled, former: { client: 'A former client made a booking.' } },
  confirmed: {
    title: 'Booking confirmed',
    isOutdated: isCancelled,
    former: { professional: 'A former professional confirmed your booking.' },
  },
  completed: {
    title: 'Visit complete',
    isOutdated: ({ no_show }) => no_show,
    former: { professional: 'Your booking with a former professional is complete.' },
  },
  reminder: {
    title: 'Reminder',
    kind: 'reminder',
    isOver: sql`exists (select from bookings b where b.id = one.booking_id
      and (b.status <> 'confirmed' or b.end_time <= clock_now()))`,
    former: {
      client: 'Reminder of a booking with a former client.',
      guest: 'Reminder of a booking with a former guest.',
      professional: 'Reminder of your booking with a former professional.',
    },
  },
  cancelled: {
    title: 'Booking cancelled',
    former: {
      client: 'The booking of a former client was cancelled.',
      guest: 'The booking of a former guest was cancelled.',
      professional: 'Your booking with a former professional was cancelled.',
    },
  },
  reschedule_asked: {
    title: 'New time requested',
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
    former: {
      client: "A former client couldn't come at another time.",
      guest: "A former guest couldn't come at another time.",
      professional: "A former professional couldn't take you at another time.",
    },
  },
  reschedule_expired: {
    title: 'New time not answered',
    former: {
      client: "A former client didn't answer a request for another time.",
      guest: "A former guest didn't answer a request for another time.",
      professional: "A former professional didn't answer a request for another time.",
    },
  },
  reschedule_withdrawn: {
    title: 'New time withdrawn',
    former: {
      client: 'A former client no longer asked for another time.',
      guest: 'A former guest no longer asked for another time.',
      professional: 'A former professional no longer asked for another time.',
    },
  },
  rescheduled: {
    title: 'Booking moved',
    isOutdated: isCancelled,
    former: {
      client: 'The booking of a former client has another time.',
      guest: 'The booking of a former guest has another time.',
      professional: 'Your booking with a former professional has another time.',
    },
  },
  address_changed: {
    title: 'Address changed',
    isOutdated: isCancelled,
    former: {
      client: 'A former client changed the address of a booking.',
      guest: 'A former guest changed the address of a booking.',
      professional: 'A former professional changed the address of your booking.',
    },
  },
  deposit_asked: {
    title: 'Deposit to pay',
    isOver: depositIsNot('due'),
    former: { professional: 'A former professional asked you for a deposit.' },
  },
  deposit_reminder: {
    title: 'Deposit still to pay',
    isOver: depositIsNot('due'),
    former: { professional: 'A former professional asked you for a deposit.' },
  },
  deposit_paid: {
    title: 'Deposit marked as paid',
    isOver: depositIsNot('said_paid'),
    former: { client: 'A former client said that a deposit was paid.' },
  },
  deposit_not_received: {
    title: 'Deposit not found',
    isOver: sql`not exists (select from deposits d where d.booking_id = one.booking_id
      and (d.status = 'due' or d.status = 'released' and d.refund_by is not null))`,
    former: { professional: "A former professional couldn't find your deposit." },
  },
  deposit_refund: {
    title: 'Deposit to send back',
    isOver: depositIsNot('refund_due'),
    former: {
      client: 'You owe a former client their deposit back.',
      professional: 'A former professional was to give your deposit back.',
    },
  },
  deposit_refund_reminder: {
    title: 'Deposit still to send back',
    isOver: depositIsNot('refund_due'),
    former: { client: 'You owe a former client their deposit back.' },
  },
  deposit_refunded: {
    title: 'Deposit sent back',
    former: { professional: 'A former professional gave your deposit back.' },
  },
});

export const seriesKinds = ofType('series', {
  made: {
    title: 'Booking confirmed',
    former: { professional: 'A former professional booked you in for a standing appointment.' },
  },
  extended: {
    title: 'Booking confirmed',
    former: { professional: 'A former professional booked you in for more visits.' },
  },
  moved: {
    title: 'Booking moved',
    former: { professional: 'Your bookings with a former professional have new times.' },
  },
  cancelled: {
    title: 'Booking cancelled',
    former: {
      client: 'Bookings of a former client were cancelled.',
      guest: 'Bookings of a former guest were cancelled.',
      professional: 'Your bookings with a former professional were cancelled.',
    },
  },
  ending: {
    title: 'Few visits left',
    former: {
      client: 'The standing appointment of a former client is ending.',
      guest: 'The standing appointment of a former guest is ending.',
    },
  },
});
