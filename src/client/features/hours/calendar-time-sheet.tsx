import { useState } from 'react';
import { trpc } from '#client/lib/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { ChoiceChips } from '#client/ui/toggles.tsx';
import { useProblems } from '#client/ui/use-problems.ts';
import { HOUR, hoursBounds } from '#shared/constants.ts';
import { addDays } from '#shared/days.ts';
import { pagePath } from '#shared/pages.ts';
import type { OwnProfessional } from '#shared/professionals.ts';
import { clockTexts, dateText, dayNumber, hoursOfDay, minutesOfClock } from '#shared/rules/hours.ts';
import { merged, type Span } from '#shared/rules/slots.ts';
import { dayKey, formatShortDay, formatTimes, fromLocalInput, toLocalInput } from '#shared/time.ts';
import styles from './hours.module.css';
import { rulesOf } from './own-rules.ts';
import { readSpan, SpanFields, type TypedSpan } from './span-fields.tsx';
import { namesByDate } from './use-holidays.ts';
import { outsideText, type Refused, useHoursChange } from './use-hours-change.ts';
import { useTimeOffChange } from './use-time-off.ts';

interface CalendarTimeSheetProps {
  profile: OwnProfessional;
  /** Where the calendar was tapped, epoch milliseconds. */
  start: number;
  /** Offers nothing but extra time, on any day: away from a calendar. */
  onlyExtra?: boolean;
  close: () => void;
  /** Called before it closes, with what was blocked. */
  blocked?: (span: Span) => void;
}

/** What can be done with a time of the calendar. */
export function CalendarTimeSheet({ profile, start, onlyExtra = false, close, blocked }: CalendarTimeSheetProps) {
  const zone = profile.time_zone;
  const timeOff = useTimeOffChange(zone);
  const addExtraTime = useExtraTime(profile);
  const [typed, setTyped] = useState<TypedSpan>({
    from: toLocalInput(start, zone),
    to: toLocalInput(start + HOUR, zone),
    isWhole: false,
  });
  const { form, problems, show, clear } = useProblems<HTMLDivElement>();
  const [busy, setBusy] = useState<'block' | 'extra'>();
  const day = dayKey(start, zone);
  const midnight = `${addDays(day, 1)}T00:00`;
  const lengths = [
    { value: 'hour', label: '1 h', from: toLocalInput(start, zone), to: toLocalInput(start + HOUR, zone) },
    { value: 'rest', label: 'Rest of the day', from: toLocalInput(start, zone), to: midnight },
    { value: 'day', label: 'All day', from: `${day}T00:00`, to: midnight },
  ];

  async function run(kind: 'block' | 'extra', work: (span: Span, refused: Refused) => Promise<boolean>) {
    const { span, problems: wrong } = readSpan(typed, zone);
    show(wrong);
    if (!span) return;
    setBusy(kind);
    const isDone = await work(span, (text, fields) =>
      show({ [fields.some((field) => field.startsWith('start')) ? 'start' : 'end']: text }),
    );
    setBusy(undefined);
    if (isDone) close();
  }

  return (
    <Dialog
      sheet
      busy={busy !== undefined}
      close={close}
      title={onlyExtra ? 'Extra time' : formatShortDay(start, zone)}
      description={onlyExtra ? 'On top of your hours that day.' : 'What is this time for?'}
    >
      <div ref={form} className={styles.sheet}>
        <SpanFields
          typed={typed}
          problems={problems}
          onChange={(next) => {
            setTyped(next);
            clear('start', 'end');
          }}
        />
        {!onlyExtra && (
          <ChoiceChips
            label="How long"
            options={lengths.map(({ value, label }) => ({ value, label }))}
            value={lengths.find(({ from, to }) => from === typed.from && to === typed.to)?.value ?? ''}
            onChange={(value) => {
              const { from, to } = lengths.find((one) => one.value === value) ?? typed;
              setTyped({ from, to, isWhole: value === 'day' });
              clear('start', 'end');
            }}
          />
        )}
        <div className={styles.quick}>
          {!onlyExtra && (
            <>
              <ButtonLink
                to={`${pagePath('writeIn')}?start=${new Date(fromLocalInput(typed.from, zone) ?? start).toISOString()}`}
              >
                Add booking
              </ButtonLink>
              <Button
                look="secondary"
                disabled={busy !== undefined}
                busy={busy === 'block'}
                busyText="Blocking..."
                onClick={() =>
                  void run('block', async (span, refused) => {
                    const isBlocked = await timeOff.add(span, null, 'Blocked', refused);
                    if (isBlocked) blocked?.(span);
                    return isBlocked;
                  })
                }
              >
                Block time
              </Button>
            </>
          )}
          <Button
            look="secondary"
            disabled={busy !== undefined}
            busy={busy === 'extra'}
            busyText="Adding..."
            onClick={() => void run('extra', addExtraTime)}
          >
            {onlyExtra ? 'Add' : 'Extra time'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/**
 * Adds time beside the hours. Where it touches or overlaps those of its day it becomes hours of that date, so that a
 * visit across the seam is sold; otherwise it is a single window.
 */
function useExtraTime({ time_zone: zone, closed_on_holidays_of: state }: OwnProfessional) {
  const { client } = trpc.useUtils();
  const change = useHoursChange();

  return async function add({ start, end }: Span, refused: Refused): Promise<boolean> {
    const said = `Extra time: ${formatShortDay(start, zone)}, ${formatTimes(start, end, zone)}.`;
    const day = dayNumber(dayKey(start, zone));
    const date = dateText(day);
    const single = () => {
      let id = '';
      return change(
        async () => {
          const made = await client.availability.create.mutate({
            start_time: new Date(start).toISOString(),
            end_time: new Date(end).toISOString(),
          });
          id = made.id;
          return said;
        },
        () => client.availability.delete.mutate({ id }),
        refused,
      );
    };
    let own: Awaited<ReturnType<typeof client.hours.dates.query>>[number] | undefined;
    let joined: { start: string; end: string }[] | undefined;
    try {
      const [hours, dates, holidays] = await Promise.all([
        client.hours.mine.query(),
        client.hours.dates.query({ from: date }),
        state ? client.hours.holidays.query({ state, year: Number(date.slice(0, 4)) }) : [],
      ]);
      own = dates.find((one) => one.date === date);
      joined = joinedHours(hoursOfDay(rulesOf(hours, dates, namesByDate(holidays)), day).intervals, {
        start: minutesOfClock(toLocalInput(start, zone).slice(11)),
        end: dayKey(end, zone) === date ? minutesOfClock(toLocalInput(end, zone).slice(11)) : 24 * 60,
      });
    } catch (error) {
      console.error('Failed to read the hours of the day.', error);
    }
    // Over midnight, or away from the hours of its day.
    if (!joined || dayKey(end - 1, zone) !== date) return single();
    const hours = joined;
    const before = own;
    return change(
      async () => {
        const { bookings_outside } = await client.hours.setDate.mutate({ date, hours, note: before?.note });
        return said + outsideText(bookings_outside);
      },
      () =>
        before
          ? client.hours.setDate.mutate({ date, hours: before.hours, note: before.note })
          : client.hours.removeDate.mutate({ date }),
      refused,
    );
  };
}

/** The hours of a day with extra time, where the two touch or overlap; undefined where they do not. */
function joinedHours(
  intervals: readonly { start: number; end: number }[],
  extra: { start: number; end: number },
): { start: string; end: string }[] | undefined {
  const touches = intervals.some(({ start, end }) => start <= extra.end && extra.start <= end);
  if (!touches || extra.start % hoursBounds.stepMinutes !== 0 || extra.end % hoursBounds.stepMinutes !== 0)
    return undefined;
  return merged([...intervals, extra]).map(clockTexts);
}
