import { ErrorBoundary } from './error-boundary.tsx';
import { Layout } from './layout.tsx';
import { Providers } from './providers.tsx';
import { Screens } from './screens.tsx';

/** The whole client except its router, which the entry file chooses. */
export function App() {
  return (
    <Providers>
      <Layout>
        <ErrorBoundary>
          <Screens />
        </ErrorBoundary>
      </Layout>
    </Providers>
  );
}
