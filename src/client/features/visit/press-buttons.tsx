import { useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Form } from '#client/ui/form.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import type { Booking } from '#shared/bookings.ts';
import { addDays } from '#shared/days.ts';
import { personName } from '#shared/person-name.ts';
import { mayStart, whyNotPressed } from '#shared/rules/real-visit.ts';
import { formatSlotTime, fromLocalInput, toLocalInput } from '#shared/time.ts';
import { type Press, usePress } from './use-press.ts';
import styles from './visit.module.css';
import { visitOf } from './visit-of.ts';

interface PressButtonsProps {
  booking: Booking;
  /** Epoch milliseconds. */
  now: number;
  /** Called once Done is pressed, to ask what was paid. */
  onDone: () => void;
}

/** Whether Start or Done is offered for a visit, or there is one to take back; epoch milliseconds. */
export function isDue(booking: Booking, now: number): boolean {
  const visit = visitOf(booking);
  if (whyNotPressed(visit, now) !== undefined) return false;
  return visit.started !== null || visit.finished !== null || (mayStart(visit.start, now) && now < visit.end);
}

/** When a visit really began and ended: a tap each, taken back by another. Nobody has to press. */
export function PressButtons({ booking, now, onDone }: PressButtonsProps) {
  const { press, busy, problem } = usePress(booking.id);
  if (!isDue(booking, now)) return null;
  const { start, started, finished } = visitOf(booking);
  const zone = booking.professional.time_zone;
  const shared = { disabled: busy !== undefined, 'aria-description': personName(booking) };
  const done = (
    <Button
      {...shared}
      look={started === null ? 'secondary' : 'primary'}
      busy={busy === 'finish'}
      busyText="Saving..."
      onClick={async () => {
        if (await press('finish')) onDone();
      }}
    >
      Done
    </Button>
  );
  const pressed = { zone, busy, name: personName(booking), press };
  return (
    <div className={styles.presses}>
      <FormMessage>{problem}</FormMessage>
      {finished !== null ? (
        <PressedAt {...pressed} what="finish" at={finished} />
      ) : started === null ? (
        <>
          <Button {...shared} busy={busy === 'start'} busyText="Saving..." onClick={() => void press('start')}>
            Start
          </Button>
          {start <= now && done}
        </>
      ) : (
        <>
          {done}
          <PressedAt {...pressed} what="start" at={started} />
        </>
      )}
    </div>
  );
}

interface PressedAtProps {
  what: 'start' | 'finish';
  /** Epoch milliseconds. */
  at: number;
  zone: string;
  name: string;
  busy: Press | undefined;
  press: (what: Press, at?: number) => Promise<boolean>;
}

/** The minute of a press, which can be another one of that day, or be taken back. */
function PressedAt({ what, at, zone, name, busy, press }: PressedAtProps) {
  const [clock, setClock] = useState<string>();
  // Its field had the focus, and is gone.
  const [wasOpen, setWasOpen] = useState(false);
  const label = what === 'start' ? 'Started at' : 'Done at';
  const shared = { disabled: busy !== undefined, look: 'quiet', 'aria-description': name } as const;
  const [date = '', minute] = toLocalInput(at, zone).split('T');
  // Nearest to the press: a visit may go on past midnight.
  const [typed] = [-1, 0, 1]
    .map((days) => fromLocalInput(`${addDays(date, days)}T${clock}`, zone) ?? Number.NaN)
    .filter(Number.isFinite)
    .sort((one, other) => Math.abs(one - at) - Math.abs(other - at));
  if (clock === undefined)
    return (
      <p className={styles.pressed}>
        <span>
          {label} {formatSlotTime(at, zone)}
        </span>
        <Button
          {...shared}
          autoFocus={wasOpen}
          onClick={() => {
            setClock(minute);
            setWasOpen(true);
          }}
        >
          Change
        </Button>
        <Button {...shared} busy={busy === `un${what}`} onClick={() => void press(`un${what}`)}>
          Undo
        </Button>
      </p>
    );
  return (
    <Form
      className={styles.pressed}
      send={async () => {
        if (typed !== undefined && (await press(what, typed))) setClock(undefined);
      }}
    >
      <TextField
        label={label}
        type="time"
        autoFocus
        required
        value={clock}
        onChange={({ target }) => setClock(target.value)}
      />
      <Button type="submit" look="secondary" disabled={typed === undefined} busy={busy === what} busyText="Saving...">
        Save
      </Button>
      <Button {...shared} onClick={() => setClock(undefined)}>
        Keep it
      </Button>
    </Form>
  );
}
