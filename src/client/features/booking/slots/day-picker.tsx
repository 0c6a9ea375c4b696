import { counted } from '#shared/counted.ts';
import { addDays, weekOf } from '#shared/days.ts';
import type { Slot } from './slots.ts';
import { WeekStrip } from './week-strip.tsx';

interface DayPickerProps {
  days: ReadonlyMap<string, Slot[]>;
  /** The first day of which not everything is loaded; none by default. */
  until?: string | undefined;
  /** The chosen day, `2026-11-26`; its week is shown. */
  day: string;
  onChange: (day: string) => void;
  /** Loads days after the last loaded one; undefined if there are none. */
  lookFurther?: () => void;
  isLooking: boolean;
}

/** Returns `7 free times`, `full` if all times are taken, `closed` if there are no times. */
function freeText(slots: Slot[] | undefined) {
  if (!slots) return 'closed';
  return slots.length === 0 ? 'full' : counted(slots.length, 'free time');
}

/** The days of a week with how many times are free on each. */
export function DayPicker({ days, day, until, ...strip }: DayPickerProps) {
  const keys = [...days.keys()].sort();
  const first = weekOf(day)[0] ?? day;
  const isWhole = strip.lookFurther === undefined || until === undefined || until >= addDays(first, 14);

  function describe(key: string) {
    const slots = days.get(key);
    const isOpen = slots !== undefined && slots.length > 0;
    return { short: isOpen ? `${slots.length} free` : freeText(slots), spoken: freeText(slots), isOpen };
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
