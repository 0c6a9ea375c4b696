import { Button } from '#client/ui/button.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import type { Booking } from '#shared/bookings.ts';
import { personName } from '#shared/person-name.ts';
import { mayStart, whyNotPressed } from '#shared/rules/real-visit.ts';
import { formatSlotTime } from '#shared/time.ts';
import { usePress } from './use-press.ts';
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
  return (
    <div className={styles.presses}>
      <FormMessage>{problem}</FormMessage>
      {finished !== null ? (
        <p className={styles.pressed}>
          <span>Done at {formatSlotTime(finished, zone)}</span>
          <Button {...shared} look="quiet" busy={busy === 'unfinish'} onClick={() => void press('unfinish')}>
            Undo
          </Button>
        </p>
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
          <p className={styles.pressed}>
            <span>Started at {formatSlotTime(started, zone)}</span>
            <Button {...shared} look="quiet" busy={busy === 'unstart'} onClick={() => void press('unstart')}>
              Undo
            </Button>
          </p>
        </>
      )}
    </div>
  );
}
