import { useLocation, useNavigate } from 'react-router';
import { ReturnToDashboard } from '#client/features/dashboard/dashboard-fallbacks.tsx';
import { originOf } from '#client/features/forms/came-from.ts';
import { useFormWidth } from '#client/features/forms/use-form-width.ts';
import { ServiceForm } from '#client/features/service/service-form.tsx';
import { trpc } from '#client/lib/trpc.ts';
import { notify } from '#client/ui/notify.ts';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { pagePath, pages } from '#shared/pages.ts';
import type { ServiceInput } from '#shared/services.ts';

export function CreateService() {
  const create = trpc.services.create.useMutation();
  const { services } = trpc.useUtils();
  const navigate = useNavigate();
  const { state } = useLocation();

  async function save(input: ServiceInput) {
    const { id } = await create.mutateAsync(input);
    void services.invalidate();
    // An order of the services names all of this list.
    await services.mine.invalidate(undefined, { refetchType: 'all' });
    notify.success('Service created.');
    await navigate(originOf(state) ?? pagePath('professionalDashboard'), { state: { saved: id } });
  }

  return (
    <Page title={pages.createService.title} width={useFormWidth()}>
      <PageHeading>Create a New Service</PageHeading>
      <ServiceForm
        submitText="Create Service"
        busyText="Creating..."
        failedText="Failed to create service."
        save={save}
      />
      <ReturnToDashboard />
    </Page>
  );
}
