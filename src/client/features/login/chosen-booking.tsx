import { Suspense } from 'react';
import { Navigate } from 'react-router';
import { type Choices, notHeld, serviceStep, visitOf } from '#client/features/booking/choose/choices.ts';
import { useChosenServices } from '#client/features/booking/choose/use-chosen-services.ts';
import { BookingTerms } from '#client/features/booking/confirm/booking-terms.tsx';
import type { Slot } from '#client/features/booking/slots/slots.ts';
import { useIsLost } from '#client/features/booking/slots/use-is-lost.ts';
import { statusOf } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { Length } from '#client/ui/length.tsx';
import { Failure, FormMessage } from '#client/ui/message.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { ViewerTime } from '#client/ui/viewer-time.tsx';
import { finishTime, formatHours } from '#shared/duration.ts';
import { namesOf } from '#shared/isolated.ts';
import { pagePath } from '#shared/pages.ts';
import { totalMinutes, totalPrice } from '#shared/rules/lines.ts';
import { formatPrice } from '#shared/rules/price.ts';
import { formatShortDay, formatTimes, zoneAbbreviation } from '#shared/time.ts';
import styles from './chosen-booking.module.css';

const NearestSlots = lazyPart(
  async () => (await import('#client/features/booking/slots/nearest-slots.tsx')).NearestSlots,
);

interface ChosenBookingProps {
  choices: Choices;
  /** Another time was chosen, because the first one is gone. */
  onChoose: (choices: Choices) => void;
}

/** What somebody is about to book, while they log in: the time is not held meanwhile, so it is looked at again. */
export function ChosenBooking({ choices: asked, onChoose }: ChosenBookingProps) {
  const chosen = useChosenServices(asked);
  const { services } = chosen;
  const owner = services?.[0]?.professional.id ?? '';
  const found = trpc.professionals.byId.useQuery({ id: owner }, { enabled: owner !== '' });
  const professional = found.data;
  const choices: Choices = { ...asked, professionalId: owner };
  const isLost = useIsLost(choices);
  // What depends on a choice is chosen first, before any login.
  if (chosen.open) return <Navigate to={serviceStep(chosen.known, chosen.open.id)} state={chosen.state} replace />;
  const error = chosen.error ?? (professional ? null : found.error);
  if (error) {
    const again = () => (services ? found.refetch() : chosen.refetch());
    return (
      <section aria-label="Your booking" className={styles.booking}>
        {statusOf(error) === 404 ? (
          <Failure text="Service not found.">
            <ButtonLink look="quiet" to={pagePath('browseServices')}>
              Browse services
            </ButtonLink>
          </Failure>
        ) : (
          <Failure text="We couldn't load your booking." retry={again} />
        )}
      </section>
    );
  }
  if (!services || !professional) return <BookingSkeleton services={choices.serviceIds.length} />;

  const { display_name, location, time_zone: zone } = professional;
  const start = Date.parse(choices.slotStart);
  const end = finishTime(start, totalMinutes(services));
  const takeInstead = (time: Slot) =>
    onChoose({
      ...choices,
      slotStart: new Date(time.start).toISOString(),
      availabilityId: time.availabilityId,
    });
  return (
    <section aria-label="Your booking" className={styles.booking}>
      <p>Your booking is saved while you log in. {notHeld}</p>
      <Card className={styles.card}>
        <p className={`figure ${styles.when}`}>
          <span className={styles.day}>{formatShortDay(start, zone)}</span>{' '}
          <span className={styles.times}>
            {formatTimes(start, end, zone)} <span className={styles.zone}>{zoneAbbreviation(end, zone)}</span>
          </span>
        </p>
        <ViewerTime at={start} zone={zone} className={styles.own} />
        <ul className={styles.services}>
          {services.map(({ id, name, options, price, service_duration_minutes: minutes }) => (
            <li key={id} className={styles.line}>
              <span>
                <strong>
                  <bdi>{name}</bdi>
                </strong>{' '}
                {options.length > 0 && <span className={`${styles.soft} ${styles.length}`}>{namesOf(options)}</span>}{' '}
                <span className={`${styles.soft} ${styles.length}`}>
                  <Length minutes={minutes} format={formatHours} />
                </span>
              </span>
              <strong>{formatPrice(price)}</strong>
            </li>
          ))}
        </ul>
        <p className={styles.soft}>
          with{' '}
          <strong className={styles.who}>
            <bdi>{display_name}</bdi>
          </strong>{' '}
          in <bdi>{location}</bdi>
        </p>
        {services.length > 1 && (
          <p className={`figure ${styles.line}`}>
            <span>Total price</span> <span>{formatPrice(totalPrice(services))}</span>
          </p>
        )}
      </Card>
      {isLost && (
        <FormMessage tone="wait">
          <p>That time is no longer available. Everything else is as you chose it.</p>
          <Suspense fallback={<Skeleton height="120px" />}>
            <NearestSlots choices={choices} zone={zone} onChoose={takeInstead} />
          </Suspense>
        </FormMessage>
      )}
    </section>
  );
}

/** What is paid ahead for it, and until when it can be cancelled; below the ways in, as it comes later. */
export function ChosenTerms({ choices }: { choices: Choices }) {
  const { services } = useChosenServices(choices);
  const owner = services?.[0]?.professional.id ?? '';
  const professional = trpc.professionals.byId.useQuery({ id: owner }, { enabled: owner !== '' });
  return professional.data && <BookingTerms professional={professional.data} visit={visitOf(choices)} />;
}

/** As high as the booking, or the ways in below it would move under a finger. */
function BookingSkeleton({ services }: { services: number }) {
  const total = services > 1 ? '+ var(--before-total) + 1.45rem' : '';
  return (
    <section aria-label="Your booking" className={styles.booking}>
      <p>Your booking is saved while you log in. {notHeld}</p>
      <Skeleton height={`calc(var(--card-height) + ${services} * 3.4rem ${total})`} />
    </section>
  );
}
