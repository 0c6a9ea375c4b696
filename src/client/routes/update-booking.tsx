import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { BookingFacts } from '#client/features/booking/booking-facts.tsx';
import { BookingSkeleton } from '#client/features/booking/booking-skeleton.tsx';
import { useBooking } from '#client/features/booking/use-booking.ts';
import { FailurePage } from '#client/features/failure-page.tsx';
import formStyles from '#client/features/forms/form.module.css';
import { returnLink } from '#client/features/return-link.ts';
import { errorText, statusOf } from '#client/lib/errors.ts';
import { useNow } from '#client/lib/now.ts';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { Page, PageHeading } from '#client/ui/page.tsx';
import type { Booking } from '#shared/bookings.ts';
import type { Role } from '#shared/constants.ts';
import { pagePath, pages } from '#shared/pages.ts';
import { offersCancel, offersConfirm } from '#shared/rules/booking-status.ts';

const { title } = pages.updateBooking;

export function UpdateBooking() {
  const { bookingId } = useParams();
  const role = useSession((session) => session.role);
  if (!bookingId) return <FailurePage title={title} text="Missing booking ID" {...returnLink(role)} />;
  return <Update key={bookingId} id={bookingId} />;
}

function Update({ id }: { id: string }) {
  const { data: booking, error, refetch } = useBooking(id);
  const role = useSession((session) => session.role);
  if (error && !booking) {
    const retry = statusOf(error) === 404 ? undefined : refetch;
    return <FailurePage title={title} text="Failed to load booking." retry={retry} {...returnLink(role)} />;
  }
  if (!booking || role === null) return <BookingSkeleton title={title} />;
  return (
    <Page title={title} width="middle">
      <PageHeading>{title}</PageHeading>
      <BookingFacts booking={booking} role={role} />
      <Answers booking={booking} role={role} />
    </Page>
  );
}

/** Returns who is notified of a cancellation. */
function toldOf(booking: Booking, role: Role) {
  const { client, professional } = booking;
  if (role === 'client') return professional.display_name;
  return role === 'professional' ? client.first_name : `${client.first_name} and ${professional.display_name}`;
}

type Target = 'confirmed' | 'cancelled';
const failures: Record<Target, string> = { confirmed: 'Failed to confirm booking.', cancelled: 'Failed to cancel booking.' };

/** Buttons for the role's possible moves. They act at once: the specification has no confirmation here. */
function Answers({ booking, role }: { booking: Booking; role: Role }) {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const now = useNow();
  const change = trpc.bookings.change.useMutation();
  const [failed, setFailed] = useState<{ target: Target; reason: string }>();
  const home = returnLink(role);
  const target = change.isPending ? change.variables.status : undefined;

  async function move(status: Target) {
    setFailed(undefined);
    try {
      await change.mutateAsync({ id: booking.id, status });
      await utils.bookings.invalidate();
      notify.success(status === 'confirmed' ? 'Booking confirmed.' : 'Booking cancelled.');
      await navigate(status === 'confirmed' ? pagePath('bookingDetails', { bookingId: booking.id }) : home.to);
    } catch (error) {
      setFailed({ target: status, reason: errorText(error, '', '') });
      // The other party may have answered meanwhile.
      await utils.bookings.byId.invalidate({ id: booking.id });
    }
  }

  const canConfirm = offersConfirm(booking, role, now);
  const canCancel = offersCancel(booking, role, now);
  return (
    <>
      {failed && (
        <FormMessage>
          <p>{failures[failed.target]}</p>
          {failed.reason && <p>{failed.reason}</p>}
        </FormMessage>
      )}
      {canCancel && <p className="soft">Cancelling frees the time at once and tells {toldOf(booking, role)}. It cannot be undone.</p>}
      <div className={formStyles.actions}>
        {canConfirm && (
          <Button busy={target === 'confirmed'} disabled={change.isPending} onClick={() => move('confirmed')}>
            Confirm Booking
          </Button>
        )}
        {canCancel && (
          <Button look="danger" busy={target === 'cancelled'} disabled={change.isPending} onClick={() => move('cancelled')}>
            Cancel Booking
          </Button>
        )}
        <ButtonLink look="secondary" to={home.to}>
          {home.linkText}
        </ButtonLink>
      </div>
    </>
  );
}
