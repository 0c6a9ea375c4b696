import type { ComponentType } from 'react';
import { lazyPart } from '#client/ui/lazy-part.ts';

export interface Screen {
  Component: ComponentType;
  /** Fetches the code ahead of need, at most once. */
  preload: () => void;
  /** Resolves once its code is there, or could not be loaded. */
  load: () => Promise<unknown>;
}

/** A screen whose code is loaded at its first use, or ahead of it. */
export function lazyScreen(load: () => Promise<ComponentType>): Screen {
  let loading: Promise<ComponentType> | undefined;

  function once() {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }
  return {
    // Not where it is only fetched ahead: somebody may be typing. Here the screen with what was typed has been left.
    Component: lazyPart(once, true),
    preload: () => void once().catch(() => undefined),
    load: () => once().catch(() => undefined),
  };
}
