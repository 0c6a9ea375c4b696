import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { type Choices, servicesStep, stateOf, timeStep, useChoices } from '#client/features/booking/choose/choices.ts';
import { missingText } from '#client/features/booking/choose/line-cost.tsx';
import { linesOf } from '#client/features/booking/choose/lines.ts';
import { type Selected, ServiceToggles } from '#client/features/booking/choose/service-toggles.tsx';
import { BookingFrame } from '#client/features/booking/steps/booking-frame.tsx';
import { BookingSummary } from '#client/features/booking/steps/booking-summary.tsx';
import { useFailureToast } from '#client/features/booking/steps/use-failure-toast.ts';
import { FailurePage } from '#client/features/errors/failure-page.tsx';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Failure } from '#client/ui/message.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { serviceBounds } from '#shared/constants.ts';
import { isolated } from '#shared/isolated.ts';
import { pages } from '#shared/pages.ts';

const { title } = pages.addMoreServices;
const skeletons = ['1', '2', '3', '4'];

export function AddMoreServices() {
  const { serviceId, professionalId } = useParams();
  const choices = useChoices();
  const [query] = useSearchParams();
  if (!serviceId) return <FailurePage title={title} text="No service ID provided." />;
  if (!professionalId) {
    return (
      <FailurePage title={title} text="No professional ID provided. Please check the link or return to the homepage." />
    );
  }
  // An empty list in the query means that all services were deselected.
  const selected = query.get('service_ids') === '' ? { ...choices, serviceIds: [] } : choices;
  return <Services key={`${serviceId} ${professionalId}`} first={serviceId} choices={selected} />;
}

function Services({ first, choices }: { first: string; choices: Choices }) {
  const navigate = useNavigate();
  // The address updates later, so two quick presses would start from the same list.
  const [chosen, setChosen] = useState<Selected>({ serviceIds: choices.serviceIds, optionIds: choices.optionIds });
  const { data, error, refetch } = trpc.services.ofProfessional.useQuery({
    id: choices.professionalId,
    limit: serviceBounds.limit,
  });
  // The page's own service comes first.
  const own = trpc.services.byId.useQuery({ id: first });
  const failed = (error !== null && !data) || (own.error !== null && !own.data);
  useFailureToast(failed, 'Failed to load services.');

  if (failed) {
    return (
      <BookingFrame current="Service" title={title}>
        <Failure
          text="We couldn't load this professional's services."
          retry={() => Promise.all([refetch(), own.refetch()])}
        />
      </BookingFrame>
    );
  }
  if (!data || !own.data) {
    return (
      <BookingFrame current="Service" title={title} lead={'\u00a0'} summary={<Skeleton height="120px" />}>
        <p className="visually-hidden" role="status">
          Loading services
        </p>
        {skeletons.map((name) => (
          <Skeleton key={name} height="72px" />
        ))}
      </BookingFrame>
    );
  }

  const others = data.filter(({ id, is_active }) => id !== first && is_active);
  const offered = [own.data, ...others];
  const lines = linesOf(offered, chosen);
  const selected = { serviceIds: lines.map(({ id }) => id), optionIds: chosen.optionIds };

  function select(now: Selected) {
    setChosen(now);
    const next = { ...choices, ...now };
    void navigate(servicesStep(next, first), { replace: true, state: stateOf(next), preventScrollReset: true });
  }

  const next = { ...choices, ...selected };
  const missing = lines.filter(({ isWhole }) => !isWhole).map(missingText)[0];
  return (
    <BookingFrame
      current="Service"
      title={title}
      lead={`Everything ${isolated(own.data.professional.display_name)} can do in one visit.`}
      summary={
        <>
          <BookingSummary services={lines} professional={own.data.professional} />
          {missing && <p className="soft">{missing}</p>}
          <Button
            wide
            disabled={lines.length === 0 || missing !== undefined}
            onClick={() => void navigate(timeStep(next), { state: stateOf(next) })}
          >
            Proceed to Confirm Booking
          </Button>
        </>
      }
    >
      <ServiceToggles services={offered} selected={selected} onChange={select} />
      {others.length === 0 && (
        <p className="soft">
          <bdi>{own.data.professional.display_name}</bdi> has no other services. Carry on with the one you chose.
        </p>
      )}
    </BookingFrame>
  );
}
