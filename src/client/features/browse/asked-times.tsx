import { Link } from '#client/ui/link.tsx';
import { pagePath } from '#shared/pages.ts';
import { dayKey, formatShortDay, formatSlotTime, zoneAbbreviation } from '#shared/time.ts';
import styles from './asked-times.module.css';

/** Free starts of a search by time, each with the service that it is for. */
export type Times = readonly { start_time: string; service_id: string }[];

interface AskedTimesProps {
  times: Times | undefined;
  professionalId: string;
  zone: string;
  /** With whom, or what. */
  name: string;
}

/** The free times of a search by time; each leads straight to the picker, with that time chosen. */
export function AskedTimes({ times, professionalId, zone, name }: AskedTimesProps) {
  const [first] = times ?? [];
  if (!times || !first) return null;
  const at = Date.parse(first.start_time);
  return (
    <div className={styles.times}>
      <p className={styles.day}>
        {formatShortDay(at, zone)} <span className="soft">{zoneAbbreviation(at, zone)}</span>
      </p>
      {times.map(({ start_time, service_id }) => {
        const start = Date.parse(start_time);
        const day = formatShortDay(start, zone);
        const time = formatSlotTime(start, zone);
        const picker = pagePath('pickBookingTime', { serviceId: service_id, professionalId });
        return (
          <Link
            key={start_time}
            to={`${picker}?service_ids=${service_id}&slot_start=${start_time}`}
            className={styles.time}
          >
            {dayKey(start, zone) === dayKey(at, zone) ? time : `${day.slice(0, 3)} ${time}`}
            <span className="visually-hidden">{` ${day}, ${name}`}</span>
          </Link>
        );
      })}
    </div>
  );
}
