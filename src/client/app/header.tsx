import { NavLink } from 'react-router';
import { Link } from '#client/ui/link.tsx';
import { Logo } from '#client/ui/logo.tsx';
import { Account } from './account.tsx';
import styles from './layout.module.css';
import { MobileMenu } from './mobile-menu.tsx';

/** Always there; only the account's part waits for the stored session, in space that is kept for it. */
export function Header() {
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Link to="/" className={styles.brand} aria-label="saluni, home">
          <Logo />
        </Link>
        <div className={styles.wide}>
          <nav className={styles.links} aria-label="Main">
            <NavLink to="/browse-professionals">Professionals</NavLink>
            <NavLink to="/browse-services">Services</NavLink>
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
