import { type FormEvent, useRef, useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import {
  askedOf,
  type Choices,
  detailsStep,
  noSlot,
  notHeld,
  serviceStep,
  stateOf,
  timeStep,
  useChoices,
} from '#client/features/booking/choose/choices.ts';
import type { VisitLine } from '#client/features/booking/choose/lines.ts';
import { useChosenVisit } from '#client/features/booking/choose/use-chosen-services.ts';
import { useBookingAttempt } from '#client/features/booking/confirm/booking-attempt.ts';
import { BookingFacts } from '#client/features/booking/confirm/booking-facts.tsx';
import { BookingRefused } from '#client/features/booking/confirm/booking-refused.tsx';
import { ChosenServices } from '#client/features/booking/confirm/chosen-services.tsx';
import { keepDraft, useDraft } from '#client/features/booking/confirm/draft.ts';
import { sentShare, useLastShare } from '#client/features/booking/confirm/last-share.ts';
import { WithQuote } from '#client/features/booking/quote/with-quote.tsx';
import { LostSlot } from '#client/features/booking/slots/lost-slot.tsx';
import { NearestSlots } from '#client/features/booking/slots/nearest-slots.tsx';
import type { Slot } from '#client/features/booking/slots/slots.ts';
import { useIsLost } from '#client/features/booking/slots/use-is-lost.ts';
import { BookingFrame } from '#client/features/booking/steps/booking-frame.tsx';
import { BookingSummary } from '#client/features/booking/steps/booking-summary.tsx';
import { useFailureToast } from '#client/features/booking/steps/use-failure-toast.ts';
import { VisitAddressField } from '#client/features/booking/where/visit-address-field.tsx';
import { FailurePage } from '#client/features/errors/failure-page.tsx';
import styles from '#client/features/forms/form.module.css';
import { useUnsavedState } from '#client/features/forms/use-unsaved.ts';
import { ShareFields } from '#client/features/hair/share-fields.tsx';
import { statusOf } from '#client/lib/errors.ts';
import { bookingErrorText, fieldErrors } from '#client/lib/form-errors.ts';
import { useSession } from '#client/lib/session.ts';
import { keptSource } from '#client/lib/source.ts';
import { type Outputs, trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Failure } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { TextArea } from '#client/ui/text-field.tsx';
import { useFocusBack } from '#client/ui/use-focus-back.ts';
import { lengths } from '#shared/constants.ts';
import { isolated } from '#shared/isolated.ts';
import { pagePath, pages } from '#shared/pages.ts';
import type { Quote } from '#shared/quotes.ts';
import { nothingShared } from '#shared/rules/hair.ts';
import { totalPrice } from '#shared/rules/lines.ts';

const { title } = pages.confirmBooking;

export function ConfirmBooking() {
  const { serviceId } = useParams();
  const choices = useChoices();
  const { quoteId } = choices;
  if (quoteId !== undefined) {
    return (
      <WithQuote key={quoteId} id={quoteId} title={title} loading={<ConfirmSkeleton choices={choices} />}>
        {(quote) => <Confirmation choices={choices} quote={quote} />}
      </WithQuote>
    );
  }
  if (!serviceId) return <FailurePage title={title} text="No service ID provided." />;
  return <Confirmation choices={choices} />;
}

/** Loads services and professional. The professional is the services' own, as a link may name none. */
function Confirmation({ choices, quote }: { choices: Choices; quote?: Quote }) {
  const chosen = useChosenVisit(choices, quote);
  const owner = chosen.services?.[0]?.professional.id ?? '';
  const professional = trpc.professionals.byId.useQuery({ id: owner }, { enabled: owner !== '' });
  const noServices = chosen.error !== null;
  const noProfessional = professional.error !== null && !professional.data;
  useFailureToast(noServices, 'Failed to load services.');
  useFailureToast(noProfessional, 'Failed to load booking details.');

  if (!choices.slotStart && choices.professionalId) return <WithoutSlot choices={choices} />;
  const complete: Choices = { ...choices, professionalId: owner || choices.professionalId };
  if (statusOf(chosen.error) === 404) {
    const { professionalId } = complete;
    const onward = professionalId && {
      to: pagePath('publicProfessional', { professionalId }),
      linkText: 'See all services',
    };
    return <FailurePage title={title} text="Service not found." {...onward} />;
  }
  if (noProfessional && statusOf(professional.error) === 404) {
    return <FailurePage title={title} text="Professional not found or has been removed." />;
  }
  if (noServices || noProfessional) {
    const again = () => Promise.all([chosen.refetch(), noProfessional && professional.refetch()]);
    return (
      <BookingFrame current="Details" choices={complete} title={title}>
        <Failure text="We couldn't load your booking." retry={again} />
      </BookingFrame>
    );
  }
  if (chosen.open) return <Navigate to={serviceStep(chosen.known, chosen.open.id)} state={chosen.state} replace />;
  if (chosen.services && !choices.slotStart) return <WithoutSlot choices={complete} />;
  if (!chosen.services || !professional.data) return <ConfirmSkeleton choices={complete} />;
  return (
    <ConfirmForm
      choices={complete}
      services={chosen.services}
      professional={professional.data}
      refetch={chosen.refetch}
    />
  );
}

function ConfirmSkeleton({ choices }: { choices: Choices }) {
  return (
    <BookingFrame current="Details" choices={choices} title={title} summary={<Skeleton height="120px" />}>
      <p className="visually-hidden" role="status">
        Loading your booking
      </p>
      <Skeleton height="88px" />
      <Skeleton height="120px" />
      <Skeleton height="150px" />
    </BookingFrame>
  );
}

function WithoutSlot({ choices }: { choices: Choices }) {
  const next = { ...choices, ...noSlot };
  return <Navigate to={timeStep(next)} state={stateOf(next)} replace />;
}

interface ConfirmFormProps {
  choices: Choices;
  services: VisitLine[];
  professional: Outputs['professionals']['byId'];
  refetch: () => unknown;
}

function ConfirmForm({ choices: asked, services, professional, refetch }: ConfirmFormProps) {
  const navigate = useNavigate();
  const confirmButton = useRef<HTMLButtonElement>(null);
  const utils = trpc.useUtils();
  const owner = { clientId: useSession((session) => session.client_id), professionalId: professional.id };
  // The address updates later; the newly chosen time must count at once.
  const [instead, setInstead] = useState<Pick<Choices, 'slotStart' | 'availabilityId'>>();
  const choices: Choices = { ...asked, ...instead };
  const [address, setAddress] = useUnsavedState(`address of a visit ${owner.clientId}`, '');
  const isVisit = professional.place?.kind === 'mobile';
  const [draft, setDraft] = useDraft(owner);
  const { notes } = draft;
  const proposed = useLastShare(owner.clientId, professional.id);
  const share = draft.share ?? proposed ?? nothingShared;
  const quote = trpc.deposits.quote.useQuery(
    {
      professional_id: professional.id,
      ...askedOf(choices),
      start_time: choices.slotStart,
    },
    { staleTime: 0 },
  );
  const deposit = quote.data?.applies ? quote.data.amount : 0;
  const attempt = useBookingAttempt({
    onBooked(id) {
      keepDraft(owner, { notes: '' });
      void utils.bookings.invalidate();
      void utils.threads.invalidate();
      // The time is not free any more: whoever goes back to the picker at once must not be shown it.
      void utils.availability.ofProfessional.reset();
      void navigate(pagePath('bookingConfirmed', { bookingId: id }), { replace: true });
    },
    onRefused({ error, own }) {
      // The own booking of that time is no reproach.
      if (!own) notify.failure(error, bookingErrorText(error));
      // The services may have changed, so the next attempt needs fresh ones; and so does the picker of the times.
      void refetch();
      void quote.refetch();
      void utils.availability.ofProfessional.reset();
    },
  });

  // Somebody may have taken it on the way here, as while logging in.
  const isLost = useIsLost(choices) && attempt.isIdle;

  useFocusBack(attempt.isBusy);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    attempt.send({
      professional_id: professional.id,
      ...askedOf(choices),
      start_time: choices.slotStart,
      total_price: totalPrice(services),
      // Unknown, it is taken as it is, and the page after it says how much.
      ...(quote.data ? { deposit } : {}),
      notes: notes || null,
      visit_address: isVisit ? address : null,
      source: keptSource(professional.id),
      ...sentShare(share),
    });
  }

  function takeInstead(time: Slot) {
    const slot = { slotStart: new Date(time.start).toISOString(), availabilityId: time.availabilityId };
    const next = { ...choices, ...slot };
    setInstead(slot);
    attempt.reset();
    // The pressed time is removed with the refusal.
    confirmButton.current?.focus({ preventScroll: true });
    void navigate(detailsStep(next), { replace: true, state: stateOf(next), preventScrollReset: true });
    keepDraft(owner, draft);
  }

  return (
    <BookingFrame
      current="Details"
      choices={choices}
      title={title}
      lead={
        <>
          with {professional.display_name} in <bdi>{professional.location}</bdi>
        </>
      }
      summary={
        <>
          <BookingSummary
            services={services}
            professional={professional}
            zone={professional.time_zone}
            slotStart={choices.slotStart}
            hasOwnTotal
            deposit={deposit}
          />
          <Button ref={confirmButton} type="submit" form="confirm" wide busy={attempt.isBusy} busyText="Booking...">
            Confirm Booking
          </Button>
        </>
      }
    >
      {attempt.refusal && (
        <BookingRefused
          refusal={attempt.refusal}
          choices={choices}
          zone={professional.time_zone}
          onChoose={takeInstead}
        />
      )}
      {isLost && (
        <LostSlot choices={choices}>
          <NearestSlots choices={choices} zone={professional.time_zone} onChoose={takeInstead} />
        </LostSlot>
      )}
      <ChosenServices services={services} professional={professional} slotStart={choices.slotStart} />
      {quote.isLoadingError ? (
        <Failure text="We couldn't load what is due now." retry={quote.refetch} />
      ) : quote.isPending ? (
        <Skeleton height="150px" />
      ) : (
        <BookingFacts professional={professional} slotStart={choices.slotStart} deposit={deposit} />
      )}
      <p className="soft">{notHeld}</p>
      <form id="confirm" className={styles.form} onSubmit={onSubmit}>
        {isVisit && (
          <VisitAddressField
            label="Your address"
            hint={`${isolated(professional.display_name)} comes to you. Only they see it.`}
            required
            error={fieldErrors(attempt.refusal?.error).visit_address}
            value={address}
            onType={setAddress}
          />
        )}
        <TextArea
          label="Add any special notes (optional):"
          rows={4}
          error={fieldErrors(attempt.refusal?.error).notes}
          maxLength={lengths.bookingNotes.max}
          value={notes}
          onChange={(event) => setDraft({ ...draft, notes: event.target.value })}
        />
      </form>
      <ShareFields
        name={professional.display_name}
        share={share}
        onChange={(next) => setDraft({ ...draft, share: next })}
      />
    </BookingFrame>
  );
}
