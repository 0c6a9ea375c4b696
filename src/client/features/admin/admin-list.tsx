import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usePages } from '#client/lib/use-pages.ts';
import { Card } from '#client/ui/card.tsx';
import { PanelEnd, RowsSkeleton } from '#client/ui/panel-end.tsx';

interface AdminListProps<Item> {
  queryKey: QueryKey;
  load: (page: { skip: number; limit: number }) => Promise<readonly Item[]>;
  failedText: string;
  empty: { text: string; advice: string };
  row: (item: Item) => ReactNode;
}

/** A list of the admin dashboard, page by page, with its loading, empty and failed states. */
export function AdminList<Item extends { id: string }>({
  queryKey,
  load,
  failedText,
  empty,
  row,
}: AdminListProps<Item>) {
  const { items, ...found } = usePages({ queryKey, load, failedText, limit: 50 });
  return (
    <>
      {items.length > 0 && <Card rows>{items.map(row)}</Card>}
      <PanelEnd
        found={found}
        skeleton={<RowsSkeleton text="Loading" height="76px" />}
        failedText={failedText}
        empty={items.length > 0 ? undefined : empty}
      />
    </>
  );
}
