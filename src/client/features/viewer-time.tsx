import { useViewerZone } from '#client/lib/viewer-zone.ts';
import { dayKey, formatShortDay, formatSlotTime, zoneOffset } from '#shared/time.ts';

/** What an instant is on the viewer's clock, with the day where it is another one; null where that clock says the same. */
export function useViewerTime(zone: string): (ms: number) => string | null {
  const own = useViewerZone();
  return (ms) => {
    if (own === null || !Number.isFinite(ms) || zoneOffset(ms, own) === zoneOffset(ms, zone)) return null;
    const time = formatSlotTime(ms, own);
    return dayKey(ms, own) === dayKey(ms, zone) ? time : `${time} ${formatShortDay(ms, own)}`;
  };
}

/** `8:30 AM where you are`, or nothing for a viewer on the same clock. */
export function ViewerTime({ at, zone, className }: { at: number; zone: string; className?: string }) {
  const time = useViewerTime(zone)(at);
  return time === null ? null : <span className={className}>{time} where you are</span>;
}
