import { useEffect, useRef } from 'react';
import { moveFocus } from '#client/ui/arrow-keys.ts';
import { Button } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { counted } from '#shared/counted.ts';
import { formatDate, formatDayHeading, localParts } from '#shared/time.ts';
import styles from './day-picker.module.css';
import { addDays, type FreeTime, noonOf, weekOf } from './free-times.ts';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

interface DayPickerProps {
  days: ReadonlyMap<string, FreeTime[]>;
  /** The chosen day, `2026-11-26`; its week is shown. */
  day: string;
  onChange: (day: string) => void;
  /** Loads days after the last loaded one; undefined if there are none. */
  lookFurther?: () => void;
  isLooking: boolean;
}

/** Returns `7 free times`, `full` if all times are taken, `closed` if there are no times. */
function freeText(times: FreeTime[] | undefined) {
  if (!times) return 'closed';
  return times.length === 0 ? 'full' : counted(times.length, 'free time');
}

/** The days of a week, one stop of the Tab key, with buttons for the previous and next week. */
export function DayPicker({ days, day, onChange, lookFurther, isLooking }: DayPickerProps) {
  const week = weekOf(day);
  const keys = [...days.keys()].sort();
  const first = week[0] ?? day;
  const next = addDays(first, 7);
  const hasEarlier = (keys[0] ?? day) < first;
  const hasLater = (keys.at(-1) ?? day) >= next;
  const strip = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const list = strip.current;
    const chosen = list?.querySelector<HTMLElement>(`[data-day="${day}"]`);
    if (list && chosen) list.scrollLeft = chosen.offsetLeft - (list.clientWidth - chosen.offsetWidth) / 2;
  }, [day]);

  return (
    <section className={styles.picker} aria-label="Day">
      <div className={styles.weeks}>
        <p className={styles.range} aria-live="polite">
          Week of {formatDate(noonOf(first), 'UTC')}
        </p>
        <div className={styles.ways}>
          <Button look="secondary" aria-label="Previous week" disabled={!hasEarlier} onClick={() => onChange(addDays(first, -7))}>
            <Icon size={20} path="M12.5 4.5 7 10l5.5 5.5" />
          </Button>
          <Button
            look="secondary"
            aria-label="Next week"
            busy={isLooking}
            disabled={!hasLater && !lookFurther}
            onClick={() => {
              if (!hasLater) lookFurther?.();
              onChange(next);
            }}
          >
            <Icon size={20} path="M7.5 4.5 13 10l-5.5 5.5" />
          </Button>
        </div>
      </div>
      <div role="toolbar" aria-label="Days of the week" onKeyDown={moveFocus}>
        <ul ref={strip} className={styles.strip}>
          {week.map((key) => {
            const times = days.get(key);
            const { weekday, day: date } = localParts(noonOf(key), 'UTC');
            const isFree = times !== undefined && times.length > 0;
            return (
              <li key={key}>
                <button
                  type="button"
                  data-day={key}
                  className={styles.day}
                  aria-pressed={key === day}
                  aria-disabled={!isFree}
                  tabIndex={key === day ? 0 : -1}
                  onClick={() => isFree && onChange(key)}
                >
                  <span className="visually-hidden">
                    {formatDayHeading(noonOf(key), 'UTC')}, {freeText(times)}
                  </span>
                  <span aria-hidden="true">{weekdays[weekday]}</span>
                  <span aria-hidden="true" className={`figure ${styles.date}`}>
                    {date}
                  </span>
                  <span aria-hidden="true">{isFree ? `${times.length} free` : freeText(times)}</span>
                </button>
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}
