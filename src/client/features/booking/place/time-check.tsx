import { Button } from '#client/ui/button.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { isolated } from '#shared/isolated.ts';
import type { PlannedDate, TimeConflict } from '#shared/series.ts';
import { formatShortDay, formatSlotTime, formatTimes } from '#shared/time.ts';
import styles from './place-time.module.css';

interface TimeCheckProps {
  date: PlannedDate;
  zone: string;
  isTimeOff: boolean;
  onChoose: (start: number) => void;
}

/** Who is at a chosen time, or that it is outside of the hours, with the nearest free times. */
export function TimeCheck({ date, zone, isTimeOff, onChoose }: TimeCheckProps) {
  if (date.state === 'free') return null;
  const nearest = date.nearest.map((start) => Date.parse(start));
  return (
    <FormMessage tone="wait">
      <p>{date.state === 'taken' ? conflictText(date.conflict, zone) : offText(isTimeOff)}</p>
      {nearest.length > 0 && (
        <>
          <p>Nearest free times on {formatShortDay(nearest[0] ?? 0, zone)}:</p>
          <ul className={styles.nearest} aria-label="Nearest free times">
            {nearest.map((start) => (
              <li key={start}>
                <Button look="secondary" onClick={() => onChoose(start)}>
                  {formatSlotTime(start, zone)}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </FormMessage>
  );
}

const offText = (isTimeOff: boolean) =>
  isTimeOff ? "That's inside your time off." : "That's outside your hours. You can still book it.";

/** Who is in the way, and when. */
export function conflictText(conflict: TimeConflict | null, zone: string): string {
  if (!conflict) return "That time isn't free.";
  const times = formatTimes(Date.parse(conflict.start_time), Date.parse(conflict.end_time), zone);
  const name = isolated(conflict.name);
  if (conflict.kind === 'booking') return `${name} is booked, ${times}.`;
  return conflict.kind === 'request'
    ? `${times} is held for ${name}, who may move there.`
    : `${times} is offered to ${name}.`;
}
