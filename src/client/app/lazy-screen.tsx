import { type ComponentType, lazy } from 'react';

export interface Screen {
  Component: ComponentType;
  /** Fetches the code ahead of need; fetching twice is free. */
  preload: () => void;
}

/** A screen whose code comes with its first use. A failed fetch (a new version was rolled out, the line broke) is not remembered. */
export function lazyScreen(load: () => Promise<ComponentType>): Screen {
  let loading: Promise<{ default: ComponentType }> | undefined;
  let Loaded = lazy(once);

  function once() {
    loading ??= load().then(
      (component) => ({ default: component }),
      (error: unknown) => {
        loading = undefined;
        // React keeps a refusal for good, so the next attempt needs another one.
        Loaded = lazy(once);
        throw error;
      },
    );
    return loading;
  }

  function LazyScreen() {
    return <Loaded />;
  }
  return { Component: LazyScreen, preload: () => void once().catch(() => undefined) };
}
