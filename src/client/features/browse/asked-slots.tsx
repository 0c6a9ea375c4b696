import { Link } from '#client/ui/link.tsx';
import { ZoneName } from '#client/ui/zone-name.tsx';
import { pagePath } from '#shared/pages.ts';
import { dayKey, formatShortDay, formatSlotTime } from '#shared/time.ts';
import styles from './asked-slots.module.css';

/** Slots of a search by time, each with the service that it is for. */
export type Slots = readonly { start_time: string; service_id: string }[];

interface AskedSlotsProps {
  slots: Slots | undefined;
  professionalId: string;
  zone: string;
  /** With whom, or what. */
  name: string;
}

/** The slots of a search by time; each leads straight to the picker, with that time chosen. */
export function AskedSlots({ slots, professionalId, zone, name }: AskedSlotsProps) {
  const [first] = slots ?? [];
  if (!slots || !first) return null;
  const at = Date.parse(first.start_time);
  return (
    <div className={styles.slots}>
      <p className={styles.day}>
        {formatShortDay(at, zone)}
        <ZoneName at={at} zone={zone} />
      </p>
      {slots.map(({ start_time, service_id }) => {
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
