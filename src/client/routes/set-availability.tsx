import { useNavigate } from 'react-router';
import { DashboardFailure, ReturnToDashboard } from '#client/features/dashboard/dashboard-fallbacks.tsx';
import { besideForm, DayBeside } from '#client/features/dashboard/day-beside.tsx';
import { AvailabilityForm } from '#client/features/forms/availability-form.tsx';
import { FormLoading } from '#client/features/forms/form-loading.tsx';
import { trpc } from '#client/lib/trpc.ts';
import { notify } from '#client/ui/notify.ts';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { useMedia } from '#client/ui/use-media.ts';
import type { AvailabilityInput } from '#shared/availability.ts';
import { pagePath, pages } from '#shared/pages.ts';

const { title } = pages.setAvailability;

export function SetAvailability() {
  const { data: profile, dataUpdatedAt, error, refetch } = trpc.professionals.profile.useQuery();
  const create = trpc.availability.create.useMutation();
  const { availability } = trpc.useUtils();
  const navigate = useNavigate();
  const isWide = useMedia(besideForm);

  async function save(input: AvailabilityInput) {
    await create.mutateAsync(input);
    void availability.invalidate();
    // Days are copied from this list.
    await availability.mine.invalidate(undefined, { refetchType: 'all' });
    notify.success('Availability created.');
    await navigate(pagePath('professionalDashboard'), {
      state: { tab: 'availability', start_time: input.start_time },
    });
  }

  if (error && !profile) return <DashboardFailure title={title} text="Failed to load profile." retry={refetch} />;
  if (!profile) return <FormLoading title={title} text="Loading..." fields={2} />;
  return (
    <Page title={title} width={isWide ? 'wide' : 'narrow'}>
      <PageHeading lead="Clients can book any time in it that is still free.">{title}</PageHeading>
      <AvailabilityForm
        zone={profile.time_zone}
        now={dataUpdatedAt}
        submitText="Create"
        busyText="Creating..."
        save={save}
        {...(isWide && {
          beside: (day) => <DayBeside professionalId={profile.id} zone={profile.time_zone} day={day} />,
        })}
      />
      <ReturnToDashboard tab="availability" />
    </Page>
  );
}
