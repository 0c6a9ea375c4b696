import { detailsStep } from '#client/features/booking/choose/choices.ts';
import { Link } from '#client/ui/link.tsx';
import { ZoneName } from '#client/ui/zone-name.tsx';
import { dayKey, formatShortDay, formatSlotTime } from '#shared/time.ts';
import styles from './asked-slots.module.css';

/** Slots, each with the service that it is for, or several, comma-separated. */
export type Slots = readonly { start_time: string; service_id: string }[];

interface AskedSlotsProps {
  slots: Slots | undefined;
  /** Choices and extras of the service. */
  optionIds?: readonly string[];
  professionalId: string;
  zone: string;
  /** With whom, or what. */
  name: string;
}

/** Where the time of a card leads: to confirming these services, comma-separated, with their options at that time. */
export function bookingAt(ids: string, professionalId: string, start: string, optionIds: readonly string[] = []) {
  const chosen = { serviceIds: ids.split(','), optionIds, professionalId };
  return detailsStep({ ...chosen, slotStart: start, availabilityId: '' });
}

/** The slots of a search by time; each leads straight to its booking. */
export function AskedSlots({ slots, optionIds, professionalId, zone, name }: AskedSlotsProps) {
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
          <Link
            key={start_time}
            to={bookingAt(service_id, professionalId, start_time, optionIds)}
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
