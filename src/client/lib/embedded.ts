import { hydrate, type QueryClient } from '@tanstack/react-query';
import { type Embedded, embeddedId } from '#shared/rendering.ts';

/** Queries whose answer came with the page, until whoever showed it has left: who comes back to it asks again. */
const came = new WeakSet<object>();

/** What the page was rendered from; undefined on a page that was not. */
export function readEmbedded(): Embedded | undefined {
  const text = document.getElementById(embeddedId)?.textContent;
  return text ? (JSON.parse(text) as Embedded) : undefined;
}

type Dehydrated = Parameters<typeof hydrate>[1];

/** Gives the client what the page was rendered from, as fetched now by this browser's clock. */
export function takeEmbedded(client: QueryClient, queries: unknown): void {
  const state = queries as NonNullable<Dehydrated>;
  for (const { state: answer } of state.queries ?? []) answer.dataUpdatedAt = Date.now();
  hydrate(client, state);
  const cache = client.getQueryCache();
  for (const query of cache.getAll()) came.add(query);
  cache.subscribe(({ type, query }) => void (type === 'observerRemoved' && came.delete(query)));
}

/** Whether an answer came with the page, so that there is no need to ask again. */
export function cameWithPage(query: object): boolean {
  return came.has(query);
}
