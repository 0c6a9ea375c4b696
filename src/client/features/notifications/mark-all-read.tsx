import { Button } from '#client/ui/button.tsx';

interface MarkAllReadProps {
  unread: number;
  isReadingAll: boolean;
  readAll: () => void;
}

/** Not disabled, so that it keeps the focus. */
export function MarkAllRead({ unread, isReadingAll, readAll }: MarkAllReadProps) {
  const isAllRead = unread === 0 || isReadingAll;
  return (
    <Button
      look="quiet"
      aria-disabled={isAllRead}
      aria-busy={isReadingAll || undefined}
      onClick={() => isAllRead || readAll()}
    >
      Mark all as read
    </Button>
  );
}
