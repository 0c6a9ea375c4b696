import type { cameFrom } from '#client/features/forms/came-from.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import type { Booking } from '#shared/bookings.ts';
import { pagePath } from '#shared/pages.ts';
import { tooLateText } from '#shared/rules/cancellation.ts';
import { whyNotReschedule } from '#shared/rules/reschedule.ts';
import { reschedulable } from './reschedulable.ts';

interface ChangeTimeLinkProps {
  booking: Booking;
  side: 'client' | 'professional';
  /** Epoch milliseconds. */
  now: number;
  /** Quiet in a row of links, where nothing is said of what is too late. */
  look?: 'secondary' | 'quiet';
  /** Of the link: where saving leads back to, instead of the booking. */
  state?: ReturnType<typeof cameFrom>;
}

/** Leads to the picker of another time, or says why there is none any more. */
export function ChangeTimeLink({ booking, side, now, look = 'secondary', state }: ChangeTimeLinkProps) {
  const why = whyNotReschedule(reschedulable(booking), { side, now });
  if (why === 'too late' && look !== 'quiet')
    return <p className="soft">{tooLateText(booking.professional.display_name)}</p>;
  if (why !== undefined) return null;
  return (
    <ButtonLink look={look} to={pagePath('changeTime', { bookingId: booking.id })} state={state}>
      {side === 'professional' && booking.status === 'pending' ? 'Offer another time' : 'Change time'}
    </ButtonLink>
  );
}
