import { useId } from 'react';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { hoursBounds } from '#shared/constants.ts';
import type { ClockInterval } from '#shared/hours.ts';
import { hoursFault, minutesOfClock } from '#shared/rules/hours.ts';
import styles from './hours.module.css';
import { withBreak } from './with-break.ts';

/** What a day begins with when it is opened. */
export const usualHours: ClockInterval = { start: '09:00', end: '17:00' };

/** What is wrong with typed hours, and with which of them; a time that is not whole yet is wrong, too. */
export function faultOf(hours: readonly ClockInterval[]) {
  const half = hours.findIndex(({ start, end }) => start === '' || end === '');
  if (half >= 0) return { index: half, message: 'Both times are needed' };
  return hoursFault(hours.map(({ start, end }) => ({ start: minutesOfClock(start), end: minutesOfClock(end) })));
}

interface IntervalFieldsProps {
  hours: readonly ClockInterval[];
  onChange: (hours: ClockInterval[]) => void;
  /** Whether faults are shown yet. */
  isChecked: boolean;
}

/** The hours of a day in the platform's time inputs. A break is simply the gap between two stretches. */
export function IntervalFields({ hours, onChange, isChecked }: IntervalFieldsProps) {
  const id = useId();
  const fault = isChecked ? faultOf(hours) : undefined;
  const change = (index: number, part: Partial<ClockInterval>) =>
    onChange(hours.map((one, at) => (at === index ? { ...one, ...part } : one)));

  return (
    <div className={styles.intervals}>
      {hours.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stretches have no name but their position
        <fieldset key={index} className={styles.interval} aria-describedby={fault ? `${id}-fault` : undefined}>
          <legend className="visually-hidden">{hours.length > 1 ? `Hours ${index + 1}` : 'Hours'}</legend>
          <TextField
            label="From"
            type="time"
            step={hoursBounds.stepMinutes * 60}
            value={one.start}
            aria-invalid={fault?.index === index || undefined}
            onChange={(event) => change(index, { start: event.target.value })}
          />
          <TextField
            label="To"
            type="time"
            step={hoursBounds.stepMinutes * 60}
            // A time input knows no 24:00.
            value={one.end === '24:00' ? '00:00' : one.end}
            aria-invalid={fault?.index === index || undefined}
            onChange={(event) => change(index, { end: event.target.value === '00:00' ? '24:00' : event.target.value })}
          />
          {hours.length > 1 && (
            <Button
              look="quiet"
              aria-label={`Remove hours ${index + 1}`}
              onClick={() => onChange(hours.filter((_, at) => at !== index))}
            >
              Remove
            </Button>
          )}
        </fieldset>
      ))}
      {fault && (
        <p id={`${id}-fault`} className={styles.fault} role="alert">
          {fault.message}
        </p>
      )}
      {hours.length < hoursBounds.intervalsADay && (
        <Button look="quiet" className={styles.addBreak} onClick={() => onChange(withBreak(hours))}>
          Add a break
        </Button>
      )}
    </div>
  );
}
