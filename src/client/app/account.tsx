import { lazy, Suspense } from 'react';
import { useSession } from '#client/lib/session.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { accountLabel } from './account-label.ts';
import { ErrorFence } from './error-fence.tsx';

// The menu's code is not small and only people with an account need it.
const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }));

export function Account() {
  const { hydrated, isLoggedIn, role } = useSession();
  if (!hydrated) return null;
  if (!isLoggedIn) return <ButtonLink to="/login">Log in</ButtonLink>;
  return (
    <ErrorFence>
      <Suspense fallback={<Button look="secondary">{accountLabel(role)}</Button>}>
        <AccountMenu />
      </Suspense>
    </ErrorFence>
  );
}
