import { Suspense, useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import {
  askedOf,
  type Choices,
  detailsStep,
  noSlot,
  serviceStep,
  stateOf,
  timeStep,
  useChoices,
} from '#client/features/booking/choose/choices.ts';
import { useChosenVisit } from '#client/features/booking/choose/use-chosen-services.ts';
import { BookingTerms } from '#client/features/booking/confirm/booking-terms.tsx';
import { WithQuote } from '#client/features/booking/quote/with-quote.tsx';
import { LostSlot } from '#client/features/booking/slots/lost-slot.tsx';
import { SlotChoice } from '#client/features/booking/slots/slot-choice.tsx';
import { type Slot, slotDaysOf, slotsOf } from '#client/features/booking/slots/slots.ts';
import { useSlots } from '#client/features/booking/slots/use-slots.ts';
import { ChipsSkeleton } from '#client/features/booking/slots/week-slots.tsx';
import { BookingFrame } from '#client/features/booking/steps/booking-frame.tsx';
import { BookingSummary } from '#client/features/booking/steps/booking-summary.tsx';
import { TellMe } from '#client/features/cancellation-list/tell-me.tsx';
import { FailurePage } from '#client/features/errors/failure-page.tsx';
import { LengthWarning } from '#client/features/hair/length-warning.tsx';
import { BooksOpen } from '#client/features/professional/books-open.tsx';
import { errorText, statusOf } from '#client/lib/errors.ts';
import { useKeepSource } from '#client/lib/source.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { ErrorFence } from '#client/ui/error-fence.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { Failure } from '#client/ui/message.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { pagePath, pages } from '#shared/pages.ts';
import type { Quote } from '#shared/quotes.ts';
import { totalMinutes } from '#shared/rules/lines.ts';
import styles from './pick-booking-time.module.css';

const { title } = pages.pickBookingTime;

// The sheet's code is loaded when somebody is about to open it.
const loadSheet = () => import('#client/features/booking/choose/more-services.tsx');
const MoreServices = lazyPart(async () => (await loadSheet()).MoreServices);
const warmUp = () => void loadSheet().catch(() => undefined);

export function PickBookingTime() {
  const { serviceId, professionalId } = useParams();
  const choices = useChoices();
  const { quoteId } = choices;
  if (quoteId !== undefined) {
    return (
      <WithQuote key={quoteId} id={quoteId} title={title} loading={<PickerSkeleton choices={choices} />}>
        {(quote) => <TimePicker choices={{ ...choices, professionalId: quote.professional.id }} quote={quote} />}
      </WithQuote>
    );
  }
  if (!serviceId) return <FailurePage title={title} text="No service ID provided." />;
  if (!professionalId) {
    return (
      <FailurePage title={title} text="No professional ID provided. Please check the link or return to the homepage." />
    );
  }
  // Other services have other times, so the chosen day is reset.
  return (
    <TimePicker key={`${professionalId} ${choices.serviceIds.join()} ${choices.optionIds.join()}`} choices={choices} />
  );
}

function TimePicker({ choices, quote }: { choices: Choices; quote?: Quote }) {
  const navigate = useNavigate();
  const { professionalId } = choices;
  useKeepSource(professionalId);
  const professional = trpc.professionals.byId.useQuery({ id: professionalId });
  const chosen = useChosenVisit(choices, quote);
  const slots = useSlots({ id: professionalId, ...askedOf(choices) }, choices.slotStart, professional.data?.time_zone);
  // The address updates later; the last pressed time must count at once.
  const [slotStart, setSlotStart] = useState(choices.slotStart);
  const [isAdding, setIsAdding] = useState(false);
  const failed =
    professional.data && chosen.services
      ? slots.windows === undefined && slots.error
      : (professional.error ?? chosen.error);

  // Times depend on what is chosen, which is done on the service's page.
  if (chosen.open) {
    return (
      <>
        <PickerSkeleton choices={choices} />
        <Onward to={serviceStep(chosen.known, chosen.open.id)} state={chosen.state} />
      </>
    );
  }
  const isUnknown = statusOf(professional.error) === 404 && !professional.data;
  // Whoever goes while this is open stays known here for a while, but has no times.
  if (isUnknown || errorText(slots.error, '') === 'Professional not found') {
    return <FailurePage title={title} text="Professional not found or has been removed." />;
  }
  // Of nobody any more, or another professional's.
  if ([chosen.error, chosen.services && slots.error].some((error) => statusOf(error) === 404)) {
    return (
      <FailurePage
        title={title}
        text="Service not found."
        to={pagePath('publicProfessional', { professionalId })}
        linkText="See all services"
      />
    );
  }
  if (failed) {
    const again = () => Promise.all([professional.refetch(), chosen.refetch(), slots.retry()]);
    return (
      <BookingFrame current="Time" choices={choices} title={title}>
        <Failure text="Failed to load availability." retry={again} />
      </BookingFrame>
    );
  }
  if (!professional.data || !chosen.services || !slots.windows) return <PickerSkeleton choices={choices} />;

  const { display_name, location, time_zone: zone } = professional.data;
  const free = slotsOf(slots.windows);
  const start = slotStart ? Date.parse(slotStart) : Number.NaN;
  const slot = free.find((time) => time.start === start);
  const isLost = slotStart !== '' && slot === undefined && !slots.isPending;
  const current: Choices = slot
    ? { ...choices, slotStart, availabilityId: slot.availabilityId }
    : { ...choices, ...noSlot };

  function choose(time: Slot) {
    const next = { ...choices, slotStart: new Date(time.start).toISOString(), availabilityId: time.availabilityId };
    setSlotStart(next.slotStart);
    void navigate(timeStep(next), { replace: true, state: stateOf(next), preventScrollReset: true });
  }

  const minutes = totalMinutes(chosen.services);
  return (
    <BookingFrame
      current="Time"
      choices={current}
      title={title}
      lead={
        <span className={styles.lead}>
          <span>
            with {display_name} in <bdi>{location}</bdi>
          </span>
          {!quote && (
            <Button look="quiet" onPointerEnter={warmUp} onFocus={warmUp} onClick={() => setIsAdding(true)}>
              Add more services
            </Button>
          )}
        </span>
      }
      summary={
        <>
          <BookingSummary
            services={chosen.services}
            professional={professional.data}
            zone={zone}
            slotStart={current.slotStart}
          />
          <Button
            wide
            data-scripted
            disabled={slot === undefined}
            onClick={() => void navigate(detailsStep(current), { state: stateOf(current) })}
          >
            Continue to Booking
          </Button>
        </>
      }
    >
      <LengthWarning services={chosen.services} />
      <BooksOpen professional={professional.data} />
      {isLost && <LostSlot choices={choices} />}
      <SlotChoice
        windows={slots.windows}
        zone={zone}
        until={slots.until}
        start={start}
        onChoose={choose}
        isLooking={slots.isPending}
        lookFurther={slots.lookFurther}
        professionalId={professionalId}
        minutes={minutes}
        otherwise={
          <ButtonLink look="quiet" to={pagePath('publicProfessional', { professionalId })}>
            Back to the professional
          </ButtonLink>
        }
      />
      <BookingTerms professional={professional.data} visit={askedOf(choices)} />
      {!quote && (
        <TellMe
          professional={professional.data}
          visit={{ ...choices, minutes }}
          hasFree={free.length > 0}
          text={tellText(slotDaysOf(slots.windows, zone))}
        />
      )}
      {slots.error && <Failure text="Failed to load availability." retry={slots.retry} />}
      {isAdding && (
        <ErrorFence>
          <Suspense>
            <MoreServices
              professionalId={professionalId}
              zone={zone}
              before={choices}
              close={() => setIsAdding(false)}
            />
          </Suspense>
        </ErrorFence>
      )}
    </BookingFrame>
  );
}

/** Leads on once the page is hydrated: a server has no other page than the one that was asked for. */
function Onward({ to, state }: { to: string; state: unknown }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(to, { state, replace: true }));
  return null;
}

/** What leads to the cancellation list. */
function tellText(days: ReturnType<typeof slotDaysOf>): string {
  const hasFull = [...days.values()].some((slots) => slots.length === 0);
  return hasFull ? 'Is the day you want full?' : 'No time that suits?';
}

function PickerSkeleton({ choices }: { choices: Choices }) {
  return (
    <BookingFrame
      current="Time"
      choices={choices}
      title={title}
      lead="Loading availability..."
      summary={<Skeleton height="120px" />}
    >
      <Skeleton height="24px" width="70%" />
      <Skeleton height="140px" />
      <Skeleton height="28px" width="80%" />
      <ChipsSkeleton />
    </BookingFrame>
  );
}
