import { trpc } from '#client/lib/trpc.ts';
import { Card } from '#client/ui/card.tsx';
import { Link } from '#client/ui/link.tsx';
import { Failure } from '#client/ui/message.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Overview } from '#shared/admin.ts';
import styles from './admin.module.css';

/** Numbers as they are now, and 30 days as small charts. */
export function OverviewPanel() {
  const { data, error, refetch } = trpc.admin.overview.useQuery();
  if (data) return <Numbers {...data} />;
  if (error) return <Failure text="Failed to load the overview." retry={refetch} />;
  return (
    <>
      <p className="visually-hidden" role="status">
        Loading the overview
      </p>
      <Skeleton height="320px" />
    </>
  );
}

type Day = Overview['series'][number];

/** What needs an answer first and large, then how much there is of everything; charts only with something to show. */
function Numbers({ counts, series }: Overview) {
  const waiting = [
    { count: counts.waitlist.verified, name: 'Waiting for review', tab: 'waitlist' },
    { count: counts.failed_jobs, name: 'Failed jobs', tab: 'jobs' },
  ].filter(({ count }) => count > 0);
  const figures: [string, number][] = [
    ['Pending bookings', counts.bookings.pending],
    ['Confirmed bookings', counts.bookings.confirmed],
    ['Asked for another time', counts.reschedules.pending],
    ['Walk-ins', counts.walk_ins],
    ['Professionals', counts.users.professional],
    ['Clients', counts.users.client],
    ['Feedback', counts.feedback],
    ['Disabled users', counts.disabled_users],
  ];
  const charts: [string, (day: Day) => number | null][] = [
    ['Booking requests', (day) => day.requests],
    ['Of these confirmed or completed', (day) => day.confirmed + day.completed],
    ['Of these cancelled', (day) => day.cancelled],
    ['Answer time, median minutes', (day) => day.answer_minutes],
    ['Waitlist signups', (day) => day.waitlist_signups],
    ['Emails given up', (day) => day.failed_mails],
  ];
  const shown = charts.filter(([, of]) => series.some((day) => of(day)));
  const empty = charts.filter((chart) => !shown.includes(chart)).map(([name]) => name);
  return (
    <div className={styles.panel}>
      {waiting.length === 0 ? (
        <p className="soft">Nobody waits for a review, and no job has failed.</p>
      ) : (
        <ul className={styles.waiting}>
          {waiting.map(({ count, name, tab }) => (
            <li key={tab}>
              <Card link padded className={styles.urgent}>
                <Link data-cover to={`?tab=${tab}`} replace>
                  <span className={styles.large}>{count}</span> {name}
                </Link>
              </Card>
            </li>
          ))}
        </ul>
      )}
      <dl className={styles.figures}>
        {figures.map(([name, value]) => (
          <div key={name} data-empty={value === 0 || undefined}>
            <dt>{name}</dt>
            <dd className="figure">{value}</dd>
          </div>
        ))}
      </dl>
      {shown.length > 0 && (
        <div className={styles.charts}>
          {shown.map(([name, of]) => (
            <Chart key={name} name={name} days={series.map((day) => ({ day: day.day, value: of(day) }))} />
          ))}
        </div>
      )}
      {empty.length > 0 && (
        <p className="soft">
          None in {series.length} days: {empty.join(', ')}.
        </p>
      )}
    </div>
  );
}

/** Bars, one a day; the text says what they show. */
function Chart({ name, days }: { name: string; days: { day: string; value: number | null }[] }) {
  const values = days.map(({ value }) => value ?? 0);
  const highest = Math.max(...values, 1);
  const last = days.at(-1);
  const said = `today ${last?.value ?? 'none'}, at most ${Math.max(...values)} a day in ${days.length} days`;
  return (
    <Card padded className={styles.chart}>
      <h2 className="figure">{name}</h2>
      <p className="soft">{said}</p>
      <svg viewBox={`0 0 ${days.length * 10} 72`} preserveAspectRatio="none" role="img" aria-label={`${name}: ${said}`}>
        {days.map(({ day, value }, index) => {
          const height = Math.max(((value ?? 0) / highest) * 70, 1);
          return <rect key={day} x={index * 10 + 1} y={72 - height} width={8} height={height} />;
        })}
      </svg>
    </Card>
  );
}
