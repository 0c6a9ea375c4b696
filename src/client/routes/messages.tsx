import { Page, PageHeading } from '#client/ui/page.tsx';
import { pages } from '#shared/pages.ts';

export function Messages() {
  return (
    <Page title={pages.messages.title}>
      <PageHeading>Messages</PageHeading>
    </Page>
  );
}
