import { DashboardFailure, DashboardNotFound, ReturnToDashboard } from '#client/features/dashboard/dashboard-fallbacks.tsx';
import { FormLoading } from '#client/features/forms/form-loading.tsx';
import { PagePart } from '#client/features/page-part.tsx';
import { ProfilePictureSection } from '#client/features/pictures/profile-picture-section.tsx';
import { WorkPictures } from '#client/features/pictures/work-pictures.tsx';
import { statusOf } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { pages } from '#shared/pages.ts';

const { title } = pages.ownPictures;

export function OwnPictures() {
  const { data: profile, error, refetch } = trpc.professionals.profile.useQuery();
  if (!profile && error) {
    if (statusOf(error) === 404) return <DashboardNotFound title={title} text="No user data found." />;
    return <DashboardFailure title={title} text="Failed to load your pictures." retry={refetch} />;
  }
  if (!profile) return <FormLoading title={title} text="Loading your pictures..." fields={4} />;
  return (
    <Page title={title}>
      <PageHeading lead="Clients choose by what they see. Show your face and your best work.">{title}</PageHeading>
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
