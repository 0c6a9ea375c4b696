import {
  type ComponentType,
  lazy,
  type MouseEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  ViewTransition,
} from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { askForFocus } from '#client/lib/focus.ts';
import { rolesFor } from '#client/lib/route-roles.ts';
import { useSession } from '#client/lib/session.ts';
import { ErrorFence } from '#client/ui/error-fence.tsx';
import { whenToasterNeeded } from '#client/ui/notify.ts';
import { pageAt, pages } from '#shared/pages.ts';
import { Header } from './header.tsx';
import styles from './layout.module.css';
import { LostForm } from './lost-form.tsx';
import { SiteFooter } from './site-footer.tsx';

let toaster: Promise<typeof import('#client/ui/toaster.tsx')> | undefined;
/** Loads the toaster once; after a failure the next call tries again. */
async function loadToaster() {
  toaster ??= import('#client/ui/toaster.tsx').catch((error) => {
    // Chromium keeps a module that could not be loaded as failed until a reload, unless it is asked for by another
    // address.
    const address = /\S+\.js/.exec(String(error))?.[0];
    if (!address) throw error;
    return import(/* @vite-ignore */ `${address}?${Date.now()}`);
  });
  try {
    return (await toaster).Toaster;
  } catch (error) {
    toaster = undefined;
    throw error;
  }
}

const FeedbackWidget = lazy(async () => ({
  default: (await import('#client/features/feedback/feedback-widget.tsx')).FeedbackWidget,
}));

const ComingOffline = lazy(async () => ({
  default: (await import('#client/features/offline/coming-offline.tsx')).ComingOffline,
}));

const Places = lazy(async () => ({ default: (await import('./places.tsx')).Places }));

/** On public pages but the steps of a booking (contract 6). */
function hasFooter(pathname: string): boolean {
  const name = pageAt(pathname)?.name;
  return name !== 'pickBookingTime' && (name === undefined || pages[name].roles === undefined);
}

/**
 * Header, content, footer, toasts. A navigation scrolls to the top, lets the new screen rise into place, and focuses
 * its heading.
 */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  const main = useRef<HTMLElement>(null);
  const [shown, setShown] = useState(pathname);
  const [Toaster, setToaster] = useState<ComponentType>();
  const isLoggedIn = useSession((session) => session.hydrated && session.isLoggedIn);

  const isProfessional = useSession((session) => session.hydrated && session.role === 'professional');
  const hasPlaces = isProfessional && rolesFor(pathname)?.includes('professional') === true;

  useEffect(() => {
    whenToasterNeeded(async () => {
      const loaded = await loadToaster();
      setToaster(() => loaded);
    });
  }, []);
  useEffect(() => {
    // Those who are logged in are told what failed while they are offline, too.
    if (isLoggedIn) void loadToaster().catch(() => undefined);
  }, [isLoggedIn]);

  const isEnding = useSession((session) => session.isEnding);

  const isNew = shown !== pathname;
  const moves = isNew && !matchMedia('(prefers-reduced-motion: reduce)').matches;

  // Before the new screen is painted. The state lets React run the new screen's effects now, not after the old one has
  // left.
  useLayoutEffect(() => {
    if (!isNew) return;
    setShown(pathname);
    if (navigationType !== 'POP') window.scrollTo(0, 0);
    askForFocus(main.current?.querySelector('h1') ?? null);
    if (moves)
      main.current?.animate(
        { opacity: [0, 1], transform: ['translateY(8px)', 'none'] },
        { duration: 200, easing: 'ease-out' },
      );
  }, [isNew, moves, pathname, navigationType]);

  // Without a navigation, which would end what the history entry keeps for the screen.
  function skip(event: MouseEvent) {
    event.preventDefault();
    main.current?.focus();
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it is the page navigation that the rule asks for, made without the router */}
      <a href="#main" className={styles.skip} onClick={skip}>
        Skip to content
      </a>
      <Header isLoggedIn={isLoggedIn} />
      {hasPlaces && (
        <ErrorFence>
          <Suspense>
            <Places pathname={pathname} />
          </Suspense>
        </ErrorFence>
      )}
      {/* Begins the transition; `base.css` says what becomes a picture. */}
      <ViewTransition default="none" update={moves ? 'auto' : 'none'}>
        <main
          id="main"
          ref={main}
          tabIndex={-1}
          className={styles.main}
          data-new={isNew}
          data-places={hasPlaces || undefined}
        >
          {isLoggedIn && (
            <ErrorFence>
              <Suspense>
                <ComingOffline />
              </Suspense>
            </ErrorFence>
          )}
          {children}
        </main>
      </ViewTransition>
      {hasFooter(pathname) && (
        <ErrorFence>
          <SiteFooter />
        </ErrorFence>
      )}
      {isLoggedIn && (
        <ErrorFence>
          <Suspense>
            <FeedbackWidget />
          </Suspense>
        </ErrorFence>
      )}
      <LostForm key={pathname} />
      {isEnding && !isLoggedIn && (
        <p role="status" className={styles.lost}>
          You're logged out here. Keep this page open until you're back online, so we can end your session everywhere.
        </p>
      )}
      {/* What a part has screen readers say. */}
      <p id="said" role="status" className="visually-hidden" />
      {Toaster && (
        <ErrorFence>
          <Toaster />
        </ErrorFence>
      )}
    </>
  );
}
