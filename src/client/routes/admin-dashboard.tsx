import { useSession } from '#client/lib/session.ts';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { pages } from '#shared/pages.ts';

export function AdminDashboard() {
  const email = useSession((session) => session.email);
  return (
    <Page title={pages.adminDashboard.title}>
      <PageHeading lead={email && `Signed in as ${email}`}>Admin dashboard</PageHeading>
    </Page>
  );
}
