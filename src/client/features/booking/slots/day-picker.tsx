import { counted } from '#shared/counted.ts';
import { addDays, weekOf } from '#shared/days.ts';
import { formatHours } from '#shared/duration.ts';
import { dayKey } from '#shared/time.ts';
import type { Slot } from './slots.ts';
import { WeekStrip } from './week-strip.tsx';

export interface DayWords {
  days: ReadonlyMap<string, Slot[]>;
  zone: string;
  /** Of the visit, which finds no time on days where a shorter one would. */
  tooLong?: { minutes: number; days: ReadonlySet<string> } | undefined;
}

interface DayPickerProps extends DayWords {
  /** The first day of which not everything is loaded; none by default. */
  until?: string | undefined;
  /** The chosen day, `2026-11-26`; its week is shown. */
  day: string;
  nameOf: (day: string) => string;
  onChange: (day: string) => void;
  /** Loads days after the last loaded one; undefined if there are none. */
  lookFurther?: () => void;
  isLooking: boolean;
}

/**
 * `7 free times`, `full` if all times are taken, `no room for 5 h` if what is left is too short, `closed` without hours;
 * a past day says nothing.
 */
function wordsOf(key: string, { days, zone, tooLong }: DayWords) {
  const slots = days.get(key);
  if (key < dayKey(Date.now(), zone)) return { short: '\u00a0', spoken: 'past' };
  if (!slots) return { short: 'closed', spoken: 'closed' };
  if (slots.length > 0) return { short: `${slots.length} free`, spoken: counted(slots.length, 'free time') };
  if (!tooLong?.days.has(key)) return { short: 'full', spoken: 'full' };
  const length = formatHours(tooLong.minutes);
  // The hours alone fit beside a day's date.
  return { short: length.length > 4 ? 'no room' : `no room for ${length}`, spoken: `no room for ${length}` };
}

/** The days of a week with how many times are free on each. */
export function DayPicker({ days, zone, tooLong, day, until, ...strip }: DayPickerProps) {
  const keys = [...days.keys()].sort();
  const first = weekOf(day)[0] ?? day;
  const isWhole = strip.lookFurther === undefined || until === undefined || until >= addDays(first, 14);

  function describe(key: string) {
    // Not known yet.
    if (!days.has(key) && until !== undefined && key >= until) return { short: '\u00a0', spoken: '', isOpen: false };
    return { ...wordsOf(key, { days, zone, tooLong }), isOpen: (days.get(key)?.length ?? 0) > 0 };
  }

  return (
    <WeekStrip
      label="Day"
      day={day}
      describe={describe}
      hasEarlier={(keys[0] ?? day) < first}
      hasLater={isWhole && (keys.at(-1) ?? day) >= addDays(first, 7)}
      {...strip}
    />
  );
}
