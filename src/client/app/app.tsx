import { useLocation } from 'react-router';
import { isFramed } from '#shared/pages.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Frame } from './frame.tsx';
import { Layout } from './layout.tsx';
import { type Clients, Providers } from './providers.tsx';
import { Screens } from './screens.tsx';

/** The whole client except its router, which the entry file chooses, and its clients where that has made them. */
export function App(clients: Clients) {
  const framed = isFramed(useLocation().pathname);
  const Around = framed ? Frame : Layout;
  return (
    <Providers {...clients} isFramed={framed}>
      <Around>
        <ErrorBoundary>
          <Screens />
        </ErrorBoundary>
      </Around>
    </Providers>
  );
}
