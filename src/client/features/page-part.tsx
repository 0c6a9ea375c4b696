import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorFence } from '#client/ui/error-fence.tsx';
import { Failure } from '#client/ui/message.tsx';

interface PagePartProps {
  /** Around what stands in for it, for a part that is wider than the column of the text. */
  columnClass?: string;
  children: ReactNode;
}

/** A part of a page that may fail on its own; the rest stays and can be used. */
export function PagePart({ columnClass, children }: PagePartProps) {
  const queries = useQueryClient();

  /** What it showed may be what it failed on, so it is asked for afresh: its own data, and what the page handed to it. */
  async function retry(again: () => void) {
    queries.removeQueries({ type: 'inactive' });
    await queries.refetchQueries({ type: 'active' });
    again();
  }
  return (
    <ErrorFence
      fallback={(again) => (
        <div className={columnClass}>
          <Failure text="This part could not be shown." retry={() => retry(again)} />
        </div>
      )}
    >
      {children}
    </ErrorFence>
  );
}
