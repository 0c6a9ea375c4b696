import { dehydrate, type Query } from '@tanstack/react-query';
import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import type { AppRouter } from '#server/router.ts';
import { unescapeHtml } from '#shared/html.ts';
import { pages } from '#shared/pages.ts';
import type { CallProcedure, RenderedPage } from '#shared/rendering.ts';
import { App } from './app/app.tsx';
import { loadScreen } from './app/route-table.ts';
import { createQueryClient } from './lib/query-client.ts';
import { trpc } from './lib/trpc.ts';

// The server renders no form that needs a schema; the setting is the browser's.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/**
 * A rendering shows what else is needed, until all code and data are there; longest time of that, milliseconds. In
 * development each source is compiled at its first use.
 */
const longest = import.meta.env.DEV ? 60_000 : 8_000;

/** What React writes for a part whose code is still being loaded. */
const unfinished = '<!--$!-->';

/** Loads the code of all pages that are rendered, which the first of each would wait for otherwise. */
export async function warmUp(): Promise<void> {
  await Promise.all([
    ...Object.values(pages)
      .filter(({ rendering }) => rendering === 'server')
      .map(({ path }) => loadScreen(path.replace(/\/:.*/, '') || '/')),
    import('./app/site-footer.tsx'),
    import('./features/landing/free-cards.tsx'),
  ]);
}

function linkTo(call: CallProcedure): TRPCLink<AppRouter> {
  return () =>
    ({ op }) =>
      observable((observer) => {
        call(op.path, op.input).then(
          (data) => {
            observer.next({ result: { data } });
            observer.complete();
          },
          (cause: unknown) => observer.error(TRPCClientError.from(asError(cause))),
        );
      });
}

/** As `statusOf` reads a refusal. */
function asError(cause: unknown): Error {
  if (!(cause instanceof Error) || !('status' in cause))
    return cause instanceof Error ? cause : new Error(String(cause));
  return Object.assign(cause, { data: { httpStatus: cause.status } });
}

function isWanted({ state, options }: Query): boolean {
  const { enabled } = options as { enabled?: unknown };
  return state.status === 'pending' && state.fetchStatus === 'idle' && enabled !== false;
}

/**
 * Renders the page at an address, `/path?query`, whole: first what it asks for, until nothing is missing. Throws what a
 * call was refused with, except that something is not there, which the page says.
 */
export async function renderPage(address: string, call: CallProcedure): Promise<RenderedPage> {
  const queries = createQueryClient();
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retry: false } });
  const client = trpc.createClient({ links: [linkTo(call)] });
  try {
    const until = Date.now() + longest;
    while (Date.now() < until) {
      const html = renderToString(
        <StaticRouter location={address}>
          <App queries={queries} client={client} />
        </StaticRouter>,
      );
      const wanted = queries.getQueryCache().getAll().filter(isWanted);
      if (wanted.length === 0 && !html.includes(unfinished)) return whole(html, dehydrate(queries));
      await Promise.all(wanted.map((query) => query.fetch().catch(refuse)));
      // Code that is being loaded, each part once in the life of the process.
      if (wanted.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    throw new Error(`the page is not complete after ${longest} ms`);
  } finally {
    queries.clear();
  }
}

function refuse(error: unknown): void {
  const status = (error as { data?: { httpStatus?: number } }).data?.httpStatus;
  if (status !== 404 && status !== 422) throw (error as Error).cause ?? error;
}

/** React writes the title first, where there is no document to put it in. */
function whole(html: string, queries: unknown): RenderedPage {
  const [title = '', text = ''] = /^<title>([^<]*)<\/title>/.exec(html) ?? [];
  return { html: html.slice(title.length), title: unescapeHtml(text), queries };
}
