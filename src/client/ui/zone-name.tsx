import { useViewerZone } from '#client/lib/viewer-zone.ts';
import { zoneAbbreviation, zoneOffset } from '#shared/time.ts';

interface ZoneNameProps {
  /** Of the time beside it, epoch milliseconds. */
  at: number;
  zone: string;
  className?: string;
}

/** `AEDT` beside a time, with a space before it: seen by a viewer with another time, read out to everybody. */
export function ZoneName({ at, zone, className = 'soft' }: ZoneNameProps) {
  const own = useViewerZone();
  const differs = own !== null && Number.isFinite(at) && zoneOffset(at, own) !== zoneOffset(at, zone);
  return <span className={differs ? className : 'visually-hidden'}> {zoneAbbreviation(at, zone)}</span>;
}
