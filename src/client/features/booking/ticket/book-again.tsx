import { choicesAsBooked, timeStep } from '#client/features/booking/choose/choices.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import type { Booking } from '#shared/bookings.ts';

/** Leads to the next slots for the services of a booking. */
export function BookAgain({
  booking,
  ...rest
}: {
  booking: Booking;
  look?: 'primary' | 'quiet';
  'aria-describedby'?: string;
}) {
  return (
    <ButtonLink look="quiet" to={timeStep(choicesAsBooked(booking))} {...rest}>
      Book again
    </ButtonLink>
  );
}
