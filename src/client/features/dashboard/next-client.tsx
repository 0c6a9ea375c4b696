import { skipToken } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { bookingLink } from '#client/features/booking/list/booking-link.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Detail, DetailList } from '#client/ui/detail-list.tsx';
import { dot } from '#client/ui/dot.ts';
import { Link } from '#client/ui/link.tsx';
import { TryAgain } from '#client/ui/message.tsx';
import { PhoneLink } from '#client/ui/phone-link.tsx';
import { SkeletonBlock } from '#client/ui/skeleton.tsx';
import type { Booking } from '#shared/bookings.ts';
import { namesOf } from '#shared/isolated.ts';
import { formatDate } from '#shared/time.ts';
import styles from './next-appointment.module.css';

/** Who comes next, their number, and a client's latest visit before: the queries, as one may load or fail alone. */
export function useNextClient(next: Booking | undefined) {
  const id = next?.client?.id;
  const client = trpc.clients.byId.useQuery(id ? { id } : skipToken);
  const visits = trpc.bookings.ofClient.useQuery(id ? { id, status: ['completed'], limit: 1 } : skipToken);
  return { client, visits, number: next?.guest ? next.guest.phone_number : client.data?.phone_number };
}

interface NextClientProps extends ReturnType<typeof useNextClient> {
  id: string;
  booking: Booking;
}

/** What one wants to know before a client sits down: the note, the phone number, the last visit. */
export function NextClient({ id, booking, client, visits, number }: NextClientProps) {
  const zone = booking.professional.time_zone;
  const lastVisit = visits.data?.[0];
  return (
    <DetailList id={id} inset className={styles.client}>
      <Detail name="Note" className={styles.note}>
        {booking.notes || 'None for this visit'}
      </Detail>
      {client.data?.notes && (
        <Detail name={`About ${client.data.first_name}`} className={styles.note}>
          {client.data.notes}
        </Detail>
      )}
      <Detail name={client.error && !client.data ? 'Phone and notes' : 'Phone'}>
        <Found of={booking.client && client}>{number ? <PhoneLink number={number} /> : '-'}</Found>
      </Detail>
      <Detail name="Last visit">
        <Found of={booking.client && visits}>
          {lastVisit ? (
            <>
              <Link to={bookingLink(lastVisit).to}>{formatDate(Date.parse(lastVisit.start_time), zone)}</Link>
              {`${dot}${namesOf(lastVisit.services)}`}
            </>
          ) : (
            'None before'
          )}
        </Found>
      </Detail>
    </DetailList>
  );
}

const failedText = "Couldn't be loaded.";

interface FoundProps {
  /** Null for a guest, of whom nothing more is read. */
  of: { data: unknown; error: unknown; refetch: () => unknown } | null;
  children: ReactNode;
}

/** What was read, once it is there. */
function Found({ of, children }: FoundProps) {
  if (!of || of.data) return children;
  if (!of.error) return <SkeletonBlock width="50%" height="24px" />;
  return (
    <>
      {failedText} <TryAgain look="quiet" failedText={failedText} retry={of.refetch} />
    </>
  );
}
