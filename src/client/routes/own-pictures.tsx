import {
  DashboardFailure,
  DashboardNotFound,
  ReturnToDashboard,
} from '#client/features/dashboard/dashboard-fallbacks.tsx';
import { ProfilePictureSection } from '#client/features/pictures/profile-picture-section.tsx';
import { TilesSkeleton, WorkPictures } from '#client/features/pictures/work-pictures.tsx';
import { statusOf } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { PagePart } from '#client/ui/page-part.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { pages } from '#shared/pages.ts';

const { title } = pages.ownPictures;
const lead = 'Clients choose by what they see. Show your face and your best work.';

export function OwnPictures() {
  const { data: profile, error, refetch } = trpc.professionals.profile.useQuery();
  if (!profile && error) {
    if (statusOf(error) === 404) return <DashboardNotFound title={title} text="No user data found." />;
    return <DashboardFailure title={title} text="Failed to load your pictures." retry={refetch} />;
  }
  if (!profile) {
    return (
      <Page title={title}>
        <PageHeading lead={lead}>{title}</PageHeading>
        <p className="soft" role="status">
          Loading your pictures...
        </p>
        <Skeleton width="132px" height="132px" />
        <TilesSkeleton />
      </Page>
    );
  }
  return (
    <Page title={title}>
      <PageHeading lead={lead}>{title}</PageHeading>
      <PagePart>
        <ProfilePictureSection profile={profile} />
      </PagePart>
      <PagePart>
        <WorkPictures professionalId={profile.id} />
      </PagePart>
      <ReturnToDashboard />
    </Page>
  );
}
