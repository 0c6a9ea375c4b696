import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ChangeTimeLink } from '#client/features/booking/reschedule/change-time-link.tsx';
import { useCancelling } from '#client/features/booking/series/use-cancelling.ts';
import { CancelDialog } from '#client/features/booking/ticket/cancel-dialog.tsx';
import { LoadedBooking } from '#client/features/booking/ticket/loaded-booking.tsx';
import { returnLink } from '#client/features/booking/ticket/return-link.ts';
import { TicketPage } from '#client/features/booking/ticket/ticket-page.tsx';
import { isDepositDue, waitForDeposit } from '#client/features/deposits/waits.ts';
import { errorText } from '#client/lib/errors.ts';
import { useNow } from '#client/lib/now.ts';
import { bookingsChanged } from '#client/lib/own-changes.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { useFocusBack } from '#client/ui/use-focus-back.ts';
import type { Booking } from '#shared/bookings.ts';
import type { Role } from '#shared/constants.ts';
import { pagePath, pages } from '#shared/pages.ts';
import { mayCancel, mayConfirm } from '#shared/rules/booking-status.ts';
import { tooLateText } from '#shared/rules/cancellation.ts';
import { canHappen, depositAfter } from '#shared/rules/visit-life.ts';
import styles from './update-booking.module.css';

const { title } = pages.updateBooking;

export function UpdateBooking() {
  return (
    <LoadedBooking title={title}>
      {(booking, role) => (
        <TicketPage title={title} booking={booking} role={role} withoutNotes="None">
          <Answers booking={booking} role={role} />
        </TicketPage>
      )}
    </LoadedBooking>
  );
}

type Target = 'confirmed' | 'cancelled';
const failures: Record<Target, string> = {
  confirmed: 'Failed to confirm booking.',
  cancelled: 'Failed to cancel booking.',
};

/** Whether this cancellation gives its client money back, of which the booking's page asks where it should go. */
function isOwed({ status, deposit }: Booking, role: Role): boolean {
  return role === 'client' && deposit !== null && depositAfter('cancelled', status, deposit.status) === 'refund_due';
}

/** Buttons for the role's possible changes. Cancelling asks once, confirming does not. */
function Answers({ booking, role }: { booking: Booking; role: Role }) {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const now = useNow();
  const change = trpc.bookings.change.useMutation();
  const [failed, setFailed] = useState<{ target: Target; reason: string }>();
  const [isAsking, setIsAsking] = useState(false);
  const { cancel, isCancelling, ...reach } = useCancelling(booking);
  const home = returnLink(role);
  const isBusy = change.isPending || isCancelling;
  useFocusBack(isBusy);

  async function changeTo(status: Target, reason?: string) {
    setFailed(undefined);
    try {
      let text = 'Booking confirmed.';
      if (status === 'cancelled') {
        text = await cancel(reason);
      } else {
        await change.mutateAsync({ id: booking.id, status });
        bookingsChanged();
      }
      await utils.bookings.invalidate();
      notify.success(text);
      const stays = status === 'confirmed' || isOwed(booking, role);
      await navigate(stays ? pagePath('bookingDetails', { bookingId: booking.id }) : home.to);
    } catch (error) {
      setFailed({ target: status, reason: errorText(error, '') });
      // The other party may have answered meanwhile.
      await utils.bookings.byId.invalidate({ id: booking.id });
    }
  }

  const isDue = isDepositDue(booking);
  const canConfirm = mayConfirm(booking, role, now);
  const canCancel = mayCancel(booking, role, now);
  // A cut-off that passes while the dialog is open is said in it; a change of the status closes it.
  const asks = isAsking && canHappen('cancelled', booking.status, role);
  const isCutOff = role === 'client' && booking.status === 'confirmed' && !canCancel;
  const tooLate = isCutOff ? tooLateText(booking.professional.display_name) : undefined;
  const message = failed && !asks && (
    <FormMessage>
      <p>{failures[failed.target]}</p>
      {failed.reason && <p>{failed.reason}</p>}
    </FormMessage>
  );
  return (
    <>
      {canConfirm ? (
        <div className={styles.confirm} data-sticky-bar>
          {message}
          {isDue && (
            <Button
              disabled={isBusy}
              onClick={() => {
                waitForDeposit(booking.id);
                void navigate(home.to);
              }}
            >
              Wait for the deposit
            </Button>
          )}
          <Button
            look={isDue ? 'secondary' : 'primary'}
            busy={change.isPending}
            busyText="Confirming..."
            disabled={isBusy}
            onClick={() => changeTo('confirmed')}
          >
            {isDue ? 'Confirm without deposit' : 'Confirm Booking'}
          </Button>
        </div>
      ) : (
        message
      )}
      {(role === 'client' || role === 'professional') && <ChangeTimeLink booking={booking} side={role} now={now} />}
      {canCancel && (
        <Button look="danger" disabled={isBusy} onClick={() => setIsAsking(true)}>
          Cancel Booking
        </Button>
      )}
      <ButtonLink look="secondary" to={home.to}>
        {home.linkText}
      </ButtonLink>
      {asks && (
        <CancelDialog
          booking={booking}
          viewer={role}
          busy={isCancelling}
          {...reach}
          problem={failed?.target === 'cancelled' ? failed.reason : undefined}
          tooLate={tooLate}
          onCancel={(reason) => void changeTo('cancelled', reason)}
          onKeep={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
