import { useEffect, useRef, useState } from 'react';
import { SlotChips } from '#client/features/booking/slots/slot-chips.tsx';
import { slotDaysOf, slotsOf } from '#client/features/booking/slots/slots.ts';
import { useSlots } from '#client/features/booking/slots/use-slots.ts';
import { ChipsSkeleton } from '#client/features/booking/slots/week-slots.tsx';
import { WeekStrip } from '#client/features/booking/slots/week-strip.tsx';
import { Failure } from '#client/ui/message.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { DAY, writeInBounds } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import { addDays, noonOf, weekOf } from '#shared/days.ts';
import { clockTyped } from '#shared/rules/clock-text.ts';
import { dayKey, formatShortDay, formatSlotTime, fromLocalInput } from '#shared/time.ts';
import styles from './place-time.module.css';
import { TimeCheck } from './time-check.tsx';
import { type PlacedVisit, useIsTimeOff, usePlan } from './use-time-check.ts';

interface PlaceTimeProps {
  professionalId: string;
  zone: string;
  visit: PlacedVisit;
  /** Its length. */
  minutes: number;
  /** The chosen time, epoch milliseconds. */
  start: number | undefined;
  onChoose: (start: number | undefined) => void;
  /** Is told of each day that is shown, `2026-11-28`. */
  onDay?: (day: string) => void;
  /** Where the booking is now. */
  old?: number;
  /** The day that is shown first, `2026-11-26`; by default that of the time chosen, or the first free one. */
  opensOn?: string;
  /** Of the field for any other minute. */
  label: string;
  problem: string | undefined;
}

/**
 * A professional's own picker: the free times of a day as clients see them, then any other minute, with who is there
 * already.
 */
export function PlaceTime({
  professionalId,
  zone,
  visit,
  minutes,
  start,
  onChoose,
  onDay,
  old,
  opensOn,
  label,
  problem,
}: PlaceTimeProps) {
  const own = { id: professionalId, ...visit };
  const [opened] = useState(start ?? old);
  const { windows, until, error, retry, isPending, lookFurther } = useSlots(
    own,
    opened === undefined ? '' : new Date(opened).toISOString(),
    zone,
  );
  const free = slotsOf(windows ?? []);
  const days = slotDaysOf(windows ?? [], zone);
  const [asked, setAsked] = useState(opensOn);
  const [typed, setTyped] = useState('');
  const today = dayKey(Date.now(), zone);
  const shown = start ?? opened ?? free[0]?.start ?? Date.now();
  const day = asked ?? dayKey(shown, zone);
  const slots = days.get(day) ?? [];
  const isOffered = start === undefined || slots.some((slot) => slot.start === start);
  const { data: plan } = usePlan(visit, isOffered ? undefined : start, 1, 1);
  const isTimeOff = useIsTimeOff(start, minutes);
  const isLoaded = noonOf(day) < until;
  useEffect(() => onDay?.(day), [onDay, day]);

  const place = useRef<HTMLDivElement>(null);
  function choose(next: number | undefined) {
    onChoose(next);
    if (next !== undefined) setAsked(dayKey(next, zone));
  }
  function type(text: string, of = day) {
    setTyped(text);
    const clock = clockTyped(text);
    onChoose(clock === undefined ? undefined : fromLocalInput(`${of}T${clock}`, zone));
  }
  function goTo(key: string) {
    // Another week is asked for by its Monday, which may be over.
    const next = key < today ? today : key;
    setAsked(next);
    if (typed) type(typed, next);
    else onChoose(undefined);
  }
  function describe(key: string) {
    if (key < today) return { short: '\u00a0', spoken: 'past', isOpen: false };
    const count = days.get(key)?.length;
    if (count === undefined)
      return noonOf(key) < until
        ? { short: 'closed', spoken: 'closed', isOpen: true }
        : { short: '\u00a0', spoken: '', isOpen: true };
    return count === 0
      ? { short: 'full', spoken: 'full', isOpen: true }
      : { short: `${count} free`, spoken: counted(count, 'free time'), isOpen: true };
  }

  if (!windows)
    return error ? <Failure text="Failed to load availability." retry={retry} /> : <Skeleton height="240px" />;
  const monday = weekOf(day)[0] ?? day;
  const last = dayKey(Date.now() + writeInBounds.maxDaysAhead * DAY, zone);
  return (
    <div ref={place} className={styles.place}>
      <WeekStrip
        label="Day"
        day={day}
        today={today}
        describe={describe}
        onChange={goTo}
        hasEarlier={monday > today}
        hasLater={addDays(monday, 7) <= last && (noonOf(addDays(monday, 14)) < until || !lookFurther)}
        lookFurther={lookFurther}
        isLooking={isPending}
      />
      {slots.length > 0 || (old !== undefined && dayKey(old, zone) === day) ? (
        <SlotChips
          day={day}
          slots={slots}
          zone={zone}
          chosen={start ?? Number.NaN}
          {...(old === undefined ? {} : { old })}
          onChoose={(slot) => {
            setTyped('');
            choose(slot.start);
          }}
        />
      ) : isPending && !isLoaded ? (
        <ChipsSkeleton />
      ) : (
        <p className="soft">No free times on {formatShortDay(noonOf(day), 'UTC')}.</p>
      )}
      <details className={styles.other} open={problem !== undefined || !isOffered || undefined}>
        <summary>Another time on {formatShortDay(noonOf(day), 'UTC')}</summary>
        <TextField
          label={label}
          hint="Any time, even outside your hours: 9:40 am or 14:05."
          autoComplete="off"
          maxLength={12}
          value={typed || (isOffered || start === undefined ? '' : formatSlotTime(start, zone))}
          error={problem}
          onChange={(event) => type(event.target.value)}
        />
      </details>
      {plan?.[0] && !isOffered && (
        <TimeCheck
          date={plan[0]}
          zone={zone}
          isTimeOff={isTimeOff}
          onChoose={(next) => {
            setTyped('');
            choose(next);
            // The pressed button vanishes, and what it chose stands above.
            requestAnimationFrame(() =>
              place.current?.querySelector<HTMLElement>('[aria-pressed="true"]:not([data-day])')?.focus(),
            );
          }}
        />
      )}
    </div>
  );
}
