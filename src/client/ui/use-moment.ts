import { formatShortMoment } from '#shared/time.ts';
import { useViewerTime } from './viewer-time.tsx';

/** Formats an instant: `Fri 27 Nov, 9:30 AM AEDT`, with ` (8:30 AM where you are)` for a viewer with another time. */
export function useMoment(zone: string): (ms: number) => string {
  const ownTime = useViewerTime(zone);
  return (ms) => {
    const own = ownTime(ms);
    return `${formatShortMoment(ms, zone)}${own === null ? '' : ` (${own} where you are)`}`;
  };
}
