import { useViewerZone } from '#client/lib/viewer-zone.ts';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import { defaultTimeZone } from '#shared/constants.ts';
import { formatDateTime } from '#shared/time.ts';

/** An instant in the admin's own zone; `after` is what must not begin the next line, as a colon. */
export function When({ at, after = '' }: { at: string; after?: string }) {
  return <WholeTimes text={formatDateTime(Date.parse(at), useViewerZone() ?? defaultTimeZone) + after} />;
}
