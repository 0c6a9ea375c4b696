import { useEffect, useRef, useState } from 'react';
import { useBookingPages } from '#client/features/booking-lists/use-own-bookings.ts';
import { focusOnceShown } from '#client/lib/focus.ts';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Failure, FormMessage } from '#client/ui/message.tsx';
import { PanelEnd } from '#client/ui/panel-end.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { useFocusBack } from '#client/ui/use-focus-back.ts';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import { DAY, MINUTE, timeOffBounds } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import { addDays } from '#shared/days.ts';
import type { TimeOff } from '#shared/hours.ts';
import type { OwnProfessional } from '#shared/professionals.ts';
import type { Span } from '#shared/rules/slots.ts';
import { dayKey, fromLocalInput } from '#shared/time.ts';
import { BookingLinks } from './booking-links.tsx';
import styles from './hours.module.css';
import { meets } from './met-bookings.ts';
import { TimeOffDialog } from './time-off-dialog.tsx';
import { timeOffText } from './time-off-text.ts';
import type { Refused } from './use-hours-change.ts';
import { useTimeOff, useTimeOffChange } from './use-time-off.ts';

interface TimeOffSectionProps {
  profile: OwnProfessional;
  /** Epoch milliseconds. */
  now: number;
}

/** Time off in two taps, and what is ahead of it, with the appointments inside. */
export function TimeOffSection({ profile, now }: TimeOffSectionProps) {
  const zone = profile.time_zone;
  const { add: addTimeOff, remove } = useTimeOffChange(zone);
  const found = useTimeOff();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [made, setMade] = useState<Span>();
  const list = useRef<HTMLDivElement>(null);
  useFocusBack(isBusy);
  const today = dayKey(now, zone);
  const at = (day: string, clock: string) => fromLocalInput(`${day}T${clock}`, zone) ?? now;
  const midnight = at(addDays(today, 1), '00:00');
  const noon = at(today, '12:00');
  // Whole minutes, and of an afternoon that has begun its rest.
  const fromNow = Math.ceil(now / MINUTE) * MINUTE;
  const afternoon = { start: Math.max(noon, fromNow), end: midnight };

  async function add(span: Span, reason: string | null, refused: Refused): Promise<boolean> {
    setBusy(true);
    setFailure(undefined);
    const isMade = await addTimeOff(span, reason, 'Time off', refused);
    setBusy(false);
    if (isMade) setMade(span);
    return isMade;
  }

  useEffect(() => {
    // What was just taken is in sight, once the sheet has given the focus back.
    if (made && !isOpen)
      return focusOnceShown(list.current?.querySelector<HTMLElement>(`[data-start="${made.start}"]`));
  }, [made, isOpen]);

  return (
    <section className={styles.part} aria-labelledby="time-off">
      <h2 id="time-off">Time off</h2>
      <div className={styles.quick}>
        {afternoon.end - afternoon.start >= timeOffBounds.minMinutes * MINUTE && (
          <Button look="secondary" disabled={isBusy} onClick={() => void add(afternoon, null, setFailure)}>
            {now < noon ? 'This afternoon' : 'The rest of today'}
          </Button>
        )}
        <Button
          look="secondary"
          disabled={isBusy}
          onClick={() => void add({ start: midnight, end: at(addDays(today, 2), '00:00') }, null, setFailure)}
        >
          Tomorrow
        </Button>
        <Button look="secondary" disabled={isBusy} onClick={() => setOpen(true)}>
          From … to
        </Button>
      </div>
      <FormMessage>{failure}</FormMessage>
      {found.error && !found.data && <Failure text="Failed to load time off." retry={found.refetch} />}
      {found.isPending && <Skeleton height="64px" />}
      {found.data?.length === 0 && <p className="soft">No time off ahead.</p>}
      {found.data && found.data.length > 0 && (
        <div ref={list}>
          <Card rows>
            {found.data.map((one) => (
              <TimeOffRow
                key={one.id}
                timeOff={one}
                profile={profile}
                now={now}
                remove={(refused) => remove(one, refused)}
              />
            ))}
          </Card>
        </div>
      )}
      {isOpen && (
        <TimeOffDialog
          name="time off"
          zone={zone}
          initial={{ from: `${addDays(today, 1)}T00:00`, to: `${addDays(today, 2)}T00:00`, reason: '' }}
          busy={isBusy}
          close={() => setOpen(false)}
          save={add}
        />
      )}
    </section>
  );
}

interface TimeOffRowProps {
  timeOff: TimeOff;
  profile: OwnProfessional;
  now: number;
  remove: (refused: Refused) => Promise<boolean>;
}

function TimeOffRow({ timeOff, profile, now, remove }: TimeOffRowProps) {
  const [isShown, setShown] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  useFocusBack(isBusy);
  const { id, start, end, reason, bookings_inside: inside } = timeOff;
  const span = { start: Date.parse(start), end: Date.parse(end) };
  const nameId = `time-off-${id}`;
  return (
    <div tabIndex={-1} data-start={span.start} className={styles.timeOff}>
      <div>
        <p id={nameId} className="figure">
          <WholeTimes text={timeOffText(span, profile.time_zone, now)} />
        </p>
        {reason && <p className="soft">{reason}</p>}
      </div>
      <Button
        look="quiet"
        aria-describedby={nameId}
        busy={isBusy}
        busyText="Removing..."
        onClick={() => {
          setBusy(true);
          setFailure(undefined);
          void remove(setFailure).finally(() => setBusy(false));
        }}
      >
        Remove
      </Button>
      <FormMessage>{failure}</FormMessage>
      {inside > 0 && (
        <details className={styles.inside} onToggle={(event) => setShown(event.currentTarget.open)}>
          <summary>{counted(inside, 'booking')} inside</summary>
          {isShown && <BookingsInside profile={profile} span={span} />}
        </details>
      )}
    </div>
  );
}

/** They still stand; each leads to where it can be cancelled. */
function BookingsInside({ profile: { id, time_zone: zone }, span }: { profile: OwnProfessional; span: Span }) {
  const { items, ...found } = useBookingPages(id, {
    status: ['pending', 'confirmed'],
    // One that began the day before may reach into it.
    from: new Date(span.start - DAY).toISOString(),
    to: new Date(span.end).toISOString(),
    order: 'asc',
  });
  return (
    <>
      <BookingLinks bookings={items.filter((booking) => meets(booking, span))} zone={zone} />
      <PanelEnd found={found} skeleton={<Skeleton height="44px" />} failedText="Failed to load the bookings." />
    </>
  );
}
