import { getQueryKey } from '@trpc/react-query';
import { useState } from 'react';
import { trpc } from '#client/lib/trpc.ts';
import { usePages } from '#client/lib/use-pages.ts';
import { dot } from '#client/ui/dot.ts';
import { Link } from '#client/ui/link.tsx';
import { PanelEnd } from '#client/ui/panel-end.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import type { ListedUser } from '#shared/admin.ts';
import type { Booking } from '#shared/bookings.ts';
import { counted } from '#shared/counted.ts';
import { isolated, namesOf } from '#shared/isolated.ts';
import { pagePath } from '#shared/pages.ts';
import { personName } from '#shared/person-name.ts';
import { formatDateTime } from '#shared/time.ts';
import styles from './admin.module.css';

const failedText = 'Failed to load the bookings.';

/**
 * A user's confirmed bookings that have not started, soonest first: what an admin decides on when the user is disabled,
 * before and after.
 */
export function ConfirmedAhead({ user: { professional_id, client_id } }: { user: ListedUser }) {
  const [from] = useState(() => new Date().toISOString());
  const { client } = trpc.useUtils();
  const isClients = professional_id === null;
  const side = isClients ? 'ofClient' : 'ofProfessional';
  const wanted = {
    id: professional_id ?? client_id ?? '',
    status: ['confirmed' as const],
    from,
    order: 'asc' as const,
  };
  const { items, ...found } = usePages<Booking>({
    queryKey: getQueryKey(trpc.bookings[side], wanted, 'infinite'),
    load: (page) => client.bookings[side].query({ ...wanted, ...page }),
    failedText,
  });
  return (
    <>
      <ul className={styles.bookings}>
        {items.map((booking) => (
          <li key={booking.id}>
            <Link to={pagePath('bookingDetails', { bookingId: booking.id })}>
              <WholeTimes text={formatDateTime(Date.parse(booking.start_time), booking.professional.time_zone)} />
            </Link>{' '}
            <span className="soft">{partiesOf(booking, isClients)}</span>
          </li>
        ))}
      </ul>
      <PanelEnd found={found} skeleton={<Skeleton height="64px" />} failedText={failedText} />
    </>
  );
}

function partiesOf(booking: Booking, isClients: boolean): string {
  const { professional, services } = booking;
  const other = isClients ? isolated(professional.display_name) : personName(booking);
  return `${other}${dot}${namesOf(services)}`;
}

/** Their number, which opens the list. */
export function ConfirmedAheadToggle({ user }: { user: ListedUser }) {
  const [isOpen, setOpen] = useState(false);
  const text = `${counted(user.confirmed_ahead, 'confirmed booking')} ahead`;
  if (user.confirmed_ahead === 0) return text;
  return (
    <>
      <button type="button" className={styles.opener} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {text}
      </button>
      {isOpen && <ConfirmedAhead user={user} />}
    </>
  );
}
