import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { EmptyState, Failure } from '#client/ui/message.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';

/** How far a list has come that is loaded page by page. */
interface Progress {
  isPending: boolean;
  error: unknown;
  refetch: () => unknown;
  showMore?: (() => void) | undefined;
}

interface PanelEndProps {
  found: Progress;
  /** Stands where the items will be. */
  skeleton: ReactNode;
  failedText: string;
  /** Said when there is nothing; absent where something is shown. */
  empty?: { text: string; advice: string } | undefined;
}

/** What follows the items of a panel: more is on its way, could not be loaded, is not there, or can be asked for. */
export function PanelEnd({ found: { isPending, error, refetch, showMore }, skeleton, failedText, empty }: PanelEndProps) {
  return (
    <>
      {isPending && skeleton}
      {Boolean(error) && <Failure text={failedText} retry={refetch} />}
      {!isPending && !error && empty && (
        <EmptyState text={empty.text}>
          <p className="soft">{empty.advice}</p>
        </EmptyState>
      )}
      {showMore && (
        <Button look="secondary" onClick={showMore}>
          Show more
        </Button>
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
