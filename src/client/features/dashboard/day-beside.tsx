import { shownStatuses, useBookingPages } from '#client/features/booking-lists/use-own-bookings.ts';
import { trpc } from '#client/lib/trpc.ts';
import { SkeletonBlock } from '#client/ui/skeleton.tsx';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import { addDays, noonOf } from '#shared/days.ts';
import { startOfDay } from '#shared/rules/hour-grid.ts';
import { formatShortDay, formatTimes } from '#shared/time.ts';
import styles from './agenda.module.css';
import { Agenda, bookingsOn } from './agenda.tsx';

/** From here on a day has room beside a form. */
export const besideForm = '(min-width: 901px)';

interface DayBesideProps {
  professionalId: string;
  zone: string;
  /** `2026-11-28`. */
  day: string;
}

/** The day that is chosen in a form: when it is open, and who comes. */
export function DayBeside({ professionalId, zone, day }: DayBesideProps) {
  const range = {
    from: new Date(startOfDay(day, zone)).toISOString(),
    to: new Date(startOfDay(addDays(day, 1), zone)).toISOString(),
  };
  const found = useBookingPages(professionalId, { ...range, order: 'asc', status: shownStatuses }, { all: true });
  const windows = trpc.availability.ofProfessional.useQuery({ id: professionalId, ...range });
  const bookings = bookingsOn(day, found.items, zone);
  const open = windows.data?.map((one) => formatTimes(Date.parse(one.start_time), Date.parse(one.end_time), zone));
  return (
    <section className={`${styles.today} ${styles.beside}`} aria-labelledby="day-beside">
      <h2 id="day-beside">{formatShortDay(noonOf(day), 'UTC')}</h2>
      {found.isPending || !open ? (
        <SkeletonBlock height="48px" />
      ) : (
        <>
          <p className="soft">
            <WholeTimes text={open.length === 0 ? 'Not open.' : `Open ${open.join(', ')}.`} />
          </p>
          {bookings.length === 0 ? <p className="soft">No bookings.</p> : <Agenda bookings={bookings} zone={zone} />}
        </>
      )}
    </section>
  );
}
