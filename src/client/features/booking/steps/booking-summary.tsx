import type { VisitLine } from '#client/features/booking/choose/lines.ts';
import { dot } from '#client/ui/dot.ts';
import { unbroken } from '#client/ui/unbroken.ts';
import { ViewerTime } from '#client/ui/viewer-time.tsx';
import { ZoneName } from '#client/ui/zone-name.tsx';
import { finishTime, formatHours, formatMinutes } from '#shared/duration.ts';
import { namesOf } from '#shared/isolated.ts';
import { totalMinutes, totalPrice } from '#shared/rules/lines.ts';
import { formatPrice } from '#shared/rules/price.ts';
import { formatShortDay, formatTimes } from '#shared/time.ts';
import styles from './booking-summary.module.css';

/** A longer location would be cut in the bar of a phone, UTF-16 units; the page itself has it whole. */
const longestLocation = 60;
/** The same on a phone of 320 pixels. */
const longestLocationOnNarrow = 40;

function classOfLocation({ length }: string) {
  if (length > longestLocation) return styles.long;
  return length > longestLocationOnNarrow ? styles.lengthy : '';
}

interface BookingSummaryProps {
  services: readonly VisitLine[];
  professional: { display_name: string; location: string };
  /** The professional's time zone; without it no times are shown. */
  zone?: string;
  /** ISO 8601, empty if no time is chosen. */
  slotStart?: string;
  /** The screen says the total itself: it is not said again beside it. */
  hasOwnTotal?: boolean;
  /** Dollars that are to be paid ahead. */
  deposit?: number;
}

/**
 * The choices so far with their totals, in view throughout the booking flow; in the bar of a phone beside its button.
 */
export function BookingSummary({
  services,
  professional,
  zone,
  slotStart,
  hasOwnTotal,
  deposit = 0,
}: BookingSummaryProps) {
  const minutes = totalMinutes(services);
  const start = slotStart ? Date.parse(slotStart) : Number.NaN;
  const end = finishTime(start, minutes);
  const { display_name, location } = professional;
  // Beside a deposit the bar has no room for it, either.
  const length = deposit > 0 ? styles.long : classOfLocation(location);
  return (
    <div className={styles.summary}>
      <p className={styles.when}>
        {zone && Number.isFinite(start) ? (
          <>
            {formatShortDay(start, zone)}, <span className="unbroken">{formatTimes(start, end, zone)}</span>
            <ZoneName at={end} zone={zone} className="" />
          </>
        ) : (
          'No time chosen yet'
        )}
      </p>
      <p className={`figure ${styles.price}`} data-repeated={hasOwnTotal || undefined}>
        {services.some(({ isWhole }) => !isWhole) && 'From '}
        {formatPrice(totalPrice(services))}
      </p>
      {zone && <ViewerTime at={start} zone={zone} className={styles.own} />}
      <p className={styles.names}>
        {services.length > 0 ? namesOf(services) : 'No service selected'}
        <span className={styles.who}>
          {' '}
          with <bdi>{display_name}</bdi>
        </span>
      </p>
      <p className={styles.rest}>
        {deposit > 0 && `Deposit ${formatPrice(deposit)}, `}
        <Duration minutes={minutes} />
        {minutes > 0 && <span className={`${styles.dot} ${length}`}>{dot}</span>}
        <bdi className={length}>{location}</bdi>
      </p>
    </div>
  );
}

/** `150 minutes (2 h 30 min)`, of which a phone shows the hours alone. */
function Duration({ minutes }: { minutes: number }) {
  if (minutes === 0) return null;
  const hours = formatHours(minutes);
  const [before = '', after] = formatMinutes(minutes).split(hours);
  if (after === undefined) return before;
  return (
    <>
      <span className="unseen-on-phone">{before}</span>
      {unbroken(hours)}
      <span className="unseen-on-phone">{after}</span>
    </>
  );
}
