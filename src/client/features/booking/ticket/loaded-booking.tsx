import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { FailurePage } from '#client/features/errors/failure-page.tsx';
import { useSession } from '#client/lib/session.ts';
import type { Booking } from '#shared/bookings.ts';
import type { Role } from '#shared/constants.ts';
import { BookingSkeleton } from './booking-skeleton.tsx';
import { returnLink } from './return-link.ts';
import { useBooking } from './use-booking.ts';

interface LoadedBookingProps {
  title: string;
  children: (booking: Booking, role: Role) => ReactNode;
}

/** The booking of the address, on a page that changes it, or that it loads, is missing or could not be loaded. */
export function LoadedBooking(props: LoadedBookingProps) {
  const { bookingId } = useParams();
  const role = useSession((session) => session.role);
  if (!bookingId) return <FailurePage title={props.title} text="Missing booking ID" {...returnLink(role)} />;
  return <Loaded key={bookingId} id={bookingId} role={role} {...props} />;
}

function Loaded({ id, role, title, children }: LoadedBookingProps & { id: string; role: Role | null }) {
  const { data: booking, error, refetch } = useBooking(id);
  if (error && !booking) {
    const text = 'Failed to load booking.';
    return <FailurePage title={title} text={text} error={error} retry={refetch} {...returnLink(role)} />;
  }
  if (!booking || role === null) return <BookingSkeleton title={title} />;
  return children(booking, role);
}
