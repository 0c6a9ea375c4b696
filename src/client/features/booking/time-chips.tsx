import { useViewerTime } from '#client/features/viewer-time.tsx';
import { formatDayHeading, formatSlotTime, zoneAbbreviation } from '#shared/time.ts';
import { type FreeTime, noonOf, partOfDay, partsOfDay } from './free-times.ts';
import styles from './time-chips.module.css';

interface TimeChipsProps {
  day: string;
  times: readonly FreeTime[];
  zone: string;
  /** Start of the chosen time, epoch milliseconds. */
  chosen: number;
  onChoose: (time: FreeTime) => void;
}

/** A day's free times, grouped by part of the day. */
export function TimeChips({ day, times, zone, chosen, onChoose }: TimeChipsProps) {
  return (
    <section className={styles.day} aria-labelledby="chosen-day">
      <h2 id="chosen-day">{formatDayHeading(noonOf(day), 'UTC')}</h2>
      {partsOfDay.map((part) => {
        const inPart = times.filter(({ start }) => partOfDay(start, zone) === part);
        if (inPart.length === 0) return null;
        return (
          <div key={part} className={styles.part}>
            <h3 className={styles.name}>{part}</h3>
            <ul className={styles.times}>
              {inPart.map((time) => (
                <li key={time.start}>
                  <TimeChip time={time} zone={zone} pressed={time.start === chosen} onPress={() => onChoose(time)} />
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}

interface TimeChipProps {
  time: FreeTime;
  zone: string;
  pressed: boolean;
  onPress: () => void;
}

/** Shows the zone, which tells apart the two equal times when clocks go back. */
function TimeChip({ time, zone, pressed, onPress }: TimeChipProps) {
  const own = useViewerTime(zone)(time.start);
  return (
    <button type="button" className={styles.chip} aria-pressed={pressed} onClick={onPress}>
      <span className={styles.time}>{formatSlotTime(time.start, zone)}</span> <span>{zoneAbbreviation(time.start, zone)}</span>
      {own !== null && <span className={styles.own}> {own} where you are</span>}
    </button>
  );
}
