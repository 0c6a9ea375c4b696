import { useSyncExternalStore } from 'react';
import { useReady } from '#client/lib/ready.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { pagePath } from '#shared/pages.ts';
import styles from './error-screen.module.css';

/** Also where the code of a screen could not be loaded after a link was followed. */
export function ErrorScreen() {
  const isOffline = useOffline();
  useReady();
  return (
    <Page title="Something went wrong" width="middle">
      <PageHeading
        lead={
          isOffline
            ? "This screen couldn't be loaded. What you saved is safe; try again once you're online."
            : "This screen couldn't be shown. What you saved is safe; loading it again often helps."
        }
      >
        {isOffline ? 'No connection' : 'Something went wrong'}
      </PageHeading>
      <div className={styles.ways}>
        <Button onClick={reload}>Try again</Button>
        <ButtonLink look="secondary" to={pagePath('home')}>
          Go to the home page
        </ButtonLink>
      </div>
    </Page>
  );
}

const reload = () => window.location.reload();

/** Without a connection; once there is one again, the screen is tried again by itself. */
function useOffline(): boolean {
  return useSyncExternalStore(
    (changed) => {
      window.onoffline = changed;
      window.ononline = reload;
      return () => {
        window.onoffline = window.ononline = null;
      };
    },
    () => !navigator.onLine,
    () => false,
  );
}
