import { useViewerZone } from '#client/lib/viewer-zone.ts';
import { defaultTimeZone } from '#shared/constants.ts';
import { formatDateTime } from '#shared/time.ts';

/** An instant in the admin's own zone. */
export function When({ at }: { at: string }) {
  return <>{formatDateTime(Date.parse(at), useViewerZone() ?? defaultTimeZone)}</>;
}
