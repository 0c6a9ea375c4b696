import { lazy, Suspense, useState } from 'react';
import { useParams } from 'react-router';
import { OfferedServices } from '#client/features/booking/choose/offered-services.tsx';
import { AvailableTimes } from '#client/features/booking/times/available-times.tsx';
import { NextFree } from '#client/features/booking/times/next-free.tsx';
import { useNextFree } from '#client/features/booking/times/use-next-free.ts';
import { FailurePage } from '#client/features/errors/failure-page.tsx';
import { OpeningHours } from '#client/features/hours/opening-hours.tsx';
import { ProfessionalOrnament } from '#client/features/pictures/ornaments.tsx';
import { WorkGallery } from '#client/features/pictures/work-gallery.tsx';
import { professionalTypeNames } from '#client/features/professional/professional-type.ts';
import { ShareButton } from '#client/features/share/share-button.tsx';
import { useFailureLog } from '#client/lib/failure-log.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { Chips } from '#client/ui/chips.tsx';
import { Detail, DetailList } from '#client/ui/detail-list.tsx';
import { ErrorFence } from '#client/ui/error-fence.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { PagePart } from '#client/ui/page-part.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Split } from '#client/ui/split.tsx';
import { StickyActions } from '#client/ui/sticky-actions.tsx';
import { counted } from '#shared/counted.ts';
import { pagePath, pages } from '#shared/pages.ts';
import styles from './public-professional-page.module.css';

// The sheet's code is loaded when somebody is about to open it.
const loadSheet = () => import('#client/features/booking/choose/choose-services.tsx');
const ChooseServices = lazy(async () => ({ default: (await loadSheet()).ChooseServices }));

const warmUp = () => void loadSheet().catch(() => undefined);

const others = { to: pagePath('browseProfessionals'), linkText: 'Browse professionals' };

export function PublicProfessionalPage() {
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
  const { data: professional, error, refetch } = trpc.professionals.byId.useQuery({ id });
  const services = trpc.services.ofProfessional.useQuery({ id });
  const pictures = trpc.pictures.ofProfessional.useQuery({ id });
  const [isChoosing, setIsChoosing] = useState(false);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  // Without the services the times are those of the default length.
  const active = services.data?.filter(({ is_active }) => is_active);
  const { nextFree, ...times } = useNextFree(id, active ?? (services.error ? [] : undefined), chosen);

  useFailureLog('Failed to load the professional.', error);
  useFailureLog('Failed to load the pictures.', pictures.error);

  if (error && !professional) {
    return (
      <FailurePage
        title={pages.publicProfessional.title}
        text="Professional not found or has been removed."
        retry={refetch}
        {...others}
      />
    );
  }
  // With the pictures, which would move what stands below them.
  if (!professional || pictures.isPending) return <ProfileSkeleton />;

  const {
    display_name,
    professional_type,
    location,
    bio,
    experience_years,
    specializations,
    opening_hours,
    time_zone: zone,
  } = professional;
  const years = counted(experience_years, 'year');
  const canChoose = active !== undefined && active.length > 0;
  const choose = () => setIsChoosing(true);
  return (
    <>
      <div className={styles.banner}>
        <ProfessionalOrnament professional={professional} width={1184} height={300} />
      </div>
      <Page title={display_name}>
        <Split
          aside={
            canChoose && (
              <aside className={styles.aside} aria-label="Booking" data-scripted>
                <StickyActions summary={<NextFree at={nextFree} zone={zone} />}>
                  <Button wide aria-haspopup="dialog" onPointerEnter={warmUp} onFocus={warmUp} onClick={choose}>
                    See available times
                  </Button>
                </StickyActions>
              </aside>
            )
          }
        >
          <div className={styles.portrait}>
            <Avatar name={display_name} src={professional.profile_picture} size={96} ring />
            <ShareButton professional={professional}>Share</ShareButton>
          </div>
          <PageHeading
            lead={
              <>
                {professionalTypeNames[professional_type]} in <bdi>{location}</bdi> · {years}
              </>
            }
          >
            {display_name}
          </PageHeading>
          {specializations.length > 0 && <Chips items={specializations} label="Specializations" />}
          <PagePart>
            <WorkGallery name={display_name} pictures={pictures.data ?? []} services={services.data} />
          </PagePart>
          <PagePart>
            <OfferedServices services={services.data} error={services.error} retry={services.refetch} />
          </PagePart>
          <section className={styles.section} aria-labelledby="about">
            <h2 id="about">About</h2>
            <p className={styles.bio}>{bio || 'No bio available.'}</p>
          </section>
          <PagePart>
            <AvailableTimes
              windows={times.windows}
              error={times.error}
              retry={times.retry}
              zone={zone}
              showAll={canChoose ? choose : undefined}
            />
          </PagePart>
          <DetailList ends className={styles.details}>
            <OpeningHours hours={opening_hours} />
            <Detail name="Experience">{years}</Detail>
            <Detail name="Location">
              <bdi>{location}</bdi>
            </Detail>
          </DetailList>
        </Split>
      </Page>
      {isChoosing && canChoose && (
        <ErrorFence>
          <Suspense>
            <ChooseServices
              professionalId={id}
              zone={zone}
              services={active}
              chosen={chosen}
              onChange={setChosen}
              nextFree={nextFree}
              close={() => setIsChoosing(false)}
            />
          </Suspense>
        </ErrorFence>
      )}
    </>
  );
}

function ProfileSkeleton() {
  return (
    <>
      <div className={styles.banner}>
        <Skeleton height="100%" />
      </div>
      <Page title={pages.publicProfessional.title}>
        <PageHeading hidden>Loading professional</PageHeading>
        <Split>
          <div className={styles.portrait}>
            <Skeleton width="96px" height="96px" />
          </div>
          <Skeleton width="70%" height="54px" />
          <Skeleton width="50%" height="26px" />
          <Skeleton height="96px" />
          <Skeleton height="260px" />
        </Split>
      </Page>
    </>
  );
}
