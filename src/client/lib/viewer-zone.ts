import { useSyncExternalStore } from 'react';
import { never } from './ready.ts';

const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const unknown = () => null;

/** Returns the browser's time zone, null on a server and while hydrating. */
export function useViewerZone(): string | null {
  return useSyncExternalStore(never, browserZone, unknown);
}
