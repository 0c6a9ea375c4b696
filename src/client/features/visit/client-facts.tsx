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
import styles from './visit.module.css';

/** Who comes, their number, and their latest visit before: the queries, as one may load or fail alone. */
export function useClientFacts(booking: Booking | undefined) {
  const id = booking?.client?.id;
  const contactId = booking?.contact_id;
  const client = trpc.clients.byId.useQuery(id ? { id } : skipToken);
  const before = booking && { status: ['completed' as const], to: booking.start_time, limit: 1 };
  const ofClient = trpc.bookings.ofClient.useQuery(before && id ? { id, ...before } : skipToken);
  const ofGuest = trpc.bookings.ofProfessional.useQuery(
    before && !id && contactId ? { id: booking.professional.id, contact_id: contactId, ...before } : skipToken,
  );
  const contact = trpc.contacts.byId.useQuery(contactId ? { id: contactId } : skipToken);
  return {
    client,
    visits: id ? ofClient : ofGuest,
    contact,
    number: booking?.guest ? booking.guest.phone_number : client.data?.phone_number,
  };
}

interface ClientFactsProps extends ReturnType<typeof useClientFacts> {
  id?: string;
  className?: string | undefined;
  booking: Booking;
  /** Where the booking's own note stands beside them. */
  withoutNote?: boolean;
  inset?: boolean;
}

/** What one wants to know before a client sits down: the note, the phone number, the last visit. */
export function ClientFacts(props: ClientFactsProps) {
  const { id, className, booking, withoutNote, inset, client, visits, contact, number } = props;
  const zone = booking.professional.time_zone;
  const lastVisit = visits.data?.[0];
  return (
    <DetailList id={id} inset={inset} className={[styles.facts, className].filter(Boolean).join(' ')}>
      {!withoutNote && (
        <Detail name="Note" className={styles.note}>
          {booking.notes || 'None for this visit'}
        </Detail>
      )}
      {client.data?.notes && (
        <Detail name={`About ${client.data.first_name}`} className={styles.note}>
          {client.data.notes}
        </Detail>
      )}
      <Detail name={client.error && !client.data ? 'Phone and notes' : 'Phone'}>
        <Found of={booking.client && client}>{number ? <PhoneLink number={number} /> : '-'}</Found>
      </Detail>
      <Detail name="Last visit">
        <Found of={booking.client || booking.contact_id ? visits : null}>
          {lastVisit ? (
            <>
              <Link to={bookingLink(lastVisit).to}>{formatDate(Date.parse(lastVisit.start_time), zone)}</Link>
              {`${dot}${namesOf(lastVisit.services)}`}
              {lastVisit.notes && <span className={styles.said}>{lastVisit.notes}</span>}
            </>
          ) : (
            'None before'
          )}
        </Found>
      </Detail>
      {contact.data?.notes && (
        <Detail name="Your notes" className={styles.said}>
          {contact.data.notes}
        </Detail>
      )}
    </DetailList>
  );
}

const failedText = "Couldn't be loaded.";

interface FoundProps {
  /** Null of somebody of whom nothing more is read. */
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
