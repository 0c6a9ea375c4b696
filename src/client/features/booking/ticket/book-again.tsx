import { choicesAsBooked, serviceStep, timeStep } from '#client/features/booking/choose/choices.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import type { Booking } from '#shared/bookings.ts';

/** Leads to the next slots for the services of a booking; after a quote, which is booked once, to its service. */
export function BookAgain({
  booking,
  ...rest
}: {
  booking: Booking;
  look?: 'primary' | 'quiet';
  'aria-describedby'?: string;
}) {
  const choices = choicesAsBooked(booking);
  return (
    <ButtonLink look="quiet" to={booking.quote_id === null ? timeStep(choices) : serviceStep(choices)} {...rest}>
      Book again
    </ButtonLink>
  );
}
