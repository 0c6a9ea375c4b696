import { skipToken } from '@tanstack/react-query';
import { trpc } from '#client/lib/trpc.ts';
import type { AvailabilityWithSlots } from '#shared/availability.ts';
import type { Booking } from '#shared/bookings.ts';
import { addDays } from '#shared/days.ts';
import type { OwnProfessional } from '#shared/professionals.ts';
import { startOfDay } from '#shared/rules/hour-grid.ts';
import { dayKey, zoneAbbreviation } from '#shared/time.ts';
import styles from './agenda.module.css';
import { Agenda, bookingsOn, type Gap } from './agenda.tsx';

interface TodayProps {
  profile: OwnProfessional;
  bookings: readonly Booking[];
  /** Epoch milliseconds. */
  now: number;
}

/** Returns the stretches of a day without a booking in which times are offered. */
function gapsOf(
  windows: readonly AvailabilityWithSlots[],
  bookings: readonly Booking[],
  isOfDay: (at: number) => boolean,
): Gap[] {
  const taken = bookings.map(({ start_time, end_time }) => ({
    start: Date.parse(start_time),
    end: Date.parse(end_time),
  }));
  const gaps = new Map<number, Gap>();
  for (const window of windows) {
    const windowEnd = Date.parse(window.end_time);
    for (const slot of window.available_slots) {
      const at = Date.parse(slot.start_time);
      if (!isOfDay(at)) continue;
      const end = Math.min(windowEnd, ...taken.map(({ start }) => start).filter((start) => start > at));
      const gap = gaps.get(end);
      gaps.set(end, gap ? { ...gap, times: gap.times + 1 } : { start: at, end, times: 1 });
    }
  }
  return [...gaps.values()];
}

/** Who comes today, and when times are still free. */
export function Today({ profile, bookings, now }: TodayProps) {
  const zone = profile.time_zone;
  const today = dayKey(now, zone);
  const upTo = startOfDay(addDays(today, 1), zone);
  const of = bookingsOn(today, bookings, zone);
  const { data: windows } = trpc.availability.ofProfessional.useQuery(
    profile.is_active ? { id: profile.id, to: new Date(upTo).toISOString() } : skipToken,
  );
  const gaps = gapsOf(windows ?? [], of, (at) => dayKey(at, zone) === today);
  return (
    <section className={styles.today} aria-labelledby="today">
      <h2 id="today">Today</h2>
      {of.length + gaps.length === 0 ? (
        <p className="soft">Nothing booked and no free times.</p>
      ) : (
        <>
          <Agenda bookings={of} gaps={gaps} zone={zone} />
          <p className="soft">Times are in {zoneAbbreviation(now, zone)}.</p>
        </>
      )}
    </section>
  );
}
