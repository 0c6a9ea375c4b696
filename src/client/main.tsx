import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { isFramed } from '#shared/pages.ts';
import { App } from './app/app.tsx';
import { ErrorBoundary } from './app/error-boundary.tsx';
import { loadScreen } from './app/route-table.ts';
import { readEmbedded, takeEmbedded } from './lib/embedded.ts';
import { watchInstallPrompt } from './lib/install-prompt.ts';
import { createQueryClient } from './lib/query-client.ts';
import { reloadOnce } from './lib/reload-once.ts';
import './ui/base.css';

// The content security policy forbids `eval`, which zod tries unless told otherwise before its first schema is made.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/** The page itself comes first, milliseconds. */
const workerPause = 1_000;

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

const embedded = readEmbedded();
const queries = createQueryClient();
const app = (
  <StrictMode>
    <BrowserRouter>
      <ErrorBoundary>
        <App queries={queries} />
      </ErrorBoundary>
    </BrowserRouter>
  </StrictMode>
);
if (embedded?.isWhole) takeEmbedded(queries, embedded.queries);
const show = () => {
  // In a transition React lets presses through.
  if (embedded?.isWhole) startTransition(() => void hydrateRoot(root, app));
  else createRoot(root).render(app);
};
// With the screen's code there, nothing that was rendered disappears; without it the page stays as it is without
// scripts (index.html says so).
if (embedded) void loadScreen(window.location.pathname).then(show, reloadOnce);
else show();

const isOwnWindow = !isFramed(window.location.pathname);
if (isOwnWindow) watchInstallPrompt();

// In development Vite serves the files, and a worker would keep some of them.
if (import.meta.env.PROD && isOwnWindow && 'serviceWorker' in navigator) {
  const startWorker = () => setTimeout(() => void import('./app/start-worker.ts').catch(() => undefined), workerPause);
  if (document.readyState === 'complete') startWorker();
  else window.addEventListener('load', startWorker);
}
