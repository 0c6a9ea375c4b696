import { ButtonLink } from '#client/ui/button.tsx';
import { Failure } from '#client/ui/message.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { pages } from '#shared/pages.ts';

interface FailurePageProps {
  title: string;
  text: string;
  /** Where to go from here; the services without it. */
  to?: string;
  linkText?: string;
  /** Adds 'Try again' for what may work the next time. */
  retry?: () => unknown;
}

/** A screen that has nothing to show: what is wrong, and the way on. */
export function FailurePage({ title, text, to = pages.browseServices, linkText = 'Browse services', retry }: FailurePageProps) {
  return (
    <Page title={title} width="middle">
      <PageHeading hidden>{title}</PageHeading>
      <Failure text={text} retry={retry}>
        <ButtonLink look="quiet" to={to}>
          {linkText}
        </ButtonLink>
      </Failure>
    </Page>
  );
}
