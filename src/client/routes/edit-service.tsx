import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import styles from '#client/features/dashboard/dashboard.module.css';
import {
  DashboardFailure,
  DashboardNotFound,
  ReturnToDashboard,
} from '#client/features/dashboard/dashboard-fallbacks.tsx';
import { DeleteService } from '#client/features/dashboard/services-panel.tsx';
import { originOf } from '#client/features/forms/came-from.ts';
import { FormLoading } from '#client/features/forms/form-loading.tsx';
import { useFormWidth } from '#client/features/forms/use-form-width.ts';
import { ServiceForm } from '#client/features/service/service-form.tsx';
import { statusOf } from '#client/lib/errors.ts';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Link } from '#client/ui/link.tsx';
import { notify } from '#client/ui/notify.ts';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { pictureBounds } from '#shared/constants.ts';
import { pagePath, pages } from '#shared/pages.ts';
import type { Service, ServiceInput } from '#shared/services.ts';

const { title } = pages.editService;

export function EditService() {
  const { id } = useParams();

  useEffect(() => {
    if (!id) console.error('No service ID provided.');
  }, [id]);

  return id ? <Loaded key={id} id={id} /> : <DashboardNotFound title={title} text="No service ID provided." />;
}

/** The form takes its values once, so it waits for fresh data. */
function Loaded({ id }: { id: string }) {
  const own = useSession((session) => session.professional_id);
  const { data, error, refetch, isFetchedAfterMount } = trpc.services.byId.useQuery(
    { id },
    { refetchOnMount: 'always', refetchOnWindowFocus: false },
  );
  const width = useFormWidth();
  if (error && isFetchedAfterMount && statusOf(error) !== 404) {
    return <DashboardFailure title={title} text="Service not found." retry={refetch} />;
  }
  if (error && isFetchedAfterMount) return <DashboardNotFound title={title} text="Service not found." />;
  if (!data || !isFetchedAfterMount) return <FormLoading title={title} text="Loading service data..." width={width} />;
  return data.professional.id === own ? (
    <Editor service={data} />
  ) : (
    <DashboardNotFound title={title} text="Service not found." />
  );
}

function Editor({ service }: { service: Service }) {
  const update = trpc.services.update.useMutation();
  const { client, services } = trpc.useUtils();
  const navigate = useNavigate();
  const back = originOf(useLocation().state) ?? pagePath('professionalDashboard');
  const [isDeleting, setDeleting] = useState(false);

  async function save(_: ServiceInput, changed: Partial<ServiceInput>) {
    await update.mutateAsync({ ...(await client.services.byId.query({ id: service.id })), ...changed });
    void services.invalidate();
    // An order of the services names all of this list.
    await services.mine.invalidate(undefined, { refetchType: 'all' });
    notify.success('Service updated.');
    await navigate(back, { state: { saved: service.id } });
  }

  return (
    <Page title={title} width={useFormWidth()}>
      <PageHeading>{title}</PageHeading>
      <ServiceForm
        service={service}
        submitText="Update Service"
        busyText="Updating..."
        failedText="Failed to update service."
        save={save}
      />
      <p className="soft">
        Show what you do: name this service on up to {pictureBounds.ofService} of{' '}
        <Link to={pagePath('ownPictures')}>your pictures</Link>.
      </p>
      <p>
        <Button look="quiet" className={styles.remove} onClick={() => setDeleting(true)}>
          Delete this service
        </Button>
      </p>
      <ReturnToDashboard />
      {isDeleting && (
        <DeleteService service={service} close={() => setDeleting(false)} deleted={() => void navigate(back)} />
      )}
    </Page>
  );
}
