import { type Choices, servicesStep, stateOf } from '#client/features/booking/choose/choices.ts';
import { NearestSlots } from '#client/features/booking/slots/nearest-slots.tsx';
import type { Slot } from '#client/features/booking/slots/slots.ts';
import { answerOf } from '#client/lib/errors.ts';
import { bringIntoView } from '#client/lib/focus.ts';
import { bookingErrorText } from '#client/lib/form-errors.ts';
import { Link } from '#client/ui/link.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import type { RefusalReason } from '#shared/constants.ts';
import { pagePath } from '#shared/pages.ts';
import { BookedByYou } from './booked-by-you.tsx';
import type { Refusal } from './booking-attempt.ts';

interface BookingRefusedProps {
  refusal: Refusal;
  choices: Choices;
  zone: string;
  onChoose: (time: Slot) => void;
}

/** Explains a refused booking and offers the next step. */
export function BookingRefused({ refusal: { error, own }, choices, zone, onChoose }: BookingRefusedProps) {
  const answer = answerOf(error);
  const reason = answer?.reason;
  const is = (known: RefusalReason) => reason === known;
  if (own)
    return (
      <div ref={bringIntoView}>
        <BookedByYou id={own.id} />
      </div>
    );
  return (
    <FormMessage>
      <p>{bookingErrorText(error)}</p>
      {is('slot_taken') && <NearestSlots choices={choices} zone={zone} onChoose={onChoose} />}
      {is('service_not_offered') && (
        <p>
          <Link to={servicesStep(choices)} state={stateOf(choices)}>
            Choose other services
          </Link>
        </p>
      )}
      {is('too_many_pending') && (
        <p>
          <Link to={pagePath('clientProfile')}>See your bookings</Link>
        </p>
      )}
      {reason === undefined && (
        <p>
          Nothing you typed is lost.
          {/* Anything else would be refused again. */}
          {(answer?.status ?? 500) >= 500 && ' You can press Confirm Booking again.'}
        </p>
      )}
    </FormMessage>
  );
}
