import type { ReactNode } from 'react';
import { LoadButton } from '#client/ui/load-button.tsx';
import { EmptyState } from '#client/ui/message.tsx';
import { ViewerTime } from '#client/ui/viewer-time.tsx';
import { ZoneName } from '#client/ui/zone-name.tsx';
import { dayKey, formatShortDay, formatSlotTime } from '#shared/time.ts';
import { PlainSlots } from './plain-slots.tsx';
import { nearestTo, type Slot, slotDayHeading, slotDaysOf, slotsOf } from './slots.ts';
import { useShorterDays } from './use-shorter-days.ts';
import { WeekSlots } from './week-slots.tsx';

interface SlotChoiceProps {
  windows: Parameters<typeof slotDaysOf>[0];
  zone: string;
  /** Up to when windows are loaded, epoch milliseconds. */
  until: number;
  /** Of the chosen time, which may be lost; epoch milliseconds, NaN without one. */
  start: number;
  onChoose: (time: Slot) => void;
  isLooking: boolean;
  lookFurther: (() => void) | undefined;
  professionalId: string;
  /** Of the visit. */
  minutes: number;
  /** What leads on where nothing is free. */
  otherwise: ReactNode;
}

/** What is free: the days of a week and the times of one, or that there is nothing. */
export function SlotChoice({
  windows,
  zone,
  until,
  start,
  onChoose,
  isLooking,
  lookFurther,
  professionalId,
  minutes,
  otherwise,
}: SlotChoiceProps) {
  const days = slotDaysOf(windows, zone);
  const free = slotsOf(windows);
  const hasFull = [...days.values()].some((slots) => slots.length === 0);
  const shorter = useShorterDays(professionalId, zone, minutes, hasFull);
  const first = free[0];
  if (!first) {
    return (
      <EmptyState text="No availability found from this professional.">
        <p className="soft">Have a look further ahead, or ask again in a few days.</p>
        {lookFurther && (
          <LoadButton busy={isLooking} load={lookFurther} remains="No availability found.">
            {isLooking ? 'Loading availability...' : 'Look at later dates'}
          </LoadButton>
        )}
        {otherwise}
      </EmptyState>
    );
  }
  const [opening = first] = Number.isFinite(start) ? nearestTo(free, start, 1) : [];

  return (
    <>
      <div role="status" className="unseen-on-small-phone">
        <p>
          First free time: {formatShortDay(first.start, zone)},{' '}
          <span className="unbroken">
            {formatSlotTime(first.start, zone)}
            <ZoneName at={first.start} zone={zone} />
          </span>
        </p>
        {/* The viewer's own zone is known once the page is hydrated: nothing below may move then. */}
        <p style={{ minHeight: '1lh' }}>
          <ViewerTime at={first.start} zone={zone} className="soft" />
        </p>
      </div>
      <noscript>
        <PlainSlots days={days} zone={zone} />
      </noscript>
      <WeekSlots
        nameOf={slotDayHeading}
        days={days}
        free={free}
        zone={zone}
        tooLong={{ minutes, days: shorter }}
        opensOn={dayKey(opening.start, zone)}
        until={until}
        lookFurther={lookFurther}
        isLooking={isLooking}
        chosen={start}
        onChoose={onChoose}
      />
    </>
  );
}
