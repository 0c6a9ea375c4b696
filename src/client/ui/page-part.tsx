import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorFence } from '#client/ui/error-fence.tsx';
import { Failure } from '#client/ui/message.tsx';

interface PagePartProps {
  /** Class around the error message, for a part that is wider than the text column. */
  columnClass?: string;
  children: ReactNode;
}

/** Confines a crash to a part of a page: the part offers to try again, the rest stays usable. */
export function PagePart({ columnClass, children }: PagePartProps) {
  const queries = useQueryClient();

  /** Cached data may have caused the crash, so refetch everything before rendering again. */
  async function retry(again: () => void) {
    queries.removeQueries({ type: 'inactive' });
    await queries.refetchQueries({ type: 'active' });
    again();
  }
  return (
    <ErrorFence
      fallback={(again) => (
        <div className={columnClass}>
          <Failure text="This part couldn't be shown." retry={() => retry(again)} />
        </div>
      )}
    >
      {children}
    </ErrorFence>
  );
}
