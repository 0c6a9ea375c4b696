import { WholeTimes } from '#client/ui/whole-times.tsx';
import { counted } from '#shared/counted.ts';
import { formatHours } from '#shared/duration.ts';
import type { Insights } from '#shared/insights.ts';
import { formatPrice } from '#shared/rules/price.ts';
import styles from './insights.module.css';

/** The numbers of a range, the most asked for first. */
export function Figures({ data, days }: { data: Insights; days: number }) {
  const { cancelled, clients, deposits, reviews } = data;
  const all: [name: string, value: string, about?: string | false][] = [
    ['Earned', formatPrice(data.earned), comparison(data, days)],
    ['Visits', String(data.visits), data.average !== null && `${formatPrice(data.average)} on average`],
    ['Booked ahead', formatPrice(data.booked_ahead), 'Confirmed, still to come'],
    ['Clients', String(clients.new + clients.returning), `${clients.new} new, ${clients.returning} returning`],
    ['No-shows', String(data.missed)],
    [
      'Cancelled',
      String(cancelled.by_client + cancelled.by_professional),
      `${cancelled.by_client} by clients, ${cancelled.by_professional} by you, ${cancelled.late} within 24 h`,
    ],
    ['Booked time', hoursText(data.booked_minutes), `of ${hoursText(data.open_minutes)} open`],
    [
      'Reviews',
      reviews.average === null ? 'None' : reviews.average.toFixed(1),
      reviews.count > 0 && counted(reviews.count, 'review'),
    ],
  ];
  if (deposits.received + deposits.kept + deposits.refund_due > 0)
    all.push([
      'Deposits',
      formatPrice(deposits.received),
      `${formatPrice(deposits.kept)} kept, ${formatPrice(deposits.refund_due)} to refund`,
    ]);
  return (
    <dl className={styles.figures}>
      {all.map(([name, value, about]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span className={`figure ${styles.value}`}>
              <WholeTimes text={value} />
            </span>
            {about && (
              <span className="soft">
                <WholeTimes text={about} />
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** `9 h`, `9 h 30 min`. */
export function hoursText(minutes: number): string {
  return formatHours(Math.round(minutes));
}

function comparison({ earned, previous }: Insights, days: number): string {
  const before = days === 1 ? 'the day before' : `the ${days} days before`;
  if (earned === previous.earned) return `Same as ${before}`;
  const difference = formatPrice(Math.abs(earned - previous.earned));
  return `${difference} ${earned > previous.earned ? 'more' : 'less'} than ${before}`;
}
