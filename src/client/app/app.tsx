import { ErrorBoundary } from './error-boundary.tsx';
import { Layout } from './layout.tsx';
import { type Clients, Providers } from './providers.tsx';
import { Screens } from './screens.tsx';

/** The whole client except its router, which the entry file chooses, and its clients where that has made them. */
export function App(clients: Clients) {
  return (
    <Providers {...clients}>
      <Layout>
        <ErrorBoundary>
          <Screens />
        </ErrorBoundary>
      </Layout>
    </Providers>
  );
}
