import { useNow } from '#client/lib/now.ts';
import { useViewerZone } from '#client/lib/viewer-zone.ts';
import { formatShortDay, formatShortMoment, formatSlotTime, zoneOffset } from '#shared/time.ts';
import { useViewerTime } from './viewer-time.tsx';

/**
 * Formats an instant: `Fri 27 Nov, 9:30 AM`, with its zone for a viewer with another time. A day of another year than
 * `now`'s says its own.
 */
export function useShortMoment(zone: string): (ms: number, now?: number) => string {
  const own = useViewerZone();
  const today = useNow();
  return (ms, now = today) =>
    own === null || !Number.isFinite(ms) || zoneOffset(ms, own) !== zoneOffset(ms, zone)
      ? formatShortMoment(ms, zone, now)
      : `${formatShortDay(ms, zone, now)}, ${formatSlotTime(ms, zone)}`;
}

/** The same, for a viewer with another time `Fri 27 Nov, 9:30 AM AEDT (8:30 AM where you are)`. */
export function useMoment(zone: string): (ms: number) => string {
  const moment = useShortMoment(zone);
  const ownTime = useViewerTime(zone);
  return (ms) => {
    const own = ownTime(ms);
    return `${moment(ms)}${own === null ? '' : ` (${own} where you are)`}`;
  };
}
