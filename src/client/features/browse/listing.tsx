import type { ReactNode } from 'react';
import { useHref } from 'react-router';
import { loadErrorText } from '#client/lib/errors.ts';
import { type Facets, usePages } from '#client/lib/use-pages.ts';
import { CardGrid } from '#client/ui/card.tsx';
import { EmptyState, Failure } from '#client/ui/message.tsx';
import { ShowMore } from '#client/ui/show-more.tsx';
import { pageSizes } from '#shared/constants.ts';
import { type Look, pairTurns } from '#shared/ornament-patterns.ts';
import styles from './listing.module.css';

const pageSize = pageSizes.search;
/** So few leave room for others. */
const few = 3;
const skeletons = ['1', '2', '3', '4', '5', '6'];

interface Results<Item> {
  results: Item[];
  total: number;
  facets?: Facets | undefined;
}

interface ListingQuery<Item extends { id: string }>
  extends Omit<Parameters<typeof usePages<Item>>[0], 'load' | 'limit'> {
  /** Asks for facets with the first page. */
  load: (page: { skip: number; limit: number; facets: boolean }) => Promise<Results<Item>>;
}

/** The results of a browse screen. An answer of another shape is a failure (specification 8). */
export function useListing<Item extends { id: string }>({ load, from = 0, queryKey, ...query }: ListingQuery<Item>) {
  return usePages({
    ...query,
    from,
    queryKey: from > 0 ? [...queryKey, from] : queryKey,
    limit: pageSize,
    load: async (page) => {
      const answer: Results<Item> | null = await load({ ...page, facets: page.skip === from });
      if (!Array.isArray(answer?.results)) throw new Error('Unexpected API response format.');
      return answer;
    },
  });
}

interface ListingProps<Item extends { id: string }> {
  found: ReturnType<typeof usePages<Item>>;
  /** Shown if the server's answer has no message. */
  failedText: string;
  loadingText: string;
  skeleton: ReactNode;
  empty: ReactNode;
  /** What there is beside a few. */
  beside: (few: readonly Item[]) => ReactNode;
  look: (item: Item) => Look;
  /** `turn` keeps its ornament from being that of its neighbour. */
  card: (item: Item, turn: number | undefined) => ReactNode;
  /** Leads to the first page from a later one. */
  first: string | false;
  /** Where its pages are, for those without JavaScript. */
  pages: ReactNode;
}

/** Results of a browse screen: skeletons, cards, an empty state, a failure, and a 'Show more' button. */
export function Listing<Item extends { id: string }>({
  found: { items, total, isPending, error, retry, showMore },
  failedText,
  loadingText,
  skeleton,
  empty,
  beside,
  look,
  card,
  first,
  pages,
}: ListingProps<Item>) {
  const href = useHref(first || '');
  if (total === 0) return empty;
  // A page of its own, at whose top it begins.
  const toFirst = first && (
    <a href={href} className={styles.first}>
      To the first page
    </a>
  );
  if (total && items.length === 0) return <EmptyState text="Nothing on this page.">{toFirst}</EmptyState>;
  const turns = pairTurns(items.map(look));
  return (
    <>
      {items.length > 0 && (
        <CardGrid className={styles.grid}>
          {items.map((item, index) => (
            <li key={item.id}>{card(item, turns[index])}</li>
          ))}
        </CardGrid>
      )}
      {total !== undefined && total < few && items.length === total && beside(items)}
      {isPending && <Skeletons text={loadingText}>{skeleton}</Skeletons>}
      {error && <Failure text={loadErrorText(error, failedText)} retry={retry} />}
      {(toFirst || showMore) && (
        <div className={styles.more} data-scripted>
          {toFirst}
          {showMore && <ShowMore isLoading={isPending} onClick={showMore} />}
        </div>
      )}
      <noscript>{pages}</noscript>
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
