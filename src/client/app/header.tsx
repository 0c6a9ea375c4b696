import { useLocation } from 'react-router';
import { Link } from '#client/ui/link.tsx';
import { Logo } from '#client/ui/logo.tsx';
import { pagePath } from '#shared/pages.ts';
import { Account } from './account.tsx';
import styles from './layout.module.css';
import { MobileMenu } from './mobile-menu.tsx';

/** Shown at once; only the account menu waits for the stored session, in reserved space. */
export function Header() {
  const { pathname } = useLocation();
  const current = (path: string) => (pathname === path ? 'page' : undefined);
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Link to={pagePath('home')} className={styles.brand} aria-label="saluni, home">
          <Logo />
        </Link>
        <div className={styles.wide}>
          <nav className={styles.links} aria-label="Main">
            <Link to={pagePath('browseProfessionals')} aria-current={current(pagePath('browseProfessionals'))}>
              Professionals
            </Link>
            <Link to={pagePath('browseServices')} aria-current={current(pagePath('browseServices'))}>
              Services
            </Link>
          </nav>
          <div className={styles.account}>
            <Account />
          </div>
        </div>
        <MobileMenu />
      </div>
    </header>
  );
}
