import { useSyncExternalStore } from 'react';

const never = () => () => undefined;
const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const unknown = () => null;

/** The zone that the viewer's browser lives in; null on a server and while hydrating, where nobody knows it. */
export function useViewerZone(): string | null {
  return useSyncExternalStore(never, browserZone, unknown);
}
