import type { Slot } from '#client/features/booking/slots/slots.ts';
import { useNow } from '#client/lib/now.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Booking } from '#shared/bookings.ts';
import { dayKey } from '#shared/time.ts';
import styles from './cancellation-list.module.css';
import { EarlierButton, useEarlierEntry } from './earlier-button.tsx';
import { TellMe } from './tell-me.tsx';

interface TellEarlierProps {
  booking: Booking;
  /** The slots of each day, `2026-11-26`, to which it could move; none of a full one. */
  days: ReadonlyMap<string, Slot[]>;
}

/** Beside the times to which a booking could move: the way to wait for an earlier one, or that it is waited for. */
export function TellEarlier({ booking, days }: TellEarlierProps) {
  const { id, professional, start_time } = booking;
  const now = useNow();
  const found = trpc.professionals.byId.useQuery({ id: professional.id }, { staleTime: 300_000 });
  const profile = found.data;
  const { entry, isLoading } = useEarlierEntry(id, true);
  if (found.isLoading || isLoading) return <Skeleton height="78px" />;
  if (!profile || entry === undefined) return null;
  if (entry)
    return (
      <div className={styles.tell}>
        <p className="soft">You're waiting for an earlier time.</p>
        <EarlierButton booking={booking} now={now} />
      </div>
    );
  const start = Date.parse(start_time);
  const last = dayKey(start, professional.time_zone);
  const earlier = [...days].filter(([day]) => day <= last);
  return (
    <TellMe
      professional={profile}
      visit={{ booking }}
      hasFree={earlier.some(([, slots]) => slots.some((slot) => slot.start < start))}
      text={earlier.some(([, slots]) => slots.length === 0) ? 'Is an earlier day full?' : 'Want an earlier time?'}
    />
  );
}
