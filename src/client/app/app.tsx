import { ErrorBoundary } from './error-boundary.tsx';
import { Layout } from './layout.tsx';
import { Providers } from './providers.tsx';
import { Screens } from './screens.tsx';

/** Everything inside a router; which router depends on where it is rendered. */
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
