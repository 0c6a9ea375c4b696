import { useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Failure } from '#client/ui/message.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { hoursBounds } from '#shared/constants.ts';
import { addDays, noonOf, weekOf } from '#shared/days.ts';
import type { OwnDate } from '#shared/hours.ts';
import { startOfDay } from '#shared/rules/hour-grid.ts';
import { clockTexts, dayNumber, type Hours, hoursOfDay } from '#shared/rules/hours.ts';
import { formatLongDate } from '#shared/time.ts';
import { DateSheet } from './date-sheet.tsx';
import styles from './hours.module.css';
import { hoursLeft } from './hours-left.ts';
import { hoursText, weekdays } from './hours-text.ts';
import type { useHolidays } from './use-holidays.ts';
import { useTimeOff } from './use-time-off.ts';

interface MonthProps {
  rules: Hours;
  dates: readonly OwnDate[];
  /** Names by date. */
  holidays: ReadonlyMap<string, string>;
  /** What they are read from; without each, days on which one is closed would pass for open ones, as without time off. */
  years: ReturnType<typeof useHolidays>['years'];
  zone: string;
  today: string;
}

const monthName = new Intl.DateTimeFormat('en-AU', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The weeks of a month, each from Monday; days of other months are undefined. */
function weeksOf(month: string): (string | undefined)[][] {
  const weeks: (string | undefined)[][] = [];
  for (let monday = weekOf(`${month}-01`)[0] ?? ''; monday.slice(0, 7) <= month; monday = addDays(monday, 7)) {
    weeks.push(weekOf(monday).map((day) => (day.startsWith(month) ? day : undefined)));
  }
  return weeks;
}

/** `9–5`, `10–6:30`: hours in the room of a cell, a line for each stretch. */
function shortHours(intervals: readonly { start: number; end: number }[]): string {
  const text = (minutes: number) => {
    const hour = Math.floor(minutes / 60) % 12 || 12;
    return minutes % 60 === 0 ? String(hour) : `${hour}:${String(minutes % 60).padStart(2, '0')}`;
  };
  return intervals.map(({ start, end }) => `${text(start)}–${text(end)}`).join('\n') || '–';
}

/** A month whose days have their hours; a tap closes one, or gives it hours of its own. */
export function Month({ rules, dates, holidays, years, zone, today }: MonthProps) {
  const timeOff = useTimeOff();
  const [month, setMonth] = useState(today.slice(0, 7));
  const [opened, setOpened] = useState<string>();
  const lacking = years.filter(({ data }) => !data);
  const last = addDays(today, hoursBounds.daysAhead);
  const name = monthName.format(noonOf(`${month}-01`));
  const isTimeOff = (day: string) =>
    (timeOff.data ?? []).some(
      ({ start, end }) =>
        Date.parse(start) < startOfDay(addDays(day, 1), zone) && Date.parse(end) > startOfDay(day, zone),
    );
  const turn = (days: number) => setMonth(addDays(`${month}-15`, days).slice(0, 7));
  // Not `disabled`, which would lose the focus of who goes on to the last month.
  const [isFirst, isLast] = [month <= today.slice(0, 7), month >= last.slice(0, 7)];

  return (
    <section className={styles.part} aria-labelledby="own-dates">
      <h2 id="own-dates">Special days</h2>
      <p className="soft">Tap a day to close it, or to give it other hours.</p>
      <div className={styles.monthHead}>
        <p className="figure" aria-live="polite">
          {name}
        </p>
        <div className={styles.monthWays}>
          <Button
            look="secondary"
            aria-label="Previous month"
            aria-disabled={isFirst}
            onClick={() => isFirst || turn(-30)}
          >
            <Icon size={20} path="M12.5 4.5L7 10l5.5 5.5" />
          </Button>
          <Button look="secondary" aria-label="Next month" aria-disabled={isLast} onClick={() => isLast || turn(30)}>
            <Icon size={20} path="M7.5 4.5L13 10l-5.5 5.5" />
          </Button>
        </div>
      </div>
      {lacking.some(({ error }) => error) ? (
        <Failure
          text="Failed to load public holidays."
          retry={() => Promise.all(lacking.map(({ refetch }) => refetch()))}
        />
      ) : timeOff.error ? (
        <Failure text="Failed to load time off." retry={timeOff.refetch} />
      ) : lacking.length > 0 || !timeOff.data ? (
        <Skeleton height="308px" />
      ) : (
        <table className={styles.month} aria-label={name}>
          <thead>
            <tr>
              {weekdays.map(({ name: weekday, short }) => (
                <th key={weekday} scope="col">
                  <abbr title={weekday}>{short}</abbr>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(month).map((week) => (
              <tr key={week.find(Boolean)}>
                {week.map((day, index) => {
                  const weekday = weekdays[index]?.name;
                  if (!day) return <td key={weekday} />;
                  const { intervals, source } = hoursOfDay(rules, dayNumber(day));
                  const left = hoursLeft(intervals, day, timeOff.data ?? [], zone);
                  const isLess = JSON.stringify(left) !== JSON.stringify(intervals);
                  const holiday = holidays.get(day);
                  const spoken = [
                    formatLongDate(noonOf(day), 'UTC'),
                    isLess && left.length === 0 ? 'time off' : hoursText(left.map(clockTexts)),
                    isLess && left.length > 0 && 'some time off',
                    source === 'date' ? 'special day' : holiday,
                  ];
                  return (
                    <td key={weekday}>
                      <button
                        type="button"
                        className={styles.date}
                        disabled={day < today || day > last}
                        data-own={source === 'date' || undefined}
                        data-closed={left.length === 0 || undefined}
                        aria-current={day === today ? 'date' : undefined}
                        title={holiday}
                        onClick={() => setOpened(day)}
                      >
                        <span className="visually-hidden">{spoken.filter(Boolean).join(', ')}</span>
                        <span className="figure" aria-hidden="true">
                          {Number(day.slice(8))}
                        </span>
                        <span className={styles.dateHours} aria-hidden="true">
                          {isLess && left.length === 0 ? 'off' : shortHours(left)}
                        </span>
                      </button>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {opened && (
        <DateSheet
          key={opened}
          date={opened}
          own={dates.find(({ date }) => date === opened)}
          usual={hoursOfDay({ ...rules, dates: new Map() }, dayNumber(opened)).intervals.map(clockTexts)}
          holiday={holidays.get(opened)}
          hasTimeOff={isTimeOff(opened)}
          close={() => setOpened(undefined)}
        />
      )}
    </section>
  );
}
