import { Link } from '#client/ui/link.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { pagePath } from '#shared/pages.ts';

/** In place of a time or a confirmation that the client has used already. */
export function BookedByYou({ id }: { id: string }) {
  return (
    <FormMessage tone="good">
      You booked this time. <Link to={pagePath('bookingDetails', { bookingId: id })}>See your booking</Link>
    </FormMessage>
  );
}
