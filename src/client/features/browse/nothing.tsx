import type { ReactNode } from 'react';
import { EmptyState } from '#client/ui/message.tsx';
import { optionalPart } from '#client/ui/optional-part.ts';
import { RenderedBoundary } from '#client/ui/rendered-boundary.tsx';
import type { Filters, Kind } from './use-filters.ts';

const Loosen = optionalPart(async () => (await import('./loosen.tsx')).Loosen);

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
      {isFiltered && (
        <RenderedBoundary>
          <Loosen {...asked} />
        </RenderedBoundary>
      )}
      {children}
    </EmptyState>
  );
}
