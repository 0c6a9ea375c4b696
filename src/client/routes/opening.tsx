import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { VisitAddressField } from '#client/features/booking/where/visit-address-field.tsx';
import styles from '#client/features/cancellation-list/cancellation-list.module.css';
import { Countdown } from '#client/features/cancellation-list/countdown.tsx';
import { FailurePage } from '#client/features/errors/failure-page.tsx';
import { useUnsavedState } from '#client/features/forms/use-unsaved.ts';
import { errorText, saveErrorText, statusOf } from '#client/lib/errors.ts';
import { fieldErrors } from '#client/lib/form-errors.ts';
import { bookingsChanged } from '#client/lib/own-changes.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Detail, DetailList } from '#client/ui/detail-list.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Split } from '#client/ui/split.tsx';
import { useMoment } from '#client/ui/use-moment.ts';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import type { Opening } from '#shared/cancellation-list.ts';
import { formatHours } from '#shared/duration.ts';
import { isolated, namesOf } from '#shared/isolated.ts';
import { pagePath, pages } from '#shared/pages.ts';
import type { OpeningStatus } from '#shared/rules/cancellation-list.ts';
import { formatPrice } from '#shared/rules/price.ts';
import { formatDateTime } from '#shared/time.ts';

const { title } = pages.opening;
const noOffer = 'No offer found.';
const unbooked = "This time couldn't be booked. Please try again.";
const own = { to: pagePath('clientProfile'), linkText: 'Your bookings and lists' };

/** A time that is offered: what, when, at what price, until when; one press books it. */
export function OpeningPage() {
  const { openingId } = useParams();
  if (!openingId) return <FailurePage title={title} text={noOffer} {...own} />;
  return <Loaded key={openingId} id={openingId} />;
}

function Loaded({ id }: { id: string }) {
  // Whether it is over the server says, by its own clock.
  const {
    data: opening,
    error,
    refetch,
  } = trpc.openings.byId.useQuery(
    { id },
    { staleTime: 0, refetchInterval: ({ state }) => state.data?.status === 'offered' && 15_000 },
  );
  if (error && !opening) {
    const text = statusOf(error) === 404 ? noOffer : "This offer couldn't be loaded.";
    return <FailurePage title={title} text={text} error={error} retry={refetch} {...own} />;
  }
  if (!opening)
    return (
      <Page title={title} width="middle">
        <PageHeading>{title}</PageHeading>
        <Skeleton height="280px" />
      </Page>
    );
  return <Offer opening={opening} />;
}

/** What an offer that is over says, and what comes next. */
const over: Record<Exclude<OpeningStatus, 'offered'>, { heading: string; text: string }> = {
  accepted: { heading: 'You took this time', text: "It's in your bookings." },
  passed: { heading: 'You let this time go', text: "You stay on the list, and we'll ask the next in line." },
  expired: { heading: 'This offer is over', text: 'We held this time for as long as we said. You stay on the list.' },
  withdrawn: {
    heading: 'This time is no longer offered',
    text: 'Your other lists are with your bookings.',
  },
};

function Offer({ opening }: { opening: Opening }) {
  const { id, status, professional, services, start_time, end_time, expires_at } = opening;
  const zone = professional.time_zone;
  const [start, end, until] = [start_time, end_time, expires_at].map((time) => Date.parse(time)) as [
    number,
    number,
    number,
  ];
  const moment = useMoment(zone);
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const accept = trpc.openings.accept.useMutation();
  const pass = trpc.openings.pass.useMutation();
  const [problem, setProblem] = useState<string>();
  const isMoving = opening.booking_id !== null;
  const { data: profile } = trpc.professionals.byId.useQuery(
    { id: professional.id },
    { enabled: status === 'offered' },
  );
  const isVisit = !isMoving && profile?.place?.kind === 'mobile';
  const [address, setAddress] = useUnsavedState('address', '');

  async function answered() {
    bookingsChanged();
    await Promise.all([
      utils.openings.byId.invalidate({ id }),
      utils.cancellationList.invalidate(),
      utils.bookings.invalidate(),
    ]);
  }

  async function take() {
    setProblem(undefined);
    try {
      const booking = await accept.mutateAsync({
        id,
        total_price: opening.total_price,
        visit_address: isVisit ? address : null,
      });
      void answered();
      await navigate(pagePath('bookingConfirmed', { bookingId: booking.id }), { replace: true });
    } catch (error) {
      if (fieldErrors(error).visit_address === undefined) setProblem(errorText(error, unbooked));
      void utils.openings.byId.invalidate({ id });
    }
  }

  async function letGo() {
    setProblem(undefined);
    try {
      await pass.mutateAsync({ id });
      notify.success("You stay on the list. We'll ask the next in line.");
      void answered();
      await navigate(own.to, { replace: true });
    } catch (error) {
      setProblem(saveErrorText(error));
      void utils.openings.byId.invalidate({ id });
    }
  }

  const isOpen = status === 'offered';
  const heading = isOpen ? (isMoving ? 'An earlier time for you' : title) : over[status].heading;
  return (
    <Page title={heading} width="middle">
      <PageHeading lead={isOpen ? <WholeTimes text={formatDateTime(start, zone)} /> : over[status].text}>
        {heading}
      </PageHeading>
      {isOpen && <Countdown until={until} zone={zone} />}
      <Split
        aside={
          <div className={styles.actions}>
            <FormMessage>{problem}</FormMessage>
            {isOpen ? (
              <>
                {isVisit && (
                  <VisitAddressField
                    label="Your address"
                    hint={`${isolated(professional.display_name)} comes to you. Only they see it.`}
                    required
                    error={fieldErrors(accept.error).visit_address}
                    value={address}
                    onType={setAddress}
                  />
                )}
                <Button
                  wide
                  busy={accept.isPending}
                  busyText="Booking..."
                  disabled={pass.isPending}
                  onClick={() => void take()}
                >
                  {isMoving ? 'Accept and move' : 'Accept'}
                </Button>
                <Button
                  wide
                  look="secondary"
                  busy={pass.isPending}
                  busyText="Saving..."
                  disabled={accept.isPending}
                  onClick={() => void letGo()}
                >
                  Not this one
                </Button>
                <p className="soft">
                  {isMoving
                    ? 'Your booking stays as it is until you accept.'
                    : `If it doesn't suit, you stay on ${isolated(professional.display_name)}'s list.`}
                </p>
              </>
            ) : (
              <>
                {status === 'accepted' && opening.booking_id && (
                  <ButtonLink to={pagePath('bookingDetails', { bookingId: opening.booking_id })}>
                    See the booking
                  </ButtonLink>
                )}
                <ButtonLink look="secondary" to={own.to}>
                  {own.linkText}
                </ButtonLink>
              </>
            )}
          </div>
        }
      >
        <Card>
          <DetailList inset>
            <Detail name="What">{namesOf(services)}</Detail>
            <Detail name="When">
              <WholeTimes text={`${moment(start)} (${formatHours((end - start) / 60_000)})`} />
            </Detail>
            <Detail name="With">
              <bdi>{professional.display_name}</bdi>
            </Detail>
            <Detail name="Where">
              <bdi>{professional.location}</bdi>
            </Detail>
            <Detail name="Total">{formatPrice(opening.total_price)}</Detail>
            {opening.deposit !== null && (
              <Detail name="Deposit">{formatPrice(opening.deposit)}, to be paid before it is confirmed</Detail>
            )}
            {isOpen && (
              <Detail name="Cancel online until">
                <WholeTimes text={moment(Date.parse(opening.cancel_until))} />
              </Detail>
            )}
            {opening.cancellation_policy && <Detail name="Cancelling">{opening.cancellation_policy}</Detail>}
          </DetailList>
        </Card>
      </Split>
    </Page>
  );
}
