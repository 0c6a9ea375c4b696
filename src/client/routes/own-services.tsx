import { ServicesPanel } from '#client/features/dashboard/services-panel.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { pages } from '#shared/pages.ts';

const { title } = pages.ownServices;

/** A professional's services, in the order in which clients see them. */
export function OwnServices() {
  return (
    <Page title={title}>
      <PageHeading>{title}</PageHeading>
      <ServicesPanel />
    </Page>
  );
}
