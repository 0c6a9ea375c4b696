import { useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/message.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { weekOf } from '#shared/days.ts';
import { dayKey, formatShortDay } from '#shared/time.ts';
import { DayPicker, type DayWords } from './day-picker.tsx';
import { SlotChips } from './slot-chips.tsx';
import type { Slot } from './slots.ts';
import { longDay } from './week-strip.tsx';

interface WeekSlotsProps extends DayWords {
  /** Of a day, by default with its words in the usual order. */
  nameOf?: (day: string) => string;
  /** All of them, in order. */
  free: readonly Slot[];
  /** The day that is shown first, `2026-11-26`. */
  opensOn: string;
  /** Up to when times are loaded, epoch milliseconds. */
  until: number;
  lookFurther: (() => void) | undefined;
  isLooking: boolean;
  /** As of `SlotChips`. */
  chosen: number;
  old?: number;
  onChoose: (time: Slot) => void;
}

/** The days of a week and the slots of one of them; a week without any leads to the next free day. */
export function WeekSlots(props: WeekSlotsProps) {
  const { days, nameOf = longDay, free, zone, tooLong, opensOn, until, lookFurther, isLooking, ...chips } = props;
  const [asked, setAsked] = useState<string>();
  const wanted = asked ?? opensOn;
  const isFree = (key: string) => (days.get(key)?.length ?? 0) > 0;
  // Another week is requested by its Monday and opens on its first free day.
  const day = isFree(wanted) ? wanted : (weekOf(wanted).find(isFree) ?? wanted);
  const slots = days.get(day) ?? [];
  const next = free.find(({ start }) => dayKey(start, zone) > day);

  /** The focus goes on to that day, once it is rendered: the pressed button vanishes. */
  function goTo(key: string) {
    setAsked(key);
    queueMicrotask(() => document.querySelector<HTMLElement>(`[data-day="${key}"]`)?.focus());
  }
  return (
    <>
      <DayPicker
        days={days}
        zone={zone}
        tooLong={tooLong}
        day={day}
        nameOf={nameOf}
        until={Number.isFinite(until) ? dayKey(until, zone) : undefined}
        onChange={setAsked}
        lookFurther={lookFurther}
        isLooking={isLooking}
      />
      {slots.length > 0 ? (
        <SlotChips day={day} nameOf={nameOf} slots={slots} zone={zone} {...chips} />
      ) : isLooking ? (
        <ChipsSkeleton />
      ) : (
        <EmptyState text="No free times in this week.">
          {next && (
            <Button look="secondary" onClick={() => goTo(dayKey(next.start, zone))}>
              Go to {formatShortDay(next.start, zone)}
            </Button>
          )}
        </EmptyState>
      )}
    </>
  );
}

const skeletons = ['1', '2', '3', '4', '5', '6'];

export function ChipsSkeleton() {
  return (
    <div style={{ display: 'grid', gap: 12, gridTemplateColumns: 'repeat(3, 1fr)' }}>
      {skeletons.map((name) => (
        <Skeleton key={name} height="48px" />
      ))}
    </div>
  );
}
