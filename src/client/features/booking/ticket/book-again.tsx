import { noSlot, timeStep } from '#client/features/booking/choose/choices.ts';
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
  const choices = {
    serviceIds: booking.services.map(({ id }) => id),
    professionalId: booking.professional.id,
    ...noSlot,
  };
  return (
    <ButtonLink look="quiet" to={timeStep(choices)} {...rest}>
      Book again
    </ButtonLink>
  );
}
