import { ViewerTime } from '#client/ui/viewer-time.tsx';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import type { Booking } from '#shared/bookings.ts';
import { DAY, type Role } from '#shared/constants.ts';
import { isolated } from '#shared/isolated.ts';
import { personFirstName, personName } from '#shared/person-name.ts';
import { formatShortMoment } from '#shared/time.ts';
import styles from './ticket-page.module.css';

interface BookingStateProps {
  booking: Booking;
  /** The viewer's. */
  role: Role | null;
  /** Epoch milliseconds. */
  now: number;
}

/** What a booking's status means to the viewer, and what happens next. */
export function BookingState({ booking, role, now }: BookingStateProps) {
  const { status, professional, expires_at } = booking;
  if (status !== 'pending' || expires_at === undefined) return wordsOf(booking, role, now);
  const until = Date.parse(expires_at);
  const zone = professional.time_zone;
  const isStart = until === Date.parse(booking.start_time);
  const isOffered = booking.reschedule?.requested_by === 'professional';
  return (
    <>
      {isOffered ? offerWords(booking, role) : `Waiting for ${whatOf(booking, role)}, until`}{' '}
      <WholeTimes text={`${formatShortMoment(until, zone, now)}${isStart ? ', when the visit begins' : ''}.`} />
      {role === 'client' && " We'll email you."}
      <ViewerTime at={until} zone={zone} className={styles.own} />
    </>
  );
}

/** What a request waits for. */
function whatOf(booking: Booking, role: Role | null) {
  const status = booking.deposit?.status;
  const name = isolated(booking.professional.display_name);
  if (status === 'due') return role === 'client' ? 'your deposit' : `a deposit from ${personFirstName(booking)}`;
  if (role === 'professional') return status === 'said_paid' ? 'you to find their deposit' : 'you to confirm';
  return status === 'said_paid' ? `${name} to find the deposit` : `${name} to confirm`;
}

/** Of a request whose professional offers another time: they can still confirm the first one. */
function offerWords(booking: Booking, role: Role | null) {
  const { display_name } = booking.professional;
  if (role === 'professional')
    return `${personFirstName(booking)} hasn't answered your other time yet. You can still confirm this one until`;
  return `${isolated(display_name)} offers another time, and can still confirm this one until`;
}

function wordsOf(booking: Booking, role: Role | null, now: number) {
  const { status, start_time, end_time, professional, cancelled_by } = booking;
  if (booking.no_show) return 'Marked as a no-show.';
  const person = personFirstName(booking);
  const other = role === 'professional' ? person : isolated(professional.display_name);
  switch (status) {
    case 'confirmed': {
      const start = Date.parse(start_time);
      if (start <= now) return now < Date.parse(end_time) ? 'Happening now.' : 'This visit is over.';
      const words = role === 'admin' ? `Confirmed by ${other}.` : `${other} is expecting you.`;
      return role === 'professional'
        ? `${personName(booking)} is booked in.`
        : `${words}${role === 'client' && start - now > DAY ? " We'll remind you 24 hours before." : ''}`;
    }
    case 'cancelled': {
      if (cancelled_by === 'system')
        return booking.deposit?.status === 'released'
          ? "Cancelled by Saluni, because the deposit wasn't paid."
          : "Cancelled by Saluni, because it wasn't confirmed.";
      if (cancelled_by === role) return 'Cancelled by you.';
      const names = { client: person, professional: isolated(professional.display_name), admin: 'Saluni' };
      return `Cancelled by ${names[cancelled_by ?? 'admin']}.`;
    }
    case 'completed':
      return role === 'client' ? 'We hope you love your hair.' : 'Done.';
  }
  return '';
}
