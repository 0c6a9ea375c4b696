import { detailsStep } from '#client/features/booking/choose/choices.ts';
import { Link } from '#client/ui/link.tsx';
import { ZoneName } from '#client/ui/zone-name.tsx';
import { dayKey, formatShortDay, formatSlotTime } from '#shared/time.ts';
import styles from './asked-slots.module.css';

/** Slots, each with the service that it is for, or several, comma-separated. */
export type Slots = readonly { start_time: string; service_id: string }[];

interface AskedSlotsProps {
  slots: Slots | undefined;
  professionalId: string;
  zone: string;
  /** With whom, or what. */
  name: string;
}

/** Where the time of a card leads: to confirming these services, comma-separated, at that time. */
export function bookingAt(serviceIds: string, professionalId: string, start: string): string {
  return detailsStep({ serviceIds: serviceIds.split(','), professionalId, slotStart: start, availabilityId: '' });
}

/** The slots of a search by time; each leads straight to its booking. */
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
        return (
          <Link key={start_time} to={bookingAt(service_id, professionalId, start_time)} className={styles.time}>
            {dayKey(start, zone) === dayKey(at, zone) ? time : `${day.slice(0, 3)} ${time}`}
            <span className="visually-hidden">{` ${day}, ${name}`}</span>
          </Link>
        );
      })}
    </div>
  );
}
