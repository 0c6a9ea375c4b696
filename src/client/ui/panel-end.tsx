import type { ReactNode } from 'react';
import { EmptyState, Failure } from '#client/ui/message.tsx';
import { ShowMore } from '#client/ui/show-more.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';

/** State of a list that is loaded page by page. */
interface Progress {
  isPending: boolean;
  error: unknown;
  retry: () => unknown;
  showMore?: (() => void) | undefined;
}

interface PanelEndProps {
  found: Progress;
  /** Shown while items are loading. */
  skeleton: ReactNode;
  failedText: string;
  /** Shown for an empty list; undefined if items are shown. */
  empty?: { text: string; advice: string } | undefined;
}

/** End of a panel's list: skeleton, failure, empty state, or a 'Show more' button. */
export function PanelEnd({ found: { isPending, error, retry, showMore }, skeleton, failedText, empty }: PanelEndProps) {
  return (
    <>
      {isPending && skeleton}
      {Boolean(error) && <Failure text={failedText} retry={retry} />}
      {!isPending && !error && empty && (
        <EmptyState text={empty.text}>
          <p className="soft">{empty.advice}</p>
        </EmptyState>
      )}
      {showMore && (
        <div>
          <ShowMore isLoading={isPending} onClick={showMore} />
        </div>
      )}
    </>
  );
}

const rows = ['1', '2', '3', '4'];

export function RowsSkeleton({ text, height }: { text: string; height: string }) {
  return (
    <>
      <p className="visually-hidden" role="status">
        {text}
      </p>
      {rows.map((name) => (
        <Skeleton key={name} height={height} />
      ))}
    </>
  );
}
