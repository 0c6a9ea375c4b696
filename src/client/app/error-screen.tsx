import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { isOnline, watchOnline } from '#client/lib/online.ts';
import { useReady } from '#client/lib/ready.ts';
import { ConnectionLost } from '#client/lib/reload-once.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { ErrorFence } from '#client/ui/error-fence.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { pagePath } from '#shared/pages.ts';
import styles from './error-screen.module.css';

const ComingElsewhere = lazy(async () => ({
  default: (await import('#client/features/offline/coming-offline.tsx')).ComingElsewhere,
}));

/** Also where the code of a screen could not be loaded: without a connection it says so, with what is kept. */
export function ErrorScreen({ error }: { error: unknown }) {
  const online = useSyncExternalStore(watchOnline, isOnline, () => true);
  const isOffline = !online || error instanceof ConnectionLost;
  const title = isOffline ? 'No connection' : 'Something went wrong';
  useReady();
  useEffect(() => {
    // Once there is a connection again, the screen is tried again by itself.
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);
  return (
    <Page title={title} width="middle">
      <PageHeading
        lead={
          isOffline
            ? "This screen couldn't be loaded. What you saved is safe; try again once you're online."
            : "This screen couldn't be shown. What you saved is safe; loading it again often helps."
        }
      >
        {title}
      </PageHeading>
      <div className={styles.ways}>
        <Button onClick={reload}>Try again</Button>
        <ButtonLink look="secondary" to={pagePath('home')}>
          Go to the home page
        </ButtonLink>
      </div>
      {isOffline && (
        <ErrorFence>
          <Suspense>
            <ComingElsewhere />
          </Suspense>
        </ErrorFence>
      )}
    </Page>
  );
}

const reload = () => window.location.reload();
