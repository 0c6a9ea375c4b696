import { type ReactNode, useEffect, useRef } from 'react';
import { showFocused } from '#client/lib/focus.ts';
import { moveFocus } from '#client/ui/arrow-keys.ts';
import { Button } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { addDays, noonOf, weekOf } from '#shared/days.ts';
import { formatDate, formatLongDate, localParts } from '#shared/time.ts';
import styles from './week-strip.module.css';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** More letters under a date take two lines, in the height of one. */
const longest = 8;

interface WeekWaysProps {
  /** Name of the section. */
  label: string;
  /** The chosen day, `2026-11-26`; its week is shown. */
  day: string;
  onChange: (day: string) => void;
  hasEarlier: boolean;
  hasLater: boolean;
  /** Called before a week that is not loaded yet is shown. */
  lookFurther?: (() => void) | undefined;
  isLooking?: boolean;
  children?: ReactNode;
}

interface WeekStripProps extends WeekWaysProps {
  /**
   * What there is on a day: short under its date, and read out with it; nothing while that loads. A closed day cannot be
   * chosen.
   */
  describe: (day: string) => { short: string; spoken: string; isOpen: boolean };
  /** Is marked. */
  today?: string;
  nameOf?: (day: string) => string;
  /** All seven days stand in a phone's width, for words of few letters. */
  fits?: boolean;
}

/** Which week is shown, with buttons for the previous and next one. */
export function WeekWays({
  label,
  day,
  onChange,
  hasEarlier,
  hasLater,
  lookFurther,
  isLooking = false,
  children,
}: WeekWaysProps) {
  const first = weekOf(day)[0] ?? day;
  // Not `disabled`, which would lose the focus of who goes on to the last week.
  const isStuck = isLooking || (!hasLater && !lookFurther);
  return (
    <section className={styles.picker} aria-label={label} data-scripted>
      <div className={styles.weeks}>
        <p className={styles.range} aria-live="polite">
          Week of {formatDate(noonOf(first), 'UTC')}
        </p>
        <div className={styles.ways}>
          <Button
            look="secondary"
            aria-label="Previous week"
            aria-disabled={!hasEarlier}
            onClick={() => hasEarlier && onChange(addDays(first, -7))}
          >
            <Icon size={20} path="M12.5 4.5 7 10l5.5 5.5" />
          </Button>
          <Button
            look="secondary"
            aria-label="Next week"
            aria-disabled={isStuck}
            aria-busy={isLooking}
            onClick={() => {
              if (isStuck) return;
              if (!hasLater) lookFurther?.();
              onChange(addDays(first, 7));
            }}
          >
            <Icon size={20} path="M7.5 4.5 13 10l-5.5 5.5" />
          </Button>
        </div>
      </div>
      {children}
    </section>
  );
}

/** `Thursday 26 November 2026` of `2026-11-26`. */
export function longDay(day: string): string {
  return formatLongDate(noonOf(day), 'UTC');
}

/** The days of a week, one stop of the Tab key, with buttons for the previous and next week. */
export function WeekStrip({ describe, today, nameOf = longDay, fits, ...ways }: WeekStripProps) {
  const { day, onChange } = ways;
  const strip = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const list = strip.current;
    const chosen = list?.querySelector<HTMLElement>(`[data-day="${day}"]`);
    if (list && chosen) list.scrollLeft = chosen.offsetLeft - (list.clientWidth - chosen.offsetWidth) / 2;
  }, [day]);

  return (
    <WeekWays {...ways}>
      <div role="toolbar" aria-label="Days of the week" onKeyDown={moveFocus}>
        <ul ref={strip} className={styles.strip} data-fits={fits} onFocus={showFocused}>
          {weekOf(day).map((key) => {
            const { short, spoken, isOpen } = describe(key);
            const { weekday, day: date } = localParts(noonOf(key), 'UTC');
            return (
              <li key={key}>
                <button
                  type="button"
                  data-day={key}
                  className={styles.day}
                  aria-pressed={key === day}
                  aria-current={key === today ? 'date' : undefined}
                  aria-disabled={!isOpen}
                  tabIndex={key === day ? 0 : -1}
                  onClick={() => isOpen && onChange(key)}
                >
                  <span className="visually-hidden">{[nameOf(key), spoken].filter(Boolean).join(', ')}</span>
                  <span aria-hidden="true">{weekdays[weekday]}</span>
                  <span aria-hidden="true" className={`figure ${styles.date}`}>
                    {date}
                  </span>
                  <span aria-hidden="true" className={short.length > longest ? styles.long : undefined}>
                    {short}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      </div>
    </WeekWays>
  );
}
