import { returnLink } from '#client/features/booking/ticket/return-link.ts';
import { ownServices } from '#client/features/dashboard/use-service-order.ts';
import { DepositForm } from '#client/features/deposits/deposit-form.tsx';
import { FailurePage } from '#client/features/errors/failure-page.tsx';
import { FormLoading } from '#client/features/forms/form-loading.tsx';
import { SettingsSection } from '#client/features/settings/settings-section.tsx';
import { trpc } from '#client/lib/trpc.ts';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { pages } from '#shared/pages.ts';

const { title } = pages.ownDeposits;

/** What a professional asks to be paid ahead, of whom, and where it goes. */
export function OwnDeposits() {
  const { data, error, refetch } = trpc.deposits.settings.useQuery();
  // With the settings, because its examples stand above the rest.
  const { data: services = [], isLoading } = trpc.services.mine.useQuery(ownServices);
  if (!data || isLoading)
    return error ? (
      <FailurePage title={title} text="Failed to load your deposits." retry={refetch} {...returnLink('professional')} />
    ) : (
      <FormLoading title={title} text="Loading your deposits" />
    );
  return (
    <Page title={title} width="middle">
      <PageHeading lead="Clients pay ahead, from their bank straight to yours. No card processor, no fee.">
        {title}
      </PageHeading>
      <DepositForm settings={data} services={services} />
      <SettingsSection title="When a booking is cancelled">
        <p>
          If you cancel, or your client cancels in time, you send the deposit back within 7 days. If they don't show up,
          you keep it. If a booking ends before it was paid, nothing is due.
        </p>
      </SettingsSection>
    </Page>
  );
}
