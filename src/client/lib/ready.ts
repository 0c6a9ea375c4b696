import { useEffect, useSyncExternalStore } from 'react';

/** From now on a press does something: a rendered page looks ready before. */
export function useReady() {
  useEffect(() => {
    document.documentElement.dataset.ready = '';
  }, []);
}

/** For `useSyncExternalStore`: of what does not change. */
export const never = () => () => undefined;

/** False on a server and while hydrating: what only a script can do is disabled so far. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
