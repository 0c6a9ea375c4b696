import { type CSSProperties, Fragment } from 'react';
import { Card } from '#client/ui/card.tsx';
import { DayPlot, type PlotDay } from '#client/ui/day-plot.tsx';
import { Table } from '#client/ui/table.tsx';
import { counted } from '#shared/counted.ts';
import { noonOf } from '#shared/days.ts';
import type { Insights } from '#shared/insights.ts';
import { formatPrice } from '#shared/rules/price.ts';
import { sourceNames } from '#shared/rules/source.ts';
import { formatShortDay, weekdays } from '#shared/time.ts';
import { hoursText } from './figures.tsx';
import styles from './insights.module.css';

/** More days than these are drawn as weeks. */
const mostDays = 92;

/** What was earned on each day, or in each week of a long range. */
export function EarnedPlot({ data }: { data: Insights }) {
  const isLong = data.by_day.length > mostDays;
  const best = data.by_day.reduce((one, other) => (other.earned > one.earned ? other : one));
  return (
    <Card padded>
      <DayPlot
        title={isLong ? 'Earned by week' : 'Earned by day'}
        summary={
          data.earned === 0
            ? 'No completed visits in these dates.'
            : `Your best day was ${dayText(best.date)}: ${formatPrice(best.earned)}.`
        }
        days={isLong ? weeksOf(data.by_day) : data.by_day.map((day) => barOf(day, dayText(day.date)))}
        tick={(value) => `$${value.toLocaleString('en-AU', { minimumFractionDigits: value % 1 ? 2 : 0 })}`}
        columns={[isLong ? 'Week of' : 'Day', 'Earned']}
      />
    </Card>
  );
}

type Day = Insights['by_day'][number];

const dayText = (date: string) => formatShortDay(noonOf(date), 'UTC');

function barOf({ date, earned, visits }: Day, label: string): PlotDay {
  return { key: date, label, value: earned, text: `${formatPrice(earned)}, ${counted(visits, 'visit')}` };
}

/** Sums of each seven days from the first on. */
function weeksOf(days: readonly Day[]): PlotDay[] {
  const weeks = Array.from({ length: Math.ceil(days.length / 7) }, (_, week) => days.slice(week * 7, week * 7 + 7));
  return weeks.flatMap((week) => {
    const [first] = week;
    if (!first) return [];
    const cents = week.reduce((sum, { earned }) => sum + Math.round(earned * 100), 0);
    const visits = week.reduce((sum, day) => sum + day.visits, 0);
    return [barOf({ date: first.date, earned: cents / 100, visits }, dayText(first.date))];
  });
}

/** What a row has of the most that one has, drawn below its name. */
function Bar({ share }: { share: number }) {
  return <span className={styles.bar} style={{ width: `${share * 100}%` }} aria-hidden="true" />;
}

/** What each service brought; the bars are drawn in its table. */
export function ServicesTable({ rows }: { rows: Insights['by_service'] }) {
  const most = Math.max(...rows.map(({ earned }) => earned), 1);
  const [first] = rows;
  return (
    <Card padded className={styles.part}>
      <h2>Services</h2>
      {first ? (
        <>
          <p className="soft">
            {first.name} brought the most: {formatPrice(first.earned)}.
          </p>
          <Table className={styles.services} head={['Service', 'Visits', 'Earned']}>
            {rows.map(({ id, name, visits, earned }) => ({
              key: id,
              cells: [
                <Fragment key="name">
                  <bdi>{name}</bdi>
                  <Bar share={earned / most} />
                </Fragment>,
                visits,
                formatPrice(earned),
              ],
            }))}
          </Table>
        </>
      ) : (
        <p className="soft">Your services show up here after their first completed visit.</p>
      )}
    </Card>
  );
}

const linkNames = new Map<string | null, string>([
  [null, 'Not by a link of yours'],
  ['qr', 'QR code'],
  ['embed', 'Booking button'],
  ...sourceNames,
]);

/** By which of their links clients came who booked. */
export function SourcesTable({ rows }: { rows: Insights['by_source'] }) {
  const most = Math.max(...rows.map(({ bookings }) => bookings), 1);
  return (
    <Card padded className={styles.part}>
      <h2>Where bookings come from</h2>
      {rows.length > 0 ? (
        <>
          <p className="soft">Bookings that clients made in these dates, by the link that brought them.</p>
          <Table className={styles.services} head={['Link', 'Bookings', 'Clients']}>
            {rows.map(({ source, bookings, clients }) => ({
              key: source,
              cells: [
                <Fragment key="name">
                  {linkNames.get(source) ?? source}
                  <Bar share={bookings / most} />
                </Fragment>,
                bookings,
                clients,
              ],
            }))}
          </Table>
        </>
      ) : (
        <p className="soft">Bookings that clients make show up here.</p>
      )}
    </Card>
  );
}

/** Monday first. */
const days = [...weekdays.slice(1), weekdays[0] ?? ''];

/** Booked time of each hour of the week; on a dark page what is busy is lighter, not darker. */
export function WeekByHours({ minutes }: { minutes: Insights['by_weekday_hour'] }) {
  const used = hourRange(minutes);
  const most = Math.max(...minutes.flat(), 1);
  const busiest = days.map((name, day) => ({ name, sum: (minutes[day] ?? []).reduce((a, b) => a + b, 0) }));
  const top = busiest.reduce((one, other) => (other.sum > one.sum ? other : one));
  return (
    <Card padded className={styles.part}>
      <h2>Your week by hours</h2>
      {used.length === 0 ? (
        <p className="soft">Booked hours show up here.</p>
      ) : (
        <>
          <p className="soft">
            {top.name} is your busiest day: {hoursText(top.sum)} booked. Stronger colour is busier.
          </p>
          <table className={styles.week}>
            <thead>
              <tr>
                <td />
                {days.map((name) => (
                  <th key={name} scope="col" abbr={name}>
                    {name.slice(0, 3)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {used.map((hour) => (
                <tr key={hour}>
                  <th scope="row">{`${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`}</th>
                  {days.map((name, day) => {
                    const value = minutes[day]?.[hour] ?? 0;
                    return (
                      <td key={name} style={{ '--share': `${Math.round((value / most) * 85)}%` } as CSSProperties}>
                        <span className="visually-hidden">{value === 0 ? 'none' : hoursText(value)}</span>
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Card>
  );
}

/** The hours of the clock from the first to the last with anything booked. */
function hourRange(minutes: Insights['by_weekday_hour']): number[] {
  const used = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => minutes.some((day) => day[hour]));
  const [first] = used;
  const last = used.at(-1);
  return first === undefined || last === undefined
    ? []
    : Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
