import { useShortMoment } from '#client/ui/use-moment.ts';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import type { Booking } from '#shared/bookings.ts';
import styles from './asked-time.module.css';

/** The time that one side asks for and the other has not answered, if there is one; `now` is epoch milliseconds. */
export function AskedTime({ booking: { reschedule, professional }, now }: { booking: Booking; now: number }) {
  const moment = useShortMoment(professional.time_zone);
  if (!reschedule) return null;
  return (
    <p className={styles.asked}>
      New time asked for: <WholeTimes text={moment(Date.parse(reschedule.start_time), now)} />
    </p>
  );
}
