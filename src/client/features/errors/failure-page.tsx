import { ButtonLink } from '#client/ui/button.tsx';
import { Failure } from '#client/ui/message.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { pagePath } from '#shared/pages.ts';

interface FailurePageProps {
  title: string;
  text: string;
  /** Target of the link; the list of services by default. */
  to?: string;
  linkText?: string;
  /** Adds 'Try again', for temporary failures. */
  retry?: () => unknown;
}

/** A page that has only an error to show, with a link to another page. */
export function FailurePage({
  title,
  text,
  to = pagePath('browseServices'),
  linkText = 'Browse services',
  retry,
}: FailurePageProps) {
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
