import { useRef, useState } from 'react';
import { useLaterVisits } from '#client/features/booking/series/use-later-visits.ts';
import { ShareFields } from '#client/features/hair/share-fields.tsx';
import { errorText } from '#client/lib/errors.ts';
import { useNow } from '#client/lib/now.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import type { Booking } from '#shared/bookings.ts';
import { DAY, hairBounds } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import { nothingShared, type Share } from '#shared/rules/hair.ts';
import styles from './ticket-page.module.css';

const failed = "Your choice couldn't be saved.";

/** What a client shares with the professional of a booking: each tick counts at once; of a series for later visits too. */
export function ShareCard({ booking }: { booking: Booking }) {
  const { bookings } = trpc.useUtils();
  const now = useNow();
  // One after another, so that the last choice is the one that stays.
  const put = trpc.bookings.share.useMutation({ scope: { id: 'share' } });
  const { later } = useLaterVisits(booking);
  const [isTogether, setTogether] = useState(true);
  const [chosen, setChosen] = useState<Share>();
  const [failure, setFailure] = useState<string>();
  const last = useRef<Share>(undefined);
  if (booking.status === 'cancelled' || now >= Date.parse(booking.end_time) + hairBounds.sharedDays * DAY) return null;

  async function choose(share: Share) {
    setFailure(undefined);
    setChosen(share);
    last.current = share;
    try {
      const [saved] = await Promise.all(
        [booking, ...(isTogether ? later : [])].map(({ id }) => put.mutateAsync({ id, ...share })),
      );
      if (saved) bookings.byId.setData({ id: booking.id }, saved);
    } catch (error) {
      setFailure(errorText(error, failed));
    }
    if (last.current !== share) return;
    await bookings.invalidate();
    setChosen(undefined);
  }

  return (
    <section className={styles.share} aria-label="Your hair">
      <ShareFields
        name={booking.professional.display_name}
        share={chosen ?? booking.share ?? nothingShared}
        onChange={(share) => void choose(share)}
      />
      {later.length > 0 && (
        <Checkbox
          label={`Set it for ${counted(later.length, 'later visit')}, too`}
          checked={isTogether}
          onChange={({ target: { checked } }) => setTogether(checked)}
        />
      )}
      <FormMessage>{failure}</FormMessage>
      <p className="soft" role="status">
        {put.isSuccess && !failure && chosen === undefined ? 'Saved.' : ''}
      </p>
    </section>
  );
}
