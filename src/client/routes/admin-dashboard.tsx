import { useSession } from '#client/lib/session.ts';
import { Page, PageHeading } from '#client/ui/page.tsx';

export function AdminDashboard() {
  const email = useSession((session) => session.email);
  return (
    <Page title="Admin dashboard">
      <PageHeading lead={email && `Signed in as ${email}`}>Admin dashboard</PageHeading>
    </Page>
  );
}
