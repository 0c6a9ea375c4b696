import { type MouseEvent, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import {
  askStep,
  firstChoice,
  firstStep,
  servicesStep,
  stateOf,
  timeStep,
  useChoices,
  useIsGone,
} from '#client/features/booking/choose/choices.ts';
import { LineLength, LinesCost, priceText, UsualLength } from '#client/features/booking/choose/line-cost.tsx';
import { chosenLine, usualOf, visitOfLines } from '#client/features/booking/choose/lines.ts';
import { hasOptions, prepareNames, ServiceOptions } from '#client/features/booking/choose/service-options.tsx';
import { BookingTerms } from '#client/features/booking/confirm/booking-terms.tsx';
import { LengthWarning } from '#client/features/hair/length-warning.tsx';
import { RatingLabel } from '#client/features/reviews/stars.tsx';
import { NextTimes } from '#client/features/service/next-times.tsx';
import { ServiceCarousel } from '#client/features/service/service-carousel.tsx';
import { statusOf } from '#client/lib/errors.ts';
import { useSession } from '#client/lib/session.ts';
import { useKeepSource } from '#client/lib/source.ts';
import { trpc } from '#client/lib/trpc.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Detail, DetailList } from '#client/ui/detail-list.tsx';
import { Link } from '#client/ui/link.tsx';
import { EmptyState, Failure, FormMessage } from '#client/ui/message.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { StickyActions } from '#client/ui/sticky-actions.tsx';
import { pagePath, pages } from '#shared/pages.ts';
import { professionalPath } from '#shared/public-addresses.ts';
import { spelled } from '#shared/spelled.ts';
import styles from './service-details.module.css';

export function ServiceDetails() {
  const { serviceId } = useParams();
  if (!serviceId) return <Missing text="No service ID provided." />;
  return <Service key={serviceId} id={serviceId} />;
}

const hairTexts = { included: 'Included', bring: 'You bring it', sold: 'Available as an extra' };

function Service({ id }: { id: string }) {
  const choices = useChoices();
  const isClient = useSession((session) => session.hydrated && session.role === 'client');
  const [optionIds, setOptionIds] = useState(choices.optionIds);
  const [isAsked, setAsked] = useState(false);
  const navigate = useNavigate();
  const location = useLocation();
  const isGone = useIsGone();
  const role = useSession((session) => session.role);
  const { data: service, error, refetch } = trpc.services.byId.useQuery({ id });
  const owner = service?.professional.id ?? '';
  const professional = trpc.professionals.byId.useQuery({ id: owner }, { enabled: owner !== '' });
  useKeepSource(service?.professional.id);
  if (error && !service) {
    return statusOf(error) === 404 ? (
      <Missing text="Service not found." />
    ) : (
      <Page title={pages.serviceDetails.title}>
        <PageHeading hidden>Service</PageHeading>
        <Failure text="Service not found." retry={refetch} />
      </Page>
    );
  }
  if (!service) return <ServiceSkeleton />;

  const by = service.professional;
  // A user who came back from the booking flow continues with the same choices.
  const before = choices.professionalId === by.id && choices.serviceIds.includes(service.id) ? choices : undefined;
  const chosen = optionIds.length > 0 ? { ...(before ?? firstChoice(service.id, by.id)), optionIds } : before;
  const state = chosen && stateOf(chosen);
  // Clients go the specification's way; everybody else sees times before a login.
  const services = chosen ? servicesStep(chosen, service.id) : firstStep(service.id, by.id);
  // The rest is asked with its extra.
  const others = service.prepare.filter(({ extra_id }) => extra_id === null);
  const line = chosenLine(service, optionIds);

  function choose(next: string[]) {
    setOptionIds(next);
    setAsked(false);
    const query = new URLSearchParams(location.search);
    query.delete('option_ids');
    const all = [...query, ...(next.length > 0 ? [['option_ids', next.join()]] : [])];
    const search = all.map(([key = '', value = '']) => `${key}=${encodeURIComponent(value).replaceAll('%2C', ',')}`);
    void navigate(`?${search.join('&')}`, { replace: true, state: location.state, preventScrollReset: true });
  }

  /** Without all of it there are no times: says what is missing, where it is. */
  function askFirst(event: MouseEvent) {
    if (line.isWhole) return;
    event.preventDefault();
    setAsked(true);
    const missing = document.querySelector<HTMLElement>(`[data-options] fieldset:not(:has(:checked)) input`);
    (missing ?? document.querySelector<HTMLElement>('[data-options] input:checked'))?.focus();
  }
  return (
    <Page title={service.name}>
      <div className={styles.split}>
        <ServiceCarousel service={service} />
        <div className={styles.text}>
          <PageHeading>
            <bdi>{service.name}</bdi>
          </PageHeading>
          <p className={styles.by}>
            Offered by{' '}
            <Link to={professionalPath(by)}>
              <bdi>{by.display_name || 'Unknown'}</bdi>
            </Link>{' '}
            <span className={styles.location}>
              in <bdi>{by.location}</bdi>
            </span>{' '}
            <RatingLabel rating={by.rating} />
          </p>
          {service.description && <p className={styles.description}>{service.description}</p>}
          {service.preparation && (
            <section>
              <h2>How to prepare</h2>
              <p className={styles.description}>{service.preparation}</p>
            </section>
          )}
          {others.length > 0 && (
            <section>
              <h2>Before your visit</h2>
              <ul className={styles.prepare}>
                {others.map(({ id: item, kind, text }) => (
                  <li key={item}>
                    {prepareNames[kind]}: <bdi>{text}</bdi>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <DetailList ends className={styles.details}>
            <Detail name="Price" className={`figure ${styles.price}`}>
              {priceText(service)}
            </Detail>
            <Detail name="Duration">
              <LineLength line={service} />
              <UsualLength usual={usualOf(service, optionIds)} />
            </Detail>
            {service.hair && <Detail name="Hair to add">{hairTexts[service.hair]}</Detail>}
            {service.min_length_cm !== null && (
              <Detail name="Your hair">At least {service.min_length_cm} cm, stretched</Detail>
            )}
            <Detail name="Category">{spelled(service.category)}</Detail>
          </DetailList>
          {isGone && (
            <FormMessage tone="wait">
              <p>Some of what you chose isn't offered any more. Please have another look.</p>
            </FormMessage>
          )}
          <ServiceOptions service={service} chosen={optionIds} onChange={choose} isAsked={isAsked} />
          {professional.data && line.isWhole && (
            <BookingTerms professional={professional.data} visit={visitOfLines([line])} />
          )}
          <LengthWarning services={[service]} />
          <NextTimes line={line} />
          {role !== 'professional' && role !== 'admin' && (
            <p>
              <Link
                to={askStep({ ...(chosen ?? firstChoice(service.id, by.id)), professionalId: by.id })}
                className={styles.ask}
              >
                Not sure? Ask for a price
              </Link>
            </p>
          )}
          <StickyActions summary={hasOptions(service) ? <LinesCost lines={[line]} /> : undefined}>
            <div className={styles.actions}>
              <ButtonLink
                to={isClient ? services : timeStep(chosen ?? firstChoice(service.id, by.id))}
                state={state}
                onClick={askFirst}
              >
                Book Appointment
              </ButtonLink>
            </div>
          </StickyActions>
        </div>
      </div>
    </Page>
  );
}

function Missing({ text }: { text: string }) {
  return (
    <Page title={pages.serviceDetails.title} width="middle">
      <PageHeading hidden>Service</PageHeading>
      <EmptyState text={text}>
        <ButtonLink look="secondary" to={pagePath('browseServices')}>
          Browse services
        </ButtonLink>
      </EmptyState>
    </Page>
  );
}

function ServiceSkeleton() {
  return (
    <Page title={pages.serviceDetails.title}>
      <PageHeading hidden>Loading service</PageHeading>
      <div className={styles.split}>
        <div className={styles.frame}>
          <Skeleton height="auto" />
        </div>
        <div className={styles.text}>
          <Skeleton width="80%" height="54px" />
          <Skeleton width="40%" height="24px" />
          <Skeleton height="72px" />
          <Skeleton height="140px" />
        </div>
      </div>
    </Page>
  );
}
