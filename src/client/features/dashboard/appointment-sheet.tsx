import { useState } from 'react';
import { useLocation } from 'react-router';
import { bookingLink } from '#client/features/booking/list/booking-link.ts';
import { StatusBadge, statusWord } from '#client/features/booking/list/status-badge.tsx';
import { ChangeTimeLink } from '#client/features/booking/reschedule/change-time-link.tsx';
import { useCancelling } from '#client/features/booking/series/use-cancelling.ts';
import { CancelDialog } from '#client/features/booking/ticket/cancel-dialog.tsx';
import { MissedButton } from '#client/features/booking/ticket/missed-button.tsx';
import { isDepositDue } from '#client/features/deposits/waits.ts';
import { cameFrom } from '#client/features/forms/came-from.ts';
import { useClientFacts } from '#client/features/visit/client-facts.tsx';
import { PaidSheet } from '#client/features/visit/paid-sheet.tsx';
import { PressButtons } from '#client/features/visit/press-buttons.tsx';
import { Reach } from '#client/features/visit/reach.tsx';
import { textedVisit } from '#client/features/visit/texts.ts';
import { errorText } from '#client/lib/errors.ts';
import { bookingsChanged } from '#client/lib/own-changes.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Detail, DetailList } from '#client/ui/detail-list.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Link } from '#client/ui/link.tsx';
import { MapLink } from '#client/ui/map-link.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import type { Booking, BookingPatch } from '#shared/bookings.ts';
import { namesOf } from '#shared/isolated.ts';
import { pagePath } from '#shared/pages.ts';
import { personFirstName, personName } from '#shared/person-name.ts';
import { mayCancel, mayConfirm } from '#shared/rules/booking-status.ts';
import { formatPrice } from '#shared/rules/price.ts';
import { formatShortDay, formatTimes } from '#shared/time.ts';
import styles from './appointment-sheet.module.css';

interface AppointmentSheetProps {
  booking: Booking;
  /** Epoch milliseconds. */
  now: number;
  close: () => void;
}

/** What an appointment of the calendar is, and what its professional does with one: all in place. */
export function AppointmentSheet({ booking, now, close }: AppointmentSheetProps) {
  const utils = trpc.useUtils();
  const here = useLocation();
  const change = trpc.bookings.change.useMutation();
  const { cancel, isCancelling, ...reach } = useCancelling(booking);
  const [isAsking, setAsking] = useState(false);
  const [isPaying, setPaying] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { number } = useClientFacts(booking);
  const { id, services, total_price, notes } = booking;
  const zone = booking.professional.time_zone;
  const [start, end] = [Date.parse(booking.start_time), Date.parse(booking.end_time)];
  const name = personFirstName(booking);

  async function changeTo(next: BookingPatch['status'], reason?: string) {
    setProblem(undefined);
    try {
      let text = 'Booking confirmed.';
      if (next === 'cancelled') {
        text = await cancel(reason);
      } else {
        await change.mutateAsync({ id, status: next });
        bookingsChanged();
      }
      notify.success(text);
      close();
    } catch (error) {
      setProblem(errorText(error, ''));
    }
    await utils.bookings.invalidate();
  }

  if (isAsking) {
    return (
      <CancelDialog
        booking={booking}
        viewer="professional"
        busy={isCancelling}
        {...reach}
        problem={problem}
        onCancel={(reason) => void changeTo('cancelled', reason)}
        onKeep={() => {
          setProblem(undefined);
          setAsking(false);
        }}
      />
    );
  }
  if (isPaying) return <PaidSheet booking={booking} close={close} />;
  return (
    <Dialog
      sheet
      busy={change.isPending}
      close={close}
      title={personName(booking)}
      description={`${formatShortDay(start, zone, now)}, ${formatTimes(start, end, zone)}`}
    >
      <DetailList>
        <Detail name="Status">
          <StatusBadge status={statusWord(booking)} />
        </Detail>
        <Detail name="Services">{namesOf(services)}</Detail>
        <Detail name="Price">{formatPrice(total_price)}</Detail>
        {booking.visit_address && (
          <Detail name="Where">
            <bdi>{booking.visit_address}</bdi> <MapLink address={booking.visit_address} />
          </Detail>
        )}
        {notes && <Detail name="Note">{notes}</Detail>}
        {booking.hair_shared && (
          <Detail name="Hair">
            <Link to={pagePath('bookingDetails', { bookingId: id })}>Shared with you</Link>
          </Detail>
        )}
      </DetailList>
      {problem !== undefined && (
        <FormMessage>
          <p>Failed to confirm booking.</p>
          {problem && <p>{problem}</p>}
        </FormMessage>
      )}
      <PressButtons booking={booking} now={now} onDone={() => setPaying(true)} />
      <div className={styles.actions}>
        {mayConfirm(booking, 'professional', now) && (
          <Button
            look={isDepositDue(booking) ? 'secondary' : 'primary'}
            busy={change.isPending}
            busyText="Confirming..."
            onClick={() => void changeTo('confirmed')}
          >
            {isDepositDue(booking) ? 'Confirm without deposit' : 'Confirm Booking'}
          </Button>
        )}
        {number && <Reach name={name} number={number} visit={textedVisit(booking, now)} />}
        <MissedButton booking={booking} now={now} />
        <ChangeTimeLink booking={booking} side="professional" now={now} state={cameFrom(here)} />
        {mayCancel(booking, 'professional', now) && (
          <Button look="danger" disabled={change.isPending} onClick={() => setAsking(true)}>
            Cancel Booking
          </Button>
        )}
        <ButtonLink look="quiet" to={bookingLink(booking).to}>
          {bookingLink(booking).linkText}
        </ButtonLink>
      </div>
    </Dialog>
  );
}
