import { useState } from 'react';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { SelectField, TextField } from '#client/ui/text-field.tsx';
import { useFocusBack } from '#client/ui/use-focus-back.ts';
import { hoursBounds } from '#shared/constants.ts';
import { noonOf } from '#shared/days.ts';
import type { ClockInterval, OwnHours } from '#shared/hours.ts';
import { formatDate } from '#shared/time.ts';
import { DaySheet } from './day-sheet.tsx';
import styles from './hours.module.css';
import { cycleName, hoursText, type ScheduleEntry, weekdays } from './hours-text.ts';
import { outsideText, type Refused, useHoursChange } from './use-hours-change.ts';

const cycles = Array.from({ length: hoursBounds.everyWeeks.max }, (_, index) => ({
  value: String(index + 1),
  label: cycleName(index + 1),
}));

/** Of each week at a glance; a day is opened by a tap. `today` is the date in the professional's zone. */
export function WeekHours({ hours, today }: { hours: OwnHours; today: string }) {
  const { client } = trpc.useUtils();
  const change = useHoursChange();
  const [isBusy, setBusy] = useState(false);
  useFocusBack(isBusy);
  const before = hours.schedules.map(({ id, ...schedule }) => schedule);
  const schedules = before.length > 0 ? before : [emptySchedule(today)];

  async function save(next: ScheduleEntry[], said: string, refused: Refused): Promise<boolean> {
    setBusy(true);
    const isSaved = await change(
      async () => {
        const { bookings_outside } = await client.hours.replace.mutate({ schedules: next.filter(hasHours) });
        return said + outsideText(bookings_outside);
      },
      () => client.hours.replace.mutate({ schedules: before }),
      refused,
    );
    setBusy(false);
    return isSaved;
  }

  return (
    <section className={styles.part} aria-labelledby="week-hours">
      <h2 id="week-hours">Your week</h2>
      {schedules.map((schedule, index) => (
        <ScheduleCard
          // biome-ignore lint/suspicious/noArrayIndexKey: a change of one gives all of them new ids
          key={index}
          schedule={schedule}
          isOnly={schedules.length === 1}
          isBusy={isBusy}
          save={(next, said, refused) =>
            save(
              schedules.map((one, at) => (at === index ? next : one)),
              said,
              refused,
            )
          }
          remove={(refused) =>
            save(
              schedules.filter((_, at) => at !== index),
              'Schedule deleted.',
              refused,
            )
          }
        />
      ))}
      {before.length > 0 && before.length < hoursBounds.schedules && (
        <MoreWeeks
          add={(every_weeks, refused) =>
            save(
              [...schedules, { ...copyOf(schedules[0]), every_weeks, starts_on: today }],
              'Alternating week added.',
              refused,
            )
          }
          isBusy={isBusy}
        />
      )}
    </section>
  );
}

function emptySchedule(today: string): ScheduleEntry {
  return { starts_on: today, ends_on: null, every_weeks: 1, hours: [] };
}

/** Other weeks begin as the first ones are, to be changed from there. */
function copyOf(schedule: ScheduleEntry | undefined): ScheduleEntry {
  return { ...emptySchedule(''), ...schedule, ends_on: null };
}

function hasHours({ hours }: ScheduleEntry) {
  return hours.length > 0;
}

interface ScheduleCardProps {
  schedule: ScheduleEntry;
  isOnly: boolean;
  isBusy: boolean;
  save: (schedule: ScheduleEntry, said: string, refused: Refused) => Promise<boolean>;
  remove: (refused: Refused) => Promise<boolean>;
}

function ScheduleCard({ schedule, isOnly, isBusy, save, remove }: ScheduleCardProps) {
  const [opened, setOpened] = useState<number>();
  const hoursOn = (weekday: number) =>
    schedule.hours.filter((one) => one.weekday === weekday).map(({ start, end }) => ({ start, end }));

  async function saveDays(days: number[], hours: ClockInterval[], refused: Refused) {
    const others = schedule.hours.filter(({ weekday }) => !days.includes(weekday));
    const next = [...others, ...days.flatMap((weekday) => hours.map((one) => ({ ...one, weekday })))];
    const names = weekdays.filter(({ weekday }) => days.includes(weekday)).map(({ short }) => short);
    const said = `${names.join(', ')}: ${hoursText(hours)}.`;
    if (await save({ ...schedule, hours: next }, said, refused)) setOpened(undefined);
  }

  return (
    <Card rows>
      {!isOnly && (
        <h3 className={styles.cycle}>
          {cycleName(schedule.every_weeks)} from {formatDate(noonOf(schedule.starts_on), 'UTC')}
          {schedule.ends_on && ` until ${formatDate(noonOf(schedule.ends_on), 'UTC')}`}
        </h3>
      )}
      <ul>
        {weekdays.map(({ weekday, name }) => {
          const hours = hoursOn(weekday);
          return (
            <li key={weekday} className={styles.dayRow}>
              <button type="button" className={styles.day} disabled={isBusy} onClick={() => setOpened(weekday)}>
                <span className={styles.dayName}>{name}</span>
                <span className={styles.dayHours}>
                  <span className={hours.length > 0 ? 'figure' : 'soft'}>{hoursText(hours)}</span>
                  <Icon size={20} path="M7.5 4.5l5.5 5.5-5.5 5.5" />
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      <ScheduleOptions
        key={`${schedule.every_weeks} ${schedule.starts_on} ${schedule.ends_on}`}
        schedule={schedule}
        isOnly={isOnly}
        isBusy={isBusy}
        save={save}
        remove={remove}
      />
      {opened !== undefined && (
        <DaySheet
          weekday={opened}
          hours={hoursOn(opened)}
          busy={isBusy}
          close={() => setOpened(undefined)}
          save={(...chosen) => void saveDays(...chosen)}
        />
      )}
    </Card>
  );
}

/** How often it comes, from when, until when: folded away, as most have the same hours every week. */
function ScheduleOptions({ schedule, isOnly, isBusy, save, remove }: ScheduleCardProps) {
  const [typed, setTyped] = useState(schedule);
  const [failure, setFailure] = useState<string>();
  const isChanged =
    typed.every_weeks !== schedule.every_weeks ||
    typed.starts_on !== schedule.starts_on ||
    typed.ends_on !== schedule.ends_on;
  const isBackwards = typed.ends_on !== null && typed.ends_on < typed.starts_on;

  return (
    <details className={styles.options}>
      <summary>
        Repeats {schedule.every_weeks === 1 ? 'weekly' : cycleName(schedule.every_weeks).toLowerCase()}
        {schedule.ends_on && ` until ${formatDate(noonOf(schedule.ends_on), 'UTC')}`}. Change
      </summary>
      <div className={styles.optionFields}>
        <SelectField
          label="Repeats"
          options={cycles}
          value={String(typed.every_weeks)}
          onChange={(event) => setTyped({ ...typed, every_weeks: Number(event.target.value) })}
        />
        <TextField
          label="From"
          type="date"
          hint={typed.every_weeks > 1 ? 'Starts in the week of this day.' : undefined}
          value={typed.starts_on}
          onChange={(event) => setTyped({ ...typed, starts_on: event.target.value })}
        />
        <TextField
          label="Until"
          type="date"
          hint="Leave blank for no end date."
          error={isBackwards ? 'Must not be before the first day' : undefined}
          value={typed.ends_on ?? ''}
          onChange={(event) => setTyped({ ...typed, ends_on: event.target.value || null })}
        />
        <FormMessage>{failure}</FormMessage>
        <div className={styles.optionActions}>
          <Button
            look="secondary"
            disabled={!isChanged || isBackwards || typed.starts_on === ''}
            busy={isBusy}
            busyText="Saving..."
            onClick={() => {
              setFailure(undefined);
              const said = `Saved: ${cycleName(typed.every_weeks).toLowerCase()}.`;
              void save({ ...schedule, ...typed, hours: schedule.hours }, said, setFailure);
            }}
          >
            Save
          </Button>
          {!isOnly && (
            <Button
              look="quiet"
              disabled={isBusy}
              onClick={() => {
                setFailure(undefined);
                void remove(setFailure);
              }}
            >
              Delete this schedule
            </Button>
          )}
        </div>
      </div>
    </details>
  );
}

interface MoreWeeksProps {
  add: (everyWeeks: number, refused: Refused) => Promise<boolean>;
  isBusy: boolean;
}

/** A second rhythm beside the first, such as Saturdays every second week. */
function MoreWeeks({ add, isBusy }: MoreWeeksProps) {
  const [failure, setFailure] = useState<string>();
  return (
    <>
      <FormMessage>{failure}</FormMessage>
      <Button
        look="quiet"
        className={styles.more}
        disabled={isBusy}
        onClick={() => {
          setFailure(undefined);
          void add(2, setFailure);
        }}
      >
        Add an alternating week
      </Button>
    </>
  );
}
