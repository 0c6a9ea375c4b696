import { type ComponentType, useState } from 'react';
import { lazyPart } from '#client/ui/lazy-part.ts';

export interface Screen {
  Component: ComponentType;
  /** Fetches the code, at most once; rejects if it could not be loaded. */
  load: () => Promise<unknown>;
}

/** A screen whose code is loaded at its first use, or ahead of it: then it is shown at once. */
export function lazyScreen(load: () => Promise<ComponentType>): Screen {
  let loading: Promise<ComponentType> | undefined;
  let loaded: ComponentType | undefined;

  async function once() {
    loading ??= load();
    try {
      loaded = await loading;
      return loaded;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  }
  // Not where it is only fetched ahead: somebody may be typing. Here the screen with what was typed has been left.
  const Lazy = lazyPart(once, true);
  function Component() {
    const [Shown] = useState(() => loaded ?? Lazy);
    return <Shown />;
  }
  return { Component, load: once };
}
