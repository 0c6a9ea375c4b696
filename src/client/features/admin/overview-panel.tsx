import { trpc } from '#client/lib/trpc.ts';
import { Card } from '#client/ui/card.tsx';
import { DayPlot } from '#client/ui/day-plot.tsx';
import { Link } from '#client/ui/link.tsx';
import { Failure } from '#client/ui/message.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Overview } from '#shared/admin.ts';
import { noonOf } from '#shared/days.ts';
import { pagePath } from '#shared/pages.ts';
import { formatShortDay } from '#shared/time.ts';
import styles from './admin.module.css';
import { Row } from './row.tsx';

/** Numbers as they are now, and 30 days as plots; then what the marketplace lacks. */
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
function Numbers({ counts, series, empty_searches, professionals_without_service }: Overview) {
  const waiting = [
    { count: counts.waitlist.verified, name: 'Waiting for review', tab: 'waitlist' },
    {
      count: counts.reported_reviews,
      name: counts.reported_reviews === 1 ? 'Reported review' : 'Reported reviews',
      tab: 'reviews',
    },
    {
      count: counts.reported_threads,
      name: counts.reported_threads === 1 ? 'Reported conversation' : 'Reported conversations',
      tab: 'reports',
    },
    { count: counts.failed_jobs, name: counts.failed_jobs === 1 ? 'Failed job' : 'Failed jobs', tab: 'jobs' },
  ].filter(({ count }) => count > 0);
  const sum = (of: (day: Day) => number) => series.reduce((total, day) => total + of(day), 0);
  const [missed, completed] = [sum((day) => day.missed), sum((day) => day.completed)];
  const figures: [string, number | string][] = [
    ['Pending bookings', counts.bookings.pending],
    ['Confirmed bookings', counts.bookings.confirmed],
    ['Asked for another time', counts.reschedules.pending],
    ['Walk-ins', counts.walk_ins],
    ['Professionals', counts.users.professional],
    ['Ask for deposits', counts.ask_deposits],
    ['Times filled from lists', counts.openings_filled],
    ['Clients', counts.users.client],
    ['Feedback', counts.feedback],
    ['Disabled users', counts.disabled_users],
    ['Without a service', counts.professionals_without_service],
    ['No-show rate, 30 days', completed === 0 ? '-' : `${Math.round((missed / completed) * 100)}%`],
  ];
  const charts: [string, (day: Day) => number | null][] = [
    ['Booking requests', (day) => day.requests],
    ['Of these confirmed or completed', (day) => day.confirmed + day.completed],
    ['Of these cancelled', (day) => day.cancelled],
    ['No-shows', (day) => day.missed],
    ['Answer time, median minutes', (day) => day.answer_minutes],
    ['Waitlist signups', (day) => day.waitlist_signups],
    ['Failed emails', (day) => day.failed_mails],
  ];
  const shown = charts.filter(([, of]) => series.some((day) => of(day)));
  const empty = charts.filter((chart) => !shown.includes(chart)).map(([name]) => name);
  return (
    <div className={styles.panel}>
      {waiting.length === 0 ? (
        <p className="soft">No applications to review, no reports and no failed jobs.</p>
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
            <Chart key={name} name={name} days={series} of={of} />
          ))}
        </div>
      )}
      {empty.length > 0 && (
        <p className="soft">
          Nothing in the last {series.length} days: {empty.join(', ')}.
        </p>
      )}
      <EmptySearches searches={empty_searches} />
      <WithoutService count={counts.professionals_without_service} people={professionals_without_service} />
    </div>
  );
}

interface ChartProps {
  name: string;
  days: readonly Day[];
  of: (day: Day) => number | null;
}

function Chart({ name, days, of }: ChartProps) {
  const values = days.map((day) => of(day) ?? 0);
  const last = days.at(-1);
  return (
    <Card padded>
      <DayPlot
        title={name}
        summary={`${(last && of(last)) ?? 'None'} today, busiest day ${Math.max(...values)}.`}
        days={days.map((day) => ({
          key: day.day,
          label: formatShortDay(noonOf(day.day), 'UTC'),
          value: of(day) ?? 0,
          text: String(of(day) ?? 'none'),
        }))}
        tick={(value) => (Number.isInteger(value) ? value.toLocaleString('en-AU') : '')}
        columns={['Day', name]}
      />
    </Card>
  );
}

/** What was looked for and not found: what the marketplace lacks. */
function EmptySearches({ searches }: { searches: Overview['empty_searches'] }) {
  return (
    <section className={styles.told} aria-labelledby="empty-searches">
      <h2 id="empty-searches">Searches without a result</h2>
      {searches.length === 0 ? (
        <p className="soft">Every search of the last 30 days found something.</p>
      ) : (
        <Card padded>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Words</th>
                <th scope="col">Place</th>
                <th scope="col">Times</th>
              </tr>
            </thead>
            <tbody>
              {searches.map(({ search, location, searches: times }) => (
                <tr key={`${search}\n${location}`}>
                  <td>{search || '-'}</td>
                  <td>{location || '-'}</td>
                  <td>{times}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      )}
    </section>
  );
}

/** Whom clients can find and not book. */
function WithoutService({ count, people }: { count: number; people: Overview['professionals_without_service'] }) {
  return (
    <section className={styles.told} aria-labelledby="without-service">
      <h2 id="without-service">Professionals without a service</h2>
      {count === 0 ? (
        <p className="soft">Everyone clients can find has a service.</p>
      ) : (
        <Card rows>
          {people.map(({ id, display_name, email }) => (
            <Row
              key={id}
              title={
                <Link to={pagePath('publicProfessional', { professionalId: id })}>
                  <bdi>{display_name}</bdi>
                </Link>
              }
              about={email}
            />
          ))}
        </Card>
      )}
      {count > people.length && <p className="soft">And {count - people.length} more.</p>}
    </section>
  );
}
