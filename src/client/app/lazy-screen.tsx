import { type ComponentType, lazy } from 'react';
import { useLocation } from 'react-router';
import { reloadOnce } from '#client/lib/reload-once.ts';

export interface Screen {
  Component: ComponentType;
  /** Fetches the code ahead of need, at most once. */
  preload: () => void;
  /** Resolves once its code is there, or could not be loaded. */
  load: () => Promise<unknown>;
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

  // Not where it is only fetched ahead: somebody may be typing. Here the screen with what was typed has been left.
  function shown() {
    return once()
      .catch((error: unknown) => reloadOnce(error, true))
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
