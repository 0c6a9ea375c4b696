import { type DehydratedState, dehydrate, type Query, type QueryClient } from '@tanstack/react-query';
import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import type { AppRouter } from '#server/router.ts';
import { unescapeHtml } from '#shared/html.ts';
import { pages } from '#shared/pages.ts';
import type { CallProcedure, CallRefusal, RenderedPage, RunBlocking } from '#shared/rendering.ts';
import { App } from './app/app.tsx';
import { Layout } from './app/layout.tsx';
import { Providers } from './app/providers.tsx';
import { loadScreen } from './app/route-table.ts';
import { createQueryClient } from './lib/query-client.ts';
import { trpc } from './lib/trpc.ts';
import { Loading } from './ui/loading.tsx';

// The server renders no form that needs a schema; the setting is the browser's.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/** Longest time until all that a page asks for is answered, milliseconds. */
const longest = 8_000;

/** Loads the code of all pages that are rendered, which the first of each would wait for otherwise. */
export async function warmUp(): Promise<void> {
  const rendered = Object.values(pages).filter(({ rendering }) => rendering === 'server');
  await Promise.all([...rendered.map(({ path }) => path.replace(/\/:.*/, '') || '/'), '/404'].map(loadScreen));
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
          (cause: unknown) => observer.error(asClientError(cause)),
        );
      });
}

function isRefusal(cause: unknown): cause is CallRefusal {
  return cause instanceof Error && 'status' in cause;
}

/** As `answerOf` reads a refusal. */
function asClientError(cause: unknown): TRPCClientError<AppRouter> {
  if (!isRefusal(cause)) return TRPCClientError.from(cause instanceof Error ? cause : new Error(String(cause)));
  const { status, detail, message } = cause;
  // What the browser's client makes of an answer of the server.
  const answered = { error: { code: -1, message, data: { httpStatus: status, detail } } };
  return TRPCClientError.from(answered as unknown as Parameters<typeof TRPCClientError.from>[0], { cause });
}

function isWanted({ state, options }: Query): boolean {
  const { enabled } = options as { enabled?: unknown };
  return state.status === 'pending' && state.fetchStatus === 'idle' && enabled !== false;
}

/**
 * Renders the page at an address, `/path?query`, whole: first what it asks for, until nothing is missing. Throws what a
 * call was refused with, except that something is not there or not offered, which the page says.
 */
export async function renderPage(address: string, call: CallProcedure, run: RunBlocking): Promise<RenderedPage> {
  const queries = createQueryClient();
  // What was refused is shown so, not as still to be asked.
  const defaults = { ...queries.getDefaultOptions().queries, retry: false, retryOnMount: false };
  queries.setDefaultOptions({ queries: defaults });
  const client = trpc.createClient({ links: [linkTo(call)] });
  try {
    await loadScreen(new URL(address, 'http://localhost').pathname);
    const until = Date.now() + longest;
    while (Date.now() < until) {
      const html = await run(() =>
        renderToString(
          <StaticRouter location={address}>
            <App queries={queries} client={client} />
          </StaticRouter>,
        ),
      );
      const wanted = queries.getQueryCache().getAll().filter(isWanted);
      if (wanted.length === 0) return whole(html, queries);
      await Promise.all(wanted.map((query) => query.fetch().catch(refuse)));
    }
    throw new Error(`the page is not complete after ${longest} ms`);
  } finally {
    queries.clear();
  }
}

export function renderFrame(path: string): string {
  return renderToString(
    <StaticRouter location={path}>
      <Providers isFramed={false}>
        <Layout>
          <div data-scripted>
            <Loading />
          </div>
          <noscript>
            <div style={{ padding: 'var(--space-12) var(--gutter)' }}>
              <h1>Saluni</h1>
              <p>
                This page needs JavaScript. Please allow it, or go to the <a href="/">home page</a>.
              </p>
            </div>
          </noscript>
        </Layout>
      </Providers>
    </StaticRouter>,
  );
}

function refuse(error: unknown): void {
  const cause = error instanceof TRPCClientError ? error.cause : error;
  if (!isRefusal(cause) || ![404, 409, 422].includes(cause.status)) throw cause ?? error;
}

/** React writes the title first, where there is no document to put it in. */
function whole(html: string, queries: QueryClient): RenderedPage {
  const [title = '', text = ''] = /^<title>([^<]*)<\/title>/.exec(html) ?? [];
  const isWhole = queries
    .getQueryCache()
    .getAll()
    .every(({ state }) => state.status !== 'error');
  return { html: html.slice(title.length), title: unescapeHtml(text), isWhole, queries: timeless(dehydrate(queries)) };
}

/** Without when it was asked, which the client sets, so that the same page is the same text. */
function timeless({ queries, mutations }: DehydratedState): DehydratedState {
  return {
    mutations,
    queries: queries.map((query) => ({ ...query, dehydratedAt: 0, state: { ...query.state, dataUpdatedAt: 0 } })),
  };
}
