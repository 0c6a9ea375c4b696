import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { ErrorFence } from '#client/ui/error-fence.tsx';
import { Link } from '#client/ui/link.tsx';
import { Logo } from '#client/ui/logo.tsx';
import { type PageName, pageAt, pagePath } from '#shared/pages.ts';
import { Account } from './account.tsx';
import styles from './layout.module.css';
import { MobileMenu } from './mobile-menu.tsx';

const NotificationBell = lazy(async () => ({
  default: (await import('#client/features/notifications/notification-bell.tsx')).NotificationBell,
}));

/** Shown at once; only bell and account menu wait for the stored session, in reserved space. */
export function Header({ isLoggedIn }: { isLoggedIn: boolean }) {
  const { pathname } = useLocation();
  const shown = pageAt(pathname)?.name;
  const current = (name: PageName) => (shown === name ? 'page' : undefined);
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Link to={pagePath('home')} className={styles.brand} aria-label="saluni, home">
          <Logo />
        </Link>
        <nav className={styles.links} aria-label="Main">
          <Link to={pagePath('browseProfessionals')} aria-current={current('browseProfessionals')}>
            Professionals
          </Link>
          <Link to={pagePath('browseServices')} aria-current={current('browseServices')}>
            Services
          </Link>
        </nav>
        <div className={styles.end}>
          {isLoggedIn && (
            <ErrorFence>
              <Suspense>
                <NotificationBell />
              </Suspense>
            </ErrorFence>
          )}
          <div className={styles.account}>
            <Account />
          </div>
        </div>
        <MobileMenu />
        <noscript>
          <div className={styles.small}>
            <a href={pagePath('browseProfessionals')}>Professionals</a>{' '}
            <a href={pagePath('browseServices')}>Services</a>
          </div>
        </noscript>
      </div>
    </header>
  );
}
