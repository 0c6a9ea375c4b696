import { type ComponentType, lazy } from 'react';
import { reloadOnce } from '#client/lib/reload-once.ts';

/** A part whose code is loaded when it is shown: with its page, where the file is gone that this one knows. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load().catch(reloadOnce) }));
}
