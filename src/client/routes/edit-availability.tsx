import { useNavigate, useParams } from 'react-router';
import {
  DashboardFailure,
  DashboardNotFound,
  ReturnToDashboard,
} from '#client/features/dashboard/dashboard-fallbacks.tsx';
import { besideForm, DayBeside } from '#client/features/dashboard/day-beside.tsx';
import { AvailabilityForm } from '#client/features/forms/availability-form.tsx';
import { FormLoading } from '#client/features/forms/form-loading.tsx';
import { errorText, statusOf } from '#client/lib/errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { notify } from '#client/ui/notify.ts';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { useMedia } from '#client/ui/use-media.ts';
import type { Availability, AvailabilityInput } from '#shared/availability.ts';
import { pagePath, pages } from '#shared/pages.ts';
import type { OwnProfessional } from '#shared/professionals.ts';

const { title } = pages.editAvailability;
const failed = 'Something went wrong. Please try again.';

export function EditAvailability() {
  const { id } = useParams();
  return id ? <Loaded key={id} id={id} /> : <DashboardNotFound title={title} text="Availability not found." />;
}

/** The form takes its values once, so it waits for fresh data. */
function Loaded({ id }: { id: string }) {
  const profile = trpc.professionals.profile.useQuery();
  const window = trpc.availability.byId.useQuery({ id }, { refetchOnMount: 'always', refetchOnWindowFocus: false });

  if (window.error && window.isFetchedAfterMount && statusOf(window.error) === 404) {
    return <DashboardNotFound title={title} text="Availability not found." />;
  }
  const error = (window.isFetchedAfterMount && window.error) || (!profile.data && profile.error);
  if (error) {
    const retry = () => Promise.all([window.refetch(), profile.refetch()]);
    return <DashboardFailure title={title} text="Availability not found." retry={retry} />;
  }
  if (!window.data || !window.isFetchedAfterMount || !profile.data)
    return <FormLoading title={title} text="Loading..." fields={2} />;
  return <Editor window={window.data} profile={profile.data} now={window.dataUpdatedAt} />;
}

function Editor({ window, profile, now }: { window: Availability; profile: OwnProfessional; now: number }) {
  const zone = profile.time_zone;
  const isWide = useMedia(besideForm);
  const update = trpc.availability.update.useMutation();
  const { availability } = trpc.useUtils();
  const navigate = useNavigate();

  async function save(input: AvailabilityInput) {
    const { bookings_outside } = await update.mutateAsync({ id: window.id, ...input });
    void availability.invalidate();
    // Days are copied from this list.
    await availability.mine.invalidate(undefined, { refetchType: 'all' });
    notify.success('Availability updated.');
    await navigate(pagePath('professionalDashboard'), {
      state: { tab: 'availability', start_time: input.start_time, bookings_outside },
    });
  }

  return (
    <Page title={title} width={isWide ? 'wide' : 'narrow'}>
      <PageHeading lead="Existing bookings stay as they are.">{title}</PageHeading>
      <AvailabilityForm
        zone={zone}
        now={now}
        window={window}
        submitText="Update Availability"
        busyText="Updating..."
        failureText={(error) => errorText(error, failed)}
        save={save}
        {...(isWide && { beside: (day) => <DayBeside professionalId={profile.id} zone={zone} day={day} /> })}
      />
      <ReturnToDashboard tab="availability" />
    </Page>
  );
}
