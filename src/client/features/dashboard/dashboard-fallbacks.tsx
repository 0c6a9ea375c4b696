import formStyles from '#client/features/forms/form.module.css';
import { ButtonLink } from '#client/ui/button.tsx';
import { EmptyState, Failure } from '#client/ui/message.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { pagePath } from '#shared/pages.ts';

/** A professional's page for something missing, with a link to the dashboard. */
export function DashboardNotFound({ title, text }: { title: string; text: string }) {
  return (
    <Page title={title} width="narrow">
      <PageHeading>{title}</PageHeading>
      <EmptyState text={text}>
        <ButtonLink look="secondary" to={pagePath('professionalDashboard')}>
          Return to Dashboard
        </ButtonLink>
      </EmptyState>
    </Page>
  );
}

/** A professional's page for a failed load, with a link to the dashboard. */
export function DashboardFailure({ title, text, retry }: { title: string; text: string; retry: () => unknown }) {
  return (
    <Page title={title} width="narrow">
      <PageHeading>{title}</PageHeading>
      <Failure text={text} retry={retry}>
        <ButtonLink look="quiet" to={pagePath('professionalDashboard')}>
          Return to Dashboard
        </ButtonLink>
      </Failure>
    </Page>
  );
}

/** Leaves a form without saving. */
export function ReturnToDashboard({ tab }: { tab?: 'availability' }) {
  return (
    <ButtonLink
      look="quiet"
      data-held="always"
      className={formStyles.back}
      to={`${pagePath('professionalDashboard')}${tab ? `?tab=${tab}` : ''}`}
    >
      Return to Dashboard
    </ButtonLink>
  );
}
