import { type ComponentType, lazy } from 'react';
import { useLocation } from 'react-router';
import { quietly, reloadedKey } from '#client/lib/stored-keys.ts';

export interface Screen {
  Component: ComponentType;
  /** Fetches the code ahead of need, at most once. */
  preload: () => void;
  /** Resolves once its code is there, or could not be loaded. */
  load: () => Promise<unknown>;
}

/**
 * A screen's file may be gone, as it is one of an older build: the page at its address has the new one, and nothing
 * typed is lost, because the screen before has been left. Once for a file, by its address in the error, and not without
 * a connection.
 */
async function reloadOnce(error: unknown): Promise<never> {
  const isThere = await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  const missing = String(error);
  const isNew = quietly(() => {
    const before = sessionStorage.getItem(reloadedKey);
    sessionStorage.setItem(reloadedKey, missing);
    return before !== missing;
  });
  if (!isThere || !isNew) throw error;
  window.location.reload();
  return new Promise(() => undefined);
}

/**
 * A screen whose code is loaded at its first use. After a failed load (connection lost, new version deployed) the next
 * use tries again.
 */
export function lazyScreen(load: () => Promise<ComponentType>): Screen {
  let loading: Promise<{ default: ComponentType }> | undefined;
  let Loaded = lazy(shown);
  /** Where it is shown, and where it could not be: keys of the history's entries. */
  let at: string | undefined;
  let failedAt: string | undefined;

  // Not where it is only fetched ahead: somebody may be typing.
  function shown() {
    return once()
      .catch(reloadOnce)
      .catch((error: unknown) => {
        failedAt = at;
        throw error;
      });
  }

  function once() {
    loading ??= load().then(
      (component) => ({ default: component }),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  }

  function LazyScreen() {
    at = useLocation().key;
    if (failedAt !== undefined && failedAt !== at) {
      // React caches a rejected `lazy` for good, so the next visit needs a new one.
      failedAt = undefined;
      Loaded = lazy(shown);
    }
    return <Loaded />;
  }
  return {
    Component: LazyScreen,
    preload: () => void once().catch(() => undefined),
    load: () => once().catch(() => undefined),
  };
}
