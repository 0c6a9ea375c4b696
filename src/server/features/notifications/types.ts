import type { EmailKind } from '#shared/users.ts';

type About = {
  /** What a locked phone shows: it names nobody. */
  title: string;
  /** The preference that lets it through; by default `booking`. */
  kind?: EmailKind;
  /** An offer that does not wait until the morning. */
  isOffer?: boolean;
  /** Its feature writes a push of its own. */
  isPushedApart?: boolean;
};

/** Every notification by its type. */
const notificationTypes = {
  booking_requested: { title: 'New booking request' },
  booking_booked: { title: 'New booking' },
  booking_confirmed: { title: 'Booking confirmed' },
  booking_completed: { title: 'Visit complete' },
  booking_reminder: { title: 'Reminder', kind: 'reminder' },
  booking_cancelled: { title: 'Booking cancelled' },
  booking_reschedule_asked: { title: 'New time requested' },
  booking_reschedule_declined: { title: 'New time declined' },
  booking_reschedule_expired: { title: 'New time not answered' },
  booking_reschedule_withdrawn: { title: 'New time withdrawn' },
  booking_rescheduled: { title: 'Booking moved' },
  booking_deposit_asked: { title: 'Deposit to pay' },
  booking_deposit_reminder: { title: 'Deposit still to pay' },
  booking_deposit_paid: { title: 'Deposit marked as paid' },
  booking_deposit_not_received: { title: 'Deposit not found' },
  booking_deposit_refund: { title: 'Deposit to send back' },
  booking_deposit_refund_reminder: { title: 'Deposit still to send back' },
  booking_deposit_refunded: { title: 'Deposit sent back' },
  series_made: { title: 'Booking confirmed' },
  series_extended: { title: 'Booking confirmed' },
  series_moved: { title: 'Booking moved' },
  series_cancelled: { title: 'Booking cancelled' },
  series_ending: { title: 'Few visits left' },
  review_created: { title: 'New review' },
  review_changed: { title: 'Review changed' },
  review_replied: { title: 'Reply to your review' },
  review_reply_changed: { title: 'Reply to your review changed' },
  review_hidden: { title: 'Review hidden' },
  review_reply_hidden: { title: 'Reply to a review hidden' },
  busy_calendar_failing: { title: "A calendar can't be read" },
  opening_offered: { title: 'A time for you', isOffer: true },
  opening_withdrawn: { title: 'A time is no longer free' },
  cancellation_list_paused: { title: 'Still waiting?' },
  cancellation_list_ended: { title: "You're no longer waiting" },
  message: { title: 'New message', kind: 'message', isPushedApart: true },
} satisfies Record<string, About>;
export type NotificationType = keyof typeof notificationTypes;

export function aboutOf(type: NotificationType) {
  const { title, kind = 'booking', isOffer = false, isPushedApart = false }: About = notificationTypes[type];
  return { title, kind, isOffer, isPushedApart };
}
