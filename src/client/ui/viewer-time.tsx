import { useViewerZone } from '#client/lib/viewer-zone.ts';
import { dayKey, formatShortDay, formatSlotTime, zoneOffset } from '#shared/time.ts';
import { WholeTimes } from './whole-times.tsx';

/**
 * Formats an instant in the viewer's zone, with the day if it differs; null if the zone has the same offset as `zone`
 * then.
 */
export function useViewerTime(zone: string): (ms: number) => string | null {
  const own = useViewerZone();
  return (ms) => {
    if (own === null || !Number.isFinite(ms) || zoneOffset(ms, own) === zoneOffset(ms, zone)) return null;
    const time = formatSlotTime(ms, own);
    return dayKey(ms, own) === dayKey(ms, zone) ? time : `${time} ${formatShortDay(ms, own)}`;
  };
}

/** `8:30 AM where you are`, or nothing for a viewer with the same time. */
export function ViewerTime({ at, zone, className }: { at: number; zone: string; className?: string }) {
  const time = useViewerTime(zone)(at);
  return time === null ? null : (
    <span className={className}>
      <WholeTimes text={`${time} where you are`} />
    </span>
  );
}
