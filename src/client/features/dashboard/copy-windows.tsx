import { useState } from 'react';
import { statusOf } from '#client/lib/errors.ts';
import { availabilityErrorText } from '#client/lib/form-errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { SelectField } from '#client/ui/text-field.tsx';
import { ToggleChips } from '#client/ui/toggles.tsx';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import type { Availability } from '#shared/availability.ts';
import { counted } from '#shared/counted.ts';
import { noonOf, weekdayOf } from '#shared/days.ts';
import { copiesOfDay, copiesOfWeek } from '#shared/rules/copies.ts';
import { formatShortDay, formatWindow } from '#shared/time.ts';
import styles from './copy-windows.module.css';

/** What is copied: the windows of a day `2026-11-26`, or those of a whole week. */
export type CopySource = { windows: readonly Availability[] } & ({ kind: 'day'; day: string } | { kind: 'week' });

/** From Monday; values are those of `weekdayOf`. */
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((label, index) => ({
  value: String((index + 1) % 7),
  label,
}));
/** A quarter of a year; with a week of 14 windows that is 168 calls. */
const mostWeeks = 12;
const weekOptions = Array.from({ length: mostWeeks }, (_, index) => ({
  value: String(index + 1),
  label: String(index + 1),
}));

interface Outcome {
  created: number;
  /** A line for each window that was refused: which, and why. */
  refused: string[];
  /** Windows that were not tried, because the connection or the server failed. */
  left: number;
}

interface CopyWindowsProps {
  source: CopySource;
  zone: string;
  close: () => void;
}

/** Sets the same hours again on other days, through the same calls as one window, and says once what was refused. */
export function CopyWindows({ source, zone, close }: CopyWindowsProps) {
  const { client, availability } = trpc.useUtils();
  const isDay = source.kind === 'day';
  const [chosen, setChosen] = useState(() => (isDay ? [String(weekdayOf(source.day))] : []));
  const [weeks, setWeeks] = useState('1');
  const [done, setDone] = useState<number>();
  const [outcome, setOutcome] = useState<Outcome>();
  const spans = source.windows.map(({ start_time, end_time }) => ({
    start: Date.parse(start_time),
    end: Date.parse(end_time),
  }));
  const copies = isDay
    ? copiesOfDay(spans, chosen.map(Number), Number(weeks), zone)
    : copiesOfWeek(spans, Number(weeks), zone);
  const [first, last] = [copies[0], copies.at(-1)];

  async function copy() {
    const result: Outcome = { created: 0, refused: [], left: 0 };
    for (const [index, { start, end }] of copies.entries()) {
      setDone(index);
      try {
        await client.availability.create.mutate({
          start_time: new Date(start).toISOString(),
          end_time: new Date(end).toISOString(),
        });
        result.created++;
      } catch (error) {
        const status = statusOf(error);
        if (status !== 409 && status !== 422) {
          result.left = copies.length - index;
          break;
        }
        result.refused.push(`${formatWindow(start, end, zone)}: ${availabilityErrorText(error)}`);
      }
    }
    setDone(undefined);
    setOutcome(result);
    await availability.invalidate();
  }

  return (
    <Dialog
      sheet
      busy={done !== undefined}
      close={close}
      title={isDay ? `Copy ${formatShortDay(noonOf(source.day), 'UTC')} to ...` : 'Repeat this week'}
    >
      {outcome ? (
        <Summary outcome={outcome} close={close} />
      ) : (
        <div className={styles.choices}>
          {isDay && <ToggleChips label="Days" options={weekdays} value={chosen} onChange={setChosen} />}
          <SelectField
            label="Repeat for weeks"
            options={weekOptions}
            value={weeks}
            onChange={(event) => setWeeks(event.target.value)}
            hint={isDay ? 'Counted from the day after the copied one.' : 'The weeks that follow this one.'}
          />
          <p aria-live="polite">
            <WholeTimes
              text={
                first && last
                  ? `Sets ${counted(copies.length, 'window')}, ${formatShortDay(first.start, zone)} to ${formatShortDay(last.start, zone)}.`
                  : 'Choose at least one day.'
              }
            />
          </p>
          <Button
            disabled={copies.length === 0}
            busy={done !== undefined}
            busyText={`Setting ${(done ?? 0) + 1} of ${copies.length}...`}
            onClick={() => void copy()}
          >
            {isDay ? 'Copy' : 'Repeat'}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

function Summary({ outcome: { created, refused, left }, close }: { outcome: Outcome; close: () => void }) {
  return (
    <div className={styles.choices}>
      <p role="status">
        {created === 0 ? 'No window was set.' : `${counted(created, 'window')} set.`}
        {refused.length > 0 && ` ${refused.length} refused:`}
      </p>
      {refused.length > 0 && (
        <ul className={styles.refused}>
          {refused.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {left > 0 && (
        <p role="alert">The connection failed: {counted(left, 'window')} not tried. Copy again to set the rest.</p>
      )}
      <Button onClick={close}>Done</Button>
    </div>
  );
}
