import type { ReactNode } from 'react';
import { EmptyState } from '#client/ui/message.tsx';
import { Loosen } from './loosen.tsx';
import type { Filters, Kind } from './use-filters.ts';

interface NothingProps {
  kind: Kind;
  text: string;
  filters: Filters;
  isFiltered: boolean;
  change: (next: Partial<Filters>) => void;
  /** Leads to everything. */
  children: ReactNode;
}

/** A list without anything in it: which filter leaves that out, and what there is instead. */
export function Nothing({ text, isFiltered, children, ...asked }: NothingProps) {
  return (
    <EmptyState text={text}>
      {isFiltered && <Loosen {...asked} />}
      {asked.filters.free_from && (
        <p className="soft">
          Try any day to see who does this, then tap 'Tell me when a time frees up' to join their list.
        </p>
      )}
      {children}
    </EmptyState>
  );
}
