import { Suspense, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { fitting } from '#client/features/booking/choose/fitting.ts';
import { linesOf } from '#client/features/booking/choose/lines.ts';
import { MenuServices } from '#client/features/booking/choose/offered-services.tsx';
import type { Selected } from '#client/features/booking/choose/service-toggles.tsx';
import { NextFreeSlot } from '#client/features/booking/slots/next-free-slot.tsx';
import { NextWindows } from '#client/features/booking/slots/next-windows.tsx';
import { useNextFreeSlot } from '#client/features/booking/slots/use-next-free-slot.ts';
import { FailurePage } from '#client/features/errors/failure-page.tsx';
import { WhatIDo } from '#client/features/hair/what-i-do.tsx';
import { openingHoursLines } from '#client/features/hours/hours-text.ts';
import { useLightbox } from '#client/features/pictures/use-lightbox.tsx';
import { WorkGallery } from '#client/features/pictures/work-gallery.tsx';
import { beginningOfBio } from '#client/features/professional/beginning-of-bio.ts';
import { BioBeginning } from '#client/features/professional/bio-beginning.tsx';
import { BooksOpen } from '#client/features/professional/books-open.tsx';
import { ProfileHead, ProfileHeadSkeleton } from '#client/features/professional/profile-head.tsx';
import { reliabilityText } from '#client/features/professional/reliability-text.ts';
import { ProfileReviews } from '#client/features/reviews/profile-reviews.tsx';
import { factNames, placeSentence } from '#client/features/where/place-text.ts';
import { useFailureLog } from '#client/lib/failure-log.ts';
import { useKeepSource } from '#client/lib/source.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Chips } from '#client/ui/chips.tsx';
import { Detail, DetailList } from '#client/ui/detail-list.tsx';
import { ErrorFence } from '#client/ui/error-fence.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { MapLink } from '#client/ui/map-link.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { PagePart } from '#client/ui/page-part.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Split } from '#client/ui/split.tsx';
import { StickyActions } from '#client/ui/sticky-actions.tsx';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import { serviceBounds } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import { isolated } from '#shared/isolated.ts';
import { pagePath, pages } from '#shared/pages.ts';
import { formatPrice } from '#shared/rules/price.ts';
import type { MenuService } from '#shared/services.ts';
import { spelled } from '#shared/spelled.ts';
import styles from './public-professional.module.css';

// The sheet's code is loaded when somebody is about to open it.
const loadSheet = () => import('#client/features/booking/choose/choose-services.tsx');
const ChooseServices = lazyPart(async () => (await loadSheet()).ChooseServices);

const warmUp = () => void loadSheet().catch(() => undefined);

const none: never[] = [];
const nothing: Selected = { serviceIds: [], optionIds: [] };
const others = { to: pagePath('browseProfessionals'), linkText: 'Browse professionals' };

export function PublicProfessional() {
  const { professionalId } = useParams();
  if (!professionalId) {
    const text = 'No professional ID provided. Please check the link or return to the homepage.';
    return (
      <FailurePage title={pages.publicProfessional.title} text={text} to={pagePath('home')} linkText="Back to Home" />
    );
  }
  return <Profile key={professionalId} id={professionalId} />;
}

function Profile({ id }: { id: string }) {
  const search = useSearchParams()[0].get('search') ?? '';
  const { data: professional, error, refetch } = trpc.professionals.byId.useQuery({ id });
  const services = trpc.services.ofProfessional.useQuery({ id, limit: serviceBounds.limit });
  const pictures = trpc.pictures.ofProfessional.useQuery({ id });
  const [isChoosing, setIsChoosing] = useState(false);
  const [chosen, setChosen] = useState<Selected>(nothing);
  const { opener, lightbox } = useLightbox(pictures.data ?? none, services.data);
  // Without the services the times are those of the default length.
  const active = services.data?.filter(({ is_active }) => is_active);
  const { nextFree, ...times } = useNextFreeSlot(
    id,
    active ?? (services.error ? [] : undefined),
    linesOf(active ?? [], chosen),
  );

  useKeepSource(id);
  useFailureLog('Failed to load the professional.', error);
  useFailureLog('Failed to load the pictures.', pictures.error);

  if (error && !professional) {
    return (
      <FailurePage
        title={pages.publicProfessional.title}
        text="Professional not found or has been removed."
        error={error}
        retry={refetch}
        {...others}
      />
    );
  }
  // With the pictures, which would move what stands below them.
  if (!professional || pictures.isPending) return <ProfileSkeleton />;

  const {
    display_name,
    location,
    bio,
    experience_years,
    specializations,
    opening_hours,
    place,
    time_zone: zone,
  } = professional;
  const canChoose = active !== undefined && active.length > 0;
  const choose = () => setIsChoosing(true);
  const close = () => setIsChoosing(false);
  const beginning = beginningOfBio(bio);
  const reliable = reliabilityText(professional.reliability);
  const about = (
    <section className={styles.section} aria-labelledby="about">
      <h2 id="about" className={styles.target}>
        About
      </h2>
      <p className={styles.bio}>{bio || 'No bio available.'}</p>
    </section>
  );
  // A bio of two lines is told once, before the services.
  const isShort = Boolean(bio) && beginning === undefined;
  return (
    <>
      <Page title={display_name}>
        <Split
          aside={
            <div className={styles.column}>
              {canChoose && (
                <aside className={styles.aside} aria-label="Booking" data-scripted>
                  <StickyActions summary={<NextFreeSlot at={nextFree} zone={zone} />}>
                    <Button wide aria-haspopup="dialog" onPointerEnter={warmUp} onFocus={warmUp} onClick={choose}>
                      See available times
                    </Button>
                  </StickyActions>
                </aside>
              )}
              <div className={styles.times}>
                <PagePart>
                  <NextWindows
                    windows={times.windows}
                    error={times.error}
                    retry={times.retry}
                    zone={zone}
                    showAll={canChoose ? choose : undefined}
                  />
                </PagePart>
              </div>
            </div>
          }
        >
          <ProfileHead
            professional={professional}
            pictures={pictures.data ?? none}
            opener={opener}
            price={canChoose ? priceText(active, search) : undefined}
            nextFree={nextFree}
          />
          <BooksOpen professional={professional} />
          {place && <p className={styles.place}>{placeSentence(place, isolated(location))}</p>}
          {beginning && <BioBeginning text={beginning} name={display_name} target="about" />}
          {isShort && about}
          <PagePart>
            <MenuServices services={services.data} search={search} error={services.error} retry={services.refetch} />
          </PagePart>
          <WhatIDo techniques={professional.techniques} evidence={professional.evidence} />
          <PagePart>
            {pictures.data && pictures.data.length > 1 && (
              <WorkGallery name={display_name} pictures={pictures.data} opener={opener} />
            )}
          </PagePart>
          <PagePart>
            <ProfileReviews id={id} name={display_name} zone={zone} />
          </PagePart>
          {!isShort && about}
          {specializations.length > 0 && (
            <Chips items={specializations.map(({ id, name }) => ({ id, name: spelled(name) }))} label="Specialities" />
          )}
          <DetailList ends className={styles.details}>
            {opening_hours.length > 0 && (
              <Detail name="Hours">
                <WholeTimes text={openingHoursLines(opening_hours).join('\n')} />
              </Detail>
            )}
            <Detail name="Experience">{counted(experience_years, 'year')}</Detail>
            {reliable.length > 0 && <Detail name="Reliable">{reliable.join(' ')}</Detail>}
            <Detail name="Location">
              <bdi>{location}</bdi>
            </Detail>
            {place?.address && (
              <Detail name="Address">
                <bdi>{place.address}</bdi> <MapLink address={place.address} />
              </Detail>
            )}
            {place && place.facts.length > 0 && (
              <Detail name="Good to know">{place.facts.map((fact) => factNames[fact]).join(', ')}</Detail>
            )}
          </DetailList>
        </Split>
      </Page>
      {lightbox}
      {isChoosing && canChoose && (
        <ErrorFence close={close}>
          <Suspense>
            <ChooseServices
              professionalId={id}
              zone={zone}
              services={active}
              chosen={chosen}
              onChange={setChosen}
              nextFree={nextFree}
              close={close}
            />
          </Suspense>
        </ErrorFence>
      )}
    </>
  );
}

/** What was searched for comes first: `Knotless braids from $180.00`. */
function priceText(services: readonly MenuService[], search: string): string {
  const fits = fitting(services, search);
  const least = Math.min(...(fits[0] ? fits : services).map(({ price }) => price));
  const cheapest = fits.find(({ price }) => price === least);
  return `${cheapest ? `${cheapest.name} ` : ''}from ${formatPrice(least)}`;
}

function ProfileSkeleton() {
  return (
    <Page title={pages.publicProfessional.title}>
      <PageHeading hidden>Loading professional</PageHeading>
      <Split>
        <ProfileHeadSkeleton />
        <Skeleton height="48px" />
        <Skeleton height="480px" />
      </Split>
    </Page>
  );
}
