import type { ReactNode } from 'react';
import { loadErrorText } from '#client/lib/errors.ts';
import { CardGrid } from '#client/ui/card.tsx';
import { Failure } from '#client/ui/message.tsx';
import { ShowMore } from '#client/ui/show-more.tsx';
import styles from './listing.module.css';

const pageSize = 20;
/** Last page within the server's maximum `skip` (contract 2). */
const lastPage = 500;
const skeletons = ['1', '2', '3', '4', '5', '6'];

/** Returns the number of pages in the query, 1 if missing or invalid. */
export function pagesIn(query: URLSearchParams) {
  const asked = Number(query.get('pages') ?? 1);
  return Number.isInteger(asked) && asked > 0 && asked <= lastPage ? asked : 1;
}

/** Returns the inputs of one call per page. */
export function pagesUpTo(pages: number) {
  return Array.from({ length: pages }, (_, page) => ({ skip: page * pageSize, limit: pageSize }));
}

interface ListingProps<Item> {
  /** The query results, one per page. */
  found: { data?: { results: Item[]; total: number }; error: unknown; isPending: boolean; refetch: () => unknown }[];
  /** Shown if the server's answer has no message. */
  failedText: string;
  loadingText: string;
  skeleton: ReactNode;
  empty: ReactNode;
  card: (item: Item) => ReactNode;
  showMore: () => void;
}

/** Results of a browse screen: skeletons, cards, an empty state, a failure, and a 'Show more' button. */
export function Listing<Item extends { id: string }>({
  found,
  failedText,
  loadingText,
  skeleton,
  empty,
  card,
  showMore,
}: ListingProps<Item>) {
  const failed = found.find(({ data, error }) => error && data === undefined);
  const loaded = found.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const total = loaded[0]?.total ?? 0;
  const isPending = found.some((page) => page.isPending);
  const failure = failed && <Failure text={loadErrorText(failed.error, failedText)} retry={failed.refetch} />;

  if (failure && loaded.length === 0) return failure;
  if (loaded.some((page) => !Array.isArray(page?.results))) return <Failure text="Unexpected API response format." />;
  if (loaded.length > 0 && total === 0) return empty;

  const items = loaded.flatMap(({ results }) => results);
  return (
    <>
      {items.length > 0 && (
        <CardGrid className={styles.grid}>
          {items.map((item) => (
            <li key={item.id}>{card(item)}</li>
          ))}
        </CardGrid>
      )}
      {failure ?? (isPending && <Skeletons text={loadingText}>{skeleton}</Skeletons>)}
      {!failure && items.length > 0 && items.length < total && (
        <div className={styles.more}>
          <ShowMore isLoading={isPending} onClick={showMore} />
        </div>
      )}
    </>
  );
}

function Skeletons({ text, children }: { text: string; children: ReactNode }) {
  return (
    <>
      <p className="visually-hidden" role="status">
        {text}
      </p>
      <CardGrid aria-hidden="true">
        {skeletons.map((name) => (
          <li key={name}>{children}</li>
        ))}
      </CardGrid>
    </>
  );
}
