import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorFence } from '#client/ui/error-fence.tsx';
import { Failure } from '#client/ui/message.tsx';

/** A part of a page that may fail on its own; the rest stays and can be used. */
export function PagePart({ children }: { children: ReactNode }) {
  const queries = useQueryClient();

  /** What it showed may be what it failed on, so it is asked for afresh: its own data, and what the page handed to it. */
  async function retry(again: () => void) {
    queries.removeQueries({ type: 'inactive' });
    await queries.refetchQueries({ type: 'active' });
    again();
  }
  return (
    <ErrorFence fallback={(again) => <Failure text="This part could not be shown." retry={() => retry(again)} />}>{children}</ErrorFence>
  );
}
