import { lazy, Suspense, useState } from 'react';
import { homeOf } from '#client/lib/route-roles.ts';
import { useSession } from '#client/lib/session.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { ErrorFence } from '#client/ui/error-fence.tsx';
import { pages } from '#shared/pages.ts';
import { accountLabel } from './account-label.ts';
import { useLogout } from './use-logout.ts';

// The menu's code is not small and only people with an account need it.
const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }));

export function Account() {
  const { hydrated, isLoggedIn, role } = useSession();
  // Kept here, so that a press on the button that stands in for the menu opens the menu once it is there.
  const [open, setOpen] = useState(false);
  if (!hydrated) return null;
  if (!isLoggedIn) return <ButtonLink to={pages.login}>Log in</ButtonLink>;
  const standIn = (
    <Button
      look="secondary"
      aria-haspopup="menu"
      aria-expanded={open}
      // As the menu itself does: the press, because the button may be exchanged before it is let go.
      onPointerDown={() => setOpen(true)}
      onClick={() => setOpen(true)}
    >
      {accountLabel(role)}
    </Button>
  );
  return (
    <ErrorFence fallback={() => <PlainAccount />}>
      <Suspense fallback={standIn}>
        <AccountMenu open={open} onOpenChange={setOpen} />
      </Suspense>
    </ErrorFence>
  );
}

/** What the menu offers, without the menu. */
function PlainAccount() {
  const role = useSession((session) => session.role);
  const logout = useLogout();
  return (
    <>
      <ButtonLink look="secondary" to={homeOf(role)}>
        {accountLabel(role)}
      </ButtonLink>
      <Button look="quiet" onClick={logout}>
        Log out
      </Button>
    </>
  );
}
