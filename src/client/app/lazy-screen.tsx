import { type ComponentType, lazy } from 'react';

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
  let Loaded = lazy(once);

  function once() {
    loading ??= load().then(
      (component) => ({ default: component }),
      (error: unknown) => {
        loading = undefined;
        // React caches a rejected `lazy` for good, so the next attempt needs a new one.
        Loaded = lazy(once);
        throw error;
      },
    );
    return loading;
  }

  function LazyScreen() {
    return <Loaded />;
  }
  return {
    Component: LazyScreen,
    preload: () => void once().catch(() => undefined),
    load: () => once().catch(() => undefined),
  };
}
