import { lazy, Suspense, useState } from 'react';
import { landingOf } from '#client/lib/route-roles.ts';
import { useSession } from '#client/lib/session.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { ErrorFence } from '#client/ui/error-fence.tsx';
import type { Role } from '#shared/constants.ts';
import { pagePath } from '#shared/pages.ts';
import { useLogout } from './use-logout.ts';

// The menu's code is large, and only logged-in users need it.
const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }));

/** Label of the menu's button (specification 2, contract 6). */
function accountLabel(role: Role | null) {
  return role === 'client' ? 'Profile' : 'Dashboard';
}

export function Account() {
  const { hydrated, isLoggedIn, role } = useSession();
  // Shared by the plain button and the menu: a press on the button opens the menu as soon as its code is loaded.
  const [open, setOpen] = useState(false);
  if (!hydrated) return null;
  if (!isLoggedIn) return <ButtonLink to={pagePath('login')}>Log in</ButtonLink>;
  const plainButton = (
    <Button
      look="secondary"
      aria-haspopup="menu"
      aria-expanded={open}
      // Pointer down, as in the menu: the menu may replace this button before the click is complete.
      onPointerDown={() => setOpen(true)}
      onClick={() => setOpen(true)}
    >
      {accountLabel(role)}
    </Button>
  );
  return (
    <ErrorFence fallback={() => <PlainAccount />}>
      <Suspense fallback={plainButton}>
        <AccountMenu label={accountLabel(role)} open={open} onOpenChange={setOpen} />
      </Suspense>
    </ErrorFence>
  );
}

/** The menu's entries as plain buttons, when the menu's code cannot be loaded. */
function PlainAccount() {
  const role = useSession((session) => session.role);
  const logout = useLogout();
  return (
    <>
      <ButtonLink look="secondary" to={landingOf(role)}>
        {accountLabel(role)}
      </ButtonLink>
      <Button look="quiet" onClick={logout}>
        Log out
      </Button>
    </>
  );
}
