import { hydrate, type QueryClient } from '@tanstack/react-query';
import { type Embedded, embeddedId } from '#shared/rendering.ts';

/** How long what came with the page counts as just fetched, milliseconds. */
const freshFor = 15_000;

let embeddedAt = Number.NEGATIVE_INFINITY;
/** Queries whose answer was shown, and then left: whoever comes back to one asks again. */
const left = new WeakSet<object>();

/** What the page was rendered from; undefined on a page that was not. */
export function readEmbedded(): Embedded | undefined {
  const text = document.getElementById(embeddedId)?.textContent;
  return text ? (JSON.parse(text) as Embedded) : undefined;
}

type Dehydrated = Parameters<typeof hydrate>[1];

/** Gives the client what the page was rendered from, as fetched now by this browser's clock. */
export function takeEmbedded(client: QueryClient, queries: unknown): void {
  embeddedAt = Date.now();
  const state = queries as NonNullable<Dehydrated>;
  for (const query of state.queries ?? []) query.state.dataUpdatedAt = embeddedAt;
  hydrate(client, state);
  client.getQueryCache().subscribe(({ type, query }) => void (type === 'observerRemoved' && left.add(query)));
}

/** Whether an answer came with the page just now, so that there is no need to ask again. */
export function cameWithPage(query: { state: { dataUpdatedAt: number } }): boolean {
  return query.state.dataUpdatedAt === embeddedAt && !left.has(query) && Date.now() - embeddedAt < freshFor;
}
