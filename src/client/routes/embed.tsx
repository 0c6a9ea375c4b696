import { useState, useSyncExternalStore } from 'react';
import { useParams } from 'react-router';
import { noSlot, timeStep } from '#client/features/booking/choose/choices.ts';
import { LinesCost } from '#client/features/booking/choose/line-cost.tsx';
import { type ChosenLine, linesOf, visitOfLines } from '#client/features/booking/choose/lines.ts';
import { type Selected, ServiceToggles } from '#client/features/booking/choose/service-toggles.tsx';
import { BookingTerms } from '#client/features/booking/confirm/booking-terms.tsx';
import { SlotChoice } from '#client/features/booking/slots/slot-choice.tsx';
import type { Slot } from '#client/features/booking/slots/slots.ts';
import { useSlots } from '#client/features/booking/slots/use-slots.ts';
import { ChipsSkeleton } from '#client/features/booking/slots/week-slots.tsx';
import { professionalTypeNames } from '#client/features/professional/professional-type.ts';
import { RatingLabel } from '#client/features/reviews/stars.tsx';
import { statusOf } from '#client/lib/errors.ts';
import { never } from '#client/lib/ready.ts';
import { type Outputs, trpc } from '#client/lib/trpc.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Failure } from '#client/ui/message.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { StickyActions } from '#client/ui/sticky-actions.tsx';
import { serviceBounds } from '#shared/constants.ts';
import { pages } from '#shared/pages.ts';
import { professionalPath } from '#shared/public-addresses.ts';
import { totalMinutes } from '#shared/rules/lines.ts';
import { sourceIn } from '#shared/rules/source.ts';
import { formatShortDay, formatSlotTime } from '#shared/time.ts';
import styles from './embed.module.css';

const { title } = pages.embed;
const nothing: Selected = { serviceIds: [], optionIds: [] };
/** Where a booking comes from unless the site says otherwise (contract 27). */
const ownSource = 'embed';

type Professional = Outputs['professionals']['byHandle'];

/** What other sites show in theirs: all up to the time, then a tab of ours. It knows nobody, and keeps nothing. */
export function Embed() {
  const { handle = '' } = useParams();
  const { data, error, refetch } = trpc.professionals.byHandle.useQuery({ handle: handle.toLowerCase() });
  if (data) return <Offer professional={data} />;
  const isUnknown = statusOf(error) === 404;
  return (
    <Page title={title}>
      <PageHeading hidden>{title}</PageHeading>
      {error ? (
        <Failure
          text={isUnknown ? "This page can't take bookings right now." : "We couldn't load the services."}
          retry={isUnknown ? undefined : refetch}
        />
      ) : (
        <Skeleton height="360px" />
      )}
    </Page>
  );
}

function Offer({ professional }: { professional: Professional }) {
  const { id, display_name, professional_type, location, rating } = professional;
  const services = trpc.services.ofProfessional.useQuery({ id, limit: serviceBounds.limit });
  const [chosen, setChosen] = useState(nothing);
  // The page is the same whatever site shows it.
  const source = useSyncExternalStore(
    never,
    () => sourceIn(window.location.search) ?? ownSource,
    () => ownSource,
  );
  const active = services.data?.filter(({ is_active }) => is_active);
  const lines = linesOf(active ?? [], chosen);
  const isWhole = lines.length > 0 && lines.every((line) => line.isWhole);
  const times = JSON.stringify(visitOfLines(lines));
  return (
    <Page title={display_name}>
      <PageHeading
        lead={
          <>
            {professionalTypeNames[professional_type]} in <bdi>{location}</bdi>{' '}
            {rating && <RatingLabel rating={rating} />}
          </>
        }
      >
        <bdi>{display_name}</bdi>
      </PageHeading>
      <section className={styles.section} aria-labelledby="services">
        <h2 id="services">Choose a service</h2>
        {active ? (
          active.length > 0 ? (
            <ServiceToggles services={active} selected={chosen} onChange={setChosen} />
          ) : (
            <p className="soft">No services listed.</p>
          )
        ) : services.error ? (
          <Failure text="Failed to load services." retry={services.refetch} />
        ) : (
          <Skeleton height="240px" />
        )}
        {lines.length > 0 && !isWhole && <LinesCost lines={lines} />}
      </section>
      {isWhole && <Times key={times} professional={professional} lines={lines} source={source} />}
      <p>
        <a href={`${professionalPath(professional)}?from=${source}`} target="_blank" rel="noopener">
          See <bdi>{display_name}</bdi>'s work and reviews on Saluni
        </a>
      </p>
    </Page>
  );
}

interface TimesProps {
  professional: Professional;
  lines: readonly ChosenLine[];
  source: string;
}

function Times({ professional, lines, source }: TimesProps) {
  const { id, time_zone: zone } = professional;
  const visit = visitOfLines(lines);
  const slots = useSlots({ id, ...visit }, '', zone);
  const [slot, setSlot] = useState<Slot>();
  if (!slots.windows) {
    return slots.error ? <Failure text="Failed to load availability." retry={slots.retry} /> : <ChipsSkeleton />;
  }
  const time = slot && { slotStart: new Date(slot.start).toISOString(), availabilityId: slot.availabilityId };
  const choices = { serviceIds: visit.service_ids, optionIds: visit.option_ids ?? [], professionalId: id };
  const book = (
    <ButtonLink to={`${timeStep({ ...choices, ...(time ?? noSlot) })}&from=${source}`} target="_blank" rel="noopener">
      Book
    </ButtonLink>
  );
  return (
    <div className={styles.section}>
      <SlotChoice
        windows={slots.windows}
        zone={zone}
        until={slots.until}
        start={slot?.start ?? Number.NaN}
        onChoose={setSlot}
        isLooking={slots.isPending}
        lookFurther={slots.lookFurther}
        professionalId={id}
        minutes={totalMinutes(lines)}
        otherwise={null}
      />
      <BookingTerms professional={professional} visit={visit} />
      <StickyActions
        summary={
          <div>
            <LinesCost lines={lines} />
            {slot && (
              <p>
                {formatShortDay(slot.start, zone)}, {formatSlotTime(slot.start, zone)}
              </p>
            )}
          </div>
        }
      >
        {book}
      </StickyActions>
    </div>
  );
}
