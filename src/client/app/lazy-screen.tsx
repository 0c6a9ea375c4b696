import { type ComponentType, lazy } from 'react';

export interface Screen {
  Component: ComponentType;
  /** Fetches the code ahead of need; fetching twice is free. */
  preload: () => void;
}

/** A screen whose code comes with its first use. A failed fetch (a new version was rolled out, the line broke) is not remembered. */
export function lazyScreen(load: () => Promise<ComponentType>): Screen {
  let loading: Promise<{ default: ComponentType }> | undefined;
  const once = () => {
    loading ??= load().then(
      (Component) => ({ default: Component }),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  return { Component: lazy(once), preload: () => void once().catch(() => undefined) };
}
