import { type ComponentType, createElement, lazy, useLayoutEffect } from 'react';
import { reloadOnce } from '#client/lib/reload-once.ts';

/**
 * A part whose code is loaded when it is shown: with its page, where the file is gone that this one knows. After a
 * failed load (connection lost, new version deployed) the next use tries again.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>, isLeft = false) {
  const withPage = (error: unknown) => reloadOnce(error, isLeft);
  const anew = (before?: unknown) =>
    lazy(async (): Promise<{ default: ComponentType<Props> }> => {
      try {
        // This document does not ask again for each file that failed: a style sheet, in Chromium a script.
        const loading = before ? withPage(before).catch(load) : load();
        return { default: await loading.catch(withPage) };
      } catch (error) {
        return {
          // React keeps what a `lazy` has come to. A new one sooner would be loaded again in place of this failure.
          default: function Failed() {
            useLayoutEffect(() => {
              Loaded = anew(error);
              throw error;
            });
            return null;
          },
        };
      }
    });
  let Loaded = anew();
  return (props: Props) => createElement(Loaded, props);
}
