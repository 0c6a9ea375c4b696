import { answerOf, bookingErrorText } from '#client/lib/errors.ts';
import { Link } from '#client/ui/link.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { pagePath } from '#shared/pages.ts';
import type { Refusal } from './booking-attempt.ts';
import { type Choices, servicesStep, stateOf } from './choices.ts';
import type { FreeTime } from './free-times.ts';
import { NearestTimes } from './nearest-times.tsx';

/** Returns the kind of refusal. 409s differ only in their messages (contract 5). */
function reasonOf(error: unknown): 'price' | 'service' | 'time' | 'pending' | 'other' {
  const answer = answerOf(error);
  const detail = typeof answer?.detail === 'string' ? answer.detail : '';
  if (answer?.status === 429) return detail.startsWith('You have too many pending bookings') ? 'pending' : 'other';
  if (answer?.status !== 409) return 'other';
  if (detail.startsWith('The price has changed')) return 'price';
  return detail.endsWith('is no longer offered.') ? 'service' : 'time';
}

interface BookingRefusedProps {
  refusal: Refusal;
  choices: Choices;
  zone: string;
  onChoose: (time: FreeTime) => void;
}

/** Explains a refused booking and offers the next step. */
export function BookingRefused({ refusal: { error, own }, choices, zone, onChoose }: BookingRefusedProps) {
  const reason = reasonOf(error);
  return (
    <FormMessage>
      {(!own || reason === 'time') && <p>{bookingErrorText(error)}</p>}
      {own && (
        <p>
          You have already booked this time. <Link to={pagePath('bookingDetails', { bookingId: own.id })}>See your booking</Link>
        </p>
      )}
      {reason === 'time' && <NearestTimes choices={choices} zone={zone} onChoose={onChoose} />}
      {reason === 'service' && (
        <p>
          <Link to={servicesStep(choices)} state={stateOf(choices)}>
            Choose other services
          </Link>
        </p>
      )}
      {reason === 'pending' && (
        <p>
          <Link to={pagePath('clientProfile')}>See your bookings</Link>
        </p>
      )}
      {reason === 'other' && !own && <p>Nothing that you typed is lost. You can press Confirm Booking again.</p>}
    </FormMessage>
  );
}
