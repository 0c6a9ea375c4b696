import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { askForFocus } from '#client/lib/focus.ts';
import { whenToasterNeeded } from '#client/ui/notify.ts';
import { ErrorFence } from './error-fence.tsx';
import { Header } from './header.tsx';
import styles from './layout.module.css';

const Toaster = lazy(async () => ({ default: (await import('#client/ui/toaster.tsx')).Toaster }));

/** Header, content, toasts. A new place starts at its top, with the focus on its heading. */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const way = useNavigationType();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  const [toasting, setToasting] = useState(false);

  useEffect(() => whenToasterNeeded(() => setToasting(true)), []);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (way !== 'POP') window.scrollTo(0, 0);
    askForFocus(main.current?.querySelector('h1') ?? null);
  }, [pathname, way]);

  return (
    <>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <Header />
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        {children}
      </main>
      {toasting && (
        <ErrorFence>
          <Suspense>
            <Toaster />
          </Suspense>
        </ErrorFence>
      )}
    </>
  );
}
