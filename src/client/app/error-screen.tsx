import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { pagePath } from '#shared/pages.ts';
import styles from './error-screen.module.css';

export function ErrorScreen() {
  return (
    <Page title="Something went wrong" width="middle">
      <PageHeading lead="This screen could not be shown. What you saved is safe; loading it again often helps.">
        Something went wrong
      </PageHeading>
      <div className={styles.ways}>
        <Button onClick={() => window.location.reload()}>Try again</Button>
        <ButtonLink look="secondary" to={pagePath('home')}>
          Go to the home page
        </ButtonLink>
      </div>
    </Page>
  );
}
