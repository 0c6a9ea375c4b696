import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { openFeedback } from '#client/features/feedback/open-feedback.ts';
import { landingOf } from '#client/lib/route-roles.ts';
import { useSession } from '#client/lib/session.ts';
import { BackCloses } from '#client/ui/back-closes.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Link } from '#client/ui/link.tsx';
import menu from '#client/ui/menu.module.css';
import { pagePath } from '#shared/pages.ts';
import styles from './layout.module.css';
import { useLogout } from './use-logout.ts';

/**
 * A disclosure of plain links, small enough for the first bundle. Closes on Escape, an outside press, a navigation, and
 * when the focus goes elsewhere, as to the bell.
 */
export function MobileMenu() {
  const [openAt, setOpenAt] = useState<string | null>(null);
  const { key } = useLocation();
  const open = openAt === key;
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!open) return;
    const onOutside = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpenAt(null);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpenAt(null);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', onOutside);
    document.addEventListener('focusin', onOutside);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onOutside);
      document.removeEventListener('focusin', onOutside);
      document.removeEventListener('keydown', onKey);
    };
  }, [open]);

  return (
    <div ref={box} className={styles.small} data-scripted>
      {open && <BackCloses />}
      <button
        ref={button}
        type="button"
        className={styles.burger}
        aria-label="Menu"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpenAt(open ? null : key)}
      >
        <Icon size={24} path={open ? 'M5 5l14 14M19 5L5 19' : 'M3 6h18M3 12h18M3 18h12'} />
      </button>
      <nav id={id} className={styles.sheet} aria-label="Menu" hidden={!open}>
        <Link to={pagePath('browseProfessionals')} className={menu.item}>
          Professionals
        </Link>
        <Link to={pagePath('browseServices')} className={menu.item}>
          Services
        </Link>
        <hr />
        <Entries close={() => setOpenAt(null)} />
      </nav>
    </div>
  );
}

function Entries({ close }: { close: () => void }) {
  const { hydrated, isLoggedIn, role } = useSession();
  const logout = useLogout();
  if (!hydrated) return null;
  if (!isLoggedIn) {
    return (
      <Link to={pagePath('login')} className={menu.item}>
        Login
      </Link>
    );
  }
  return (
    <>
      <Link to={landingOf(role)} className={menu.item}>
        {role === 'client' ? 'My Profile' : 'My Dashboard'}
      </Link>
      {role === 'client' && (
        <Link to={pagePath('myHair', { part: '' })} className={menu.item}>
          My Hair
        </Link>
      )}
      {role !== 'admin' && (
        <Link to={pagePath('messages', { threadId: '' })} className={menu.item}>
          Messages
        </Link>
      )}
      <Link to={pagePath('settings')} className={menu.item}>
        Settings
      </Link>
      <button
        type="button"
        className={menu.item}
        onClick={() => {
          close();
          openFeedback();
        }}
      >
        Feedback
      </button>
      <button
        type="button"
        className={menu.item}
        onClick={() => {
          close();
          logout();
        }}
      >
        Logout
      </button>
    </>
  );
}
