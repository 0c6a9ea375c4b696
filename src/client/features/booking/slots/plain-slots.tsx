import type { ReactNode } from 'react';
import { formatSlotTime } from '#shared/time.ts';
import { type Slot, slotDayHeading } from './slots.ts';

/** The slots of the days, for those without JavaScript: the server alone renders it, inside `noscript`. */
export function PlainSlots({ days, zone }: { days: ReadonlyMap<string, Slot[]>; zone: string }): ReactNode {
  if (!import.meta.env.SSR) return null;
  const open = [...days].filter(([, times]) => times.length > 0).sort(([one], [other]) => (one < other ? -1 : 1));
  return (
    <>
      <p>You need JavaScript to book a time. These are free:</p>
      <ul>
        {open.map(([day, slots]) => (
          <li key={day}>
            <strong>{slotDayHeading(day)}</strong>: {slots.map(({ start }) => formatSlotTime(start, zone)).join(', ')}
          </li>
        ))}
      </ul>
    </>
  );
}
