import { trpc } from '#client/lib/trpc.ts';
import { Card } from '#client/ui/card.tsx';
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

function Numbers({ counts, series }: Overview) {
  const figures: [string, number][] = [
    ['Waiting for review', counts.waitlist.verified],
    ['Failed jobs', counts.failed_jobs],
    ['Pending bookings', counts.bookings.pending],
    ['Confirmed bookings', counts.bookings.confirmed],
    ['Professionals', counts.users.professional],
    ['Clients', counts.users.client],
    ['Disabled users', counts.disabled_users],
    ['Feedback', counts.feedback],
  ];
  const charts: [string, (day: Day) => number | null][] = [
    ['Booking requests', (day) => day.requests],
    ['Of these confirmed or completed', (day) => day.confirmed + day.completed],
    ['Of these cancelled', (day) => day.cancelled],
    ['Answer time, median minutes', (day) => day.answer_minutes],
    ['Waitlist signups', (day) => day.waitlist_signups],
    ['Emails given up', (day) => day.failed_mails],
  ];
  return (
    <div className={styles.panel}>
      <div className={styles.figures}>
        {figures.map(([name, value]) => (
          <Card key={name} padded>
            <p className={styles.number}>{value}</p>
            <p className="soft">{name}</p>
          </Card>
        ))}
      </div>
      <div className={styles.charts}>
        {charts.map(([name, of]) => (
          <Chart key={name} name={name} days={series.map((day) => ({ day: day.day, value: of(day) }))} />
        ))}
      </div>
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
