import { type ReactNode, Suspense, useState } from 'react';
import { useViewerZone } from '#client/lib/viewer-zone.ts';

/**
 * A boundary of a part whose code is loaded with it. What the server rendered is hydrated with its screen: in a boundary
 * of its own a press would be lost until that code is there.
 */
export function RenderedBoundary({ children }: { children: ReactNode }) {
  const isHydrating = useViewerZone() === null;
  const [isRendered] = useState(isHydrating);
  return isRendered ? children : <Suspense>{children}</Suspense>;
}
