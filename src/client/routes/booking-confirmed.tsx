import { useParams } from 'react-router';
import { AddToCalendar } from '#client/features/booking/add-to-calendar.tsx';
import { BookingFacts } from '#client/features/booking/booking-facts.tsx';
import { BookingSteps } from '#client/features/booking/booking-frame.tsx';
import { BookingSkeleton } from '#client/features/booking/booking-skeleton.tsx';
import { useBooking } from '#client/features/booking/use-booking.ts';
import { FailurePage } from '#client/features/failure-page.tsx';
import formStyles from '#client/features/forms/form.module.css';
import { statusOf } from '#client/lib/errors.ts';
import { useSession } from '#client/lib/session.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { pagePath, pages } from '#shared/pages.ts';

const { title } = pages.bookingConfirmed;
const profile = { to: pagePath('clientProfile'), linkText: 'Back to My Profile' };

export function BookingConfirmed() {
  const { bookingId } = useParams();
  if (!bookingId) return <FailurePage title="Booking" text="No booking ID provided" {...profile} />;
  return <Confirmed key={bookingId} id={bookingId} />;
}

function Confirmed({ id }: { id: string }) {
  const { data: booking, error, refetch } = useBooking(id);
  const role = useSession((session) => session.role);
  if (error && !booking) {
    const retry = statusOf(error) === 404 ? undefined : refetch;
    return <FailurePage title="Booking" text="Booking not found or failed to load." retry={retry} {...profile} />;
  }
  if (!booking) return <BookingSkeleton title="Booking" />;
  return (
    <Page title={title} width="middle">
      <BookingSteps current="Done" />
      <PageHeading
        lead={booking.status === 'pending' && `You will hear from us as soon as ${booking.professional.display_name} has answered.`}
      >
        {title}
      </PageHeading>
      <BookingFacts booking={booking} role={role} />
      <div className={formStyles.actions}>
        <ButtonLink to={profile.to}>{profile.linkText}</ButtonLink>
        {booking.status === 'confirmed' && <AddToCalendar booking={booking} />}
      </div>
    </Page>
  );
}
