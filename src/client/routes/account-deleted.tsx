import { ButtonLink } from '#client/ui/button.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { pagePath, pages } from '#shared/pages.ts';

const { title } = pages.accountDeleted;

/** Where somebody lands whose account has just ended. */
export function AccountDeleted() {
  return (
    <Page title={title}>
      <PageHeading lead="It's gone for good, and so is what you kept in it. We've emailed you to confirm.">
        {title}
      </PageHeading>
      <p>Thanks for having been here. You're welcome back any time.</p>
      <div>
        <ButtonLink to={pagePath('home')}>Back to Home</ButtonLink>
      </div>
    </Page>
  );
}
