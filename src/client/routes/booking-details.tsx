import { useParams } from 'react-router';
import { ReadyPart } from '#client/features/booking/ready/ready-part.tsx';
import { ChangeTimeLink } from '#client/features/booking/reschedule/change-time-link.tsx';
import { RepeatButton, SeriesPlace } from '#client/features/booking/series/repeat-button.tsx';
import { AddToCalendar } from '#client/features/booking/ticket/add-to-calendar.tsx';
import { BookAgain } from '#client/features/booking/ticket/book-again.tsx';
import { BookingSkeleton } from '#client/features/booking/ticket/booking-skeleton.tsx';
import { DueAgain } from '#client/features/booking/ticket/due-again.tsx';
import { MissedButton } from '#client/features/booking/ticket/missed-button.tsx';
import { returnLink } from '#client/features/booking/ticket/return-link.ts';
import { TicketPage } from '#client/features/booking/ticket/ticket-page.tsx';
import { useBooking } from '#client/features/booking/ticket/use-booking.ts';
import { ChangeAddress } from '#client/features/booking/where/change-address.tsx';
import { EarlierButton } from '#client/features/cancellation-list/earlier-button.tsx';
import { FailurePage } from '#client/features/errors/failure-page.tsx';
import { ReviewLink } from '#client/features/reviews/review-link.tsx';
import { ClientFacts, useClientFacts } from '#client/features/visit/client-facts.tsx';
import { ReceiptLink, VisitBar } from '#client/features/visit/visit-bar.tsx';
import { statusOf } from '#client/lib/errors.ts';
import { useNow } from '#client/lib/now.ts';
import { useSession } from '#client/lib/session.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { pagePath, pages } from '#shared/pages.ts';
import { mayCancel } from '#shared/rules/booking-status.ts';

const { title } = pages.bookingDetails;

export function BookingDetails() {
  const { bookingId } = useParams();
  const role = useSession((session) => session.role);
  if (!bookingId) return <FailurePage title={title} text="No booking ID provided" {...returnLink(role)} />;
  return <Details key={bookingId} id={bookingId} />;
}

function Details({ id }: { id: string }) {
  const { data: booking, error, refetch } = useBooking(id);
  const role = useSession((session) => session.role);
  const now = useNow();
  const isOwn = role === 'professional';
  const facts = useClientFacts(isOwn ? booking : undefined);
  const home = returnLink(role);
  if (error && !booking) {
    return statusOf(error) === 404 ? (
      <FailurePage title={title} text="No booking found." {...home} />
    ) : (
      <FailurePage title={title} text="Failed to load booking details." retry={refetch} {...home} />
    );
  }
  if (!booking) return <BookingSkeleton title={title} />;

  const update = pagePath('updateBooking', { bookingId: booking.id });
  const isOver = booking.status === 'cancelled' || booking.status === 'completed';
  const writesTo =
    role === 'client'
      ? booking.professional.id
      : role === 'professional' && !booking.guest
        ? booking.client?.id
        : undefined;
  const canCancel = booking.status === 'confirmed' && role !== null && mayCancel(booking, role, now);
  return (
    <TicketPage
      title={title}
      booking={booking}
      role={role}
      {...(isOwn && {
        first: <VisitBar booking={booking} number={facts.number} now={now} />,
        about: <ClientFacts withoutNote booking={booking} {...facts} />,
      })}
    >
      {booking.status === 'pending' && <ButtonLink to={update}>Review Booking</ButtonLink>}
      {!isOver && (
        <>
          <AddToCalendar booking={booking} look={booking.status === 'pending' ? 'secondary' : 'primary'} />
          {role === 'client' && <ChangeTimeLink booking={booking} side={role} now={now} />}
          {role === 'client' && <EarlierButton booking={booking} now={now} />}
        </>
      )}
      <ReadyPart booking={booking} role={role} now={now} />
      <ChangeAddress key={booking.visit_address} booking={booking} role={role} now={now} />
      {canCancel && (
        <ButtonLink look="secondary" to={update}>
          Cancel or change
        </ButtonLink>
      )}
      {isOver && role === 'client' && <BookAgain booking={booking} look="primary" />}
      {role === 'client' && <ReceiptLink booking={booking} />}
      {role === 'client' && <ReviewLink booking={booking} now={now} />}
      {role === 'client' && <DueAgain booking={booking} now={now} />}
      {writesTo !== undefined && (
        <ButtonLink look="secondary" to={`${pagePath('messages', { threadId: '' })}?to=${writesTo}`}>
          Send a message
        </ButtonLink>
      )}
      {role === 'client' && booking.series && <SeriesPlace series={booking.series} />}
      {role === 'professional' && <RepeatButton booking={booking} />}
      {role === 'professional' && <MissedButton booking={booking} now={now} />}
      <ButtonLink look="secondary" to={home.to}>
        {home.linkText}
      </ButtonLink>
    </TicketPage>
  );
}
