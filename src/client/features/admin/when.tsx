import { useViewerZone } from '#client/lib/viewer-zone.ts';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import { defaultTimeZone } from '#shared/constants.ts';
import { formatDateTime } from '#shared/time.ts';

/** An instant in the admin's own zone. */
export function When({ at }: { at: string }) {
  return <WholeTimes text={formatDateTime(Date.parse(at), useViewerZone() ?? defaultTimeZone)} />;
}
