import { type DehydratedState, hydrate, type QueryClient } from '@tanstack/react-query';
import { type Embedded, embeddedId } from '#shared/rendering.ts';

/** When the page's answers were taken, epoch milliseconds, until whoever showed one has left. */
let embeddedAt = -1;

/** What the page was rendered from; undefined on a page that was not. */
export function readEmbedded(): Embedded | undefined {
  const text = document.getElementById(embeddedId)?.textContent;
  return text ? (JSON.parse(text) as Embedded) : undefined;
}

/** Gives the client what the page was rendered from, as fetched now by this browser's clock. */
export function takeEmbedded(client: QueryClient, queries: unknown): void {
  const state = queries as DehydratedState;
  embeddedAt = Date.now();
  for (const query of state.queries) query.state.dataUpdatedAt = embeddedAt;
  hydrate(client, state);
  client.getQueryCache().subscribe(({ type }) => {
    if (type === 'observerRemoved') embeddedAt = -1;
  });
}

/** Whether an answer came with the page, so that there is no need to ask again; who comes back to it later asks. */
export function cameWithPage({ state }: { state: { dataUpdatedAt: number } }): boolean {
  return state.dataUpdatedAt === embeddedAt;
}
