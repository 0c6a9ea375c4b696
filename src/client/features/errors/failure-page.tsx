import { statusOf } from '#client/lib/errors.ts';
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
  /** What failed: a 404 is not tried again. */
  error?: unknown;
}

/** A page that has only an error to show, with a link to another page. */
export function FailurePage({
  title,
  text,
  to = pagePath('browseServices'),
  linkText = 'Browse services',
  retry,
  error,
}: FailurePageProps) {
  return (
    <Page title={title} width="middle">
      <PageHeading hidden>{title}</PageHeading>
      <Failure text={text} retry={statusOf(error) === 404 ? undefined : retry}>
        <ButtonLink look="quiet" to={to}>
          {linkText}
        </ButtonLink>
      </Failure>
    </Page>
  );
}
