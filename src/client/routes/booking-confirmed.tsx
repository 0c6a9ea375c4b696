import { useParams } from 'react-router';
import { ChangeTimeLink } from '#client/features/booking/reschedule/change-time-link.tsx';
import { BookingSteps } from '#client/features/booking/steps/booking-frame.tsx';
import { AddToCalendar } from '#client/features/booking/ticket/add-to-calendar.tsx';
import { BookAgain } from '#client/features/booking/ticket/book-again.tsx';
import { BookingSkeleton } from '#client/features/booking/ticket/booking-skeleton.tsx';
import { TicketPage } from '#client/features/booking/ticket/ticket-page.tsx';
import { useBooking } from '#client/features/booking/ticket/use-booking.ts';
import { EarlierButton } from '#client/features/cancellation-list/earlier-button.tsx';
import { FailurePage } from '#client/features/errors/failure-page.tsx';
import { PushAsk } from '#client/features/push/push-ask.tsx';
import { useNow } from '#client/lib/now.ts';
import { useSession } from '#client/lib/session.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import type { BookingStatus } from '#shared/constants.ts';
import { pagePath, pages } from '#shared/pages.ts';

const { title } = pages.bookingConfirmed;
/** By status (contract 6). */
const headings: Record<BookingStatus, string> = {
  pending: 'Request sent',
  confirmed: 'Booking Is Secured',
  cancelled: 'This booking was cancelled',
  completed: 'This appointment has taken place',
};
const profile = { to: pagePath('clientProfile'), linkText: 'Back to My Profile' };

export function BookingConfirmed() {
  const { bookingId } = useParams();
  if (!bookingId) return <FailurePage title={title} text="No booking ID provided" {...profile} />;
  return <Confirmed key={bookingId} id={bookingId} />;
}

function Confirmed({ id }: { id: string }) {
  const { data: booking, error, refetch } = useBooking(id);
  const role = useSession((session) => session.role);
  const now = useNow();
  if (error && !booking) {
    const text = 'Booking not found or failed to load.';
    return <FailurePage title={title} text={text} error={error} retry={refetch} {...profile} />;
  }
  if (!booking) return <BookingSkeleton title={title} />;
  const { status } = booking;
  const isAhead = status === 'pending' || status === 'confirmed';
  return (
    <TicketPage
      title={headings[status]}
      booking={booking}
      role={role}
      before={<BookingSteps current="Done" />}
      isNew={isAhead}
    >
      {isAhead && role === 'client' && (
        <PushAsk
          title="Want to hear right away?"
          text={
            status === 'pending'
              ? 'We can let you know on this device when your booking is confirmed or changes.'
              : 'We can remind you on this device, and let you know if your booking changes.'
          }
        />
      )}
      {isAhead ? (
        <>
          <AddToCalendar booking={booking} />
          {role === 'client' && <ChangeTimeLink booking={booking} side="client" now={now} />}
          {role === 'client' && <EarlierButton booking={booking} now={now} />}
        </>
      ) : (
        <BookAgain booking={booking} look="primary" />
      )}
      <ButtonLink look="secondary" to={profile.to}>
        {profile.linkText}
      </ButtonLink>
    </TicketPage>
  );
}
