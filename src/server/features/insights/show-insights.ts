import type { Db } from '#server/db/connect.ts';
import { openTimeOf } from '#server/features/hours/queries.ts';
import { findZone } from '#server/features/parties/profile-queries.ts';
import { MINUTE } from '#shared/constants.ts';
import { csvText } from '#shared/csv.ts';
import type { Insights, InsightsQuery } from '#shared/insights.ts';
import { bookedMinutes, bookingFigures, datesBefore, openMinutes, spanOfDates } from '#shared/rules/insights.ts';
import { toDollars } from '#shared/rules/price.ts';
import { ratingOf } from '#shared/rules/rating.ts';
import { toLocalInput } from '#shared/time.ts';
import { bookingsOfRange, countPeople, countSources, earnedBefore, reviewsOfRange, visitsOfRange } from './queries.ts';

/** How the business went between two dates of the professional's clock. */
export async function insightsOf(db: Db, professionalId: string, dates: InsightsQuery): Promise<Insights> {
  const time_zone = await findZone(db, professionalId);
  const range = spanOfDates(dates, time_zone);
  const { windows, off, now } = await openTimeOf(db, professionalId, range);
  const bookings = await bookingsOfRange(db, professionalId, range);
  const previous = await earnedBefore(db, professionalId, spanOfDates(datesBefore(dates), time_zone));
  const figures = bookingFigures(bookings, dates, time_zone, now);
  const inDollars = <T extends { earned: number }>(row: T) => ({ ...row, earned: toDollars(row.earned) });
  return {
    ...inDollars(figures),
    average: figures.average === null ? null : toDollars(figures.average),
    booked_ahead: toDollars(figures.booked_ahead),
    clients: await countPeople(db, professionalId, range),
    open_minutes: openMinutes(range, windows, off),
    ...bookedMinutes(range, bookings, time_zone),
    by_day: figures.by_day.map(inDollars),
    by_service: figures.by_service.map(inDollars),
    by_source: await countSources(db, professionalId, range),
    deposits: {
      received: toDollars(figures.deposits.received),
      kept: toDollars(figures.deposits.kept),
      refund_due: toDollars(figures.deposits.refund_due),
    },
    reviews: ratingOf(await reviewsOfRange(db, professionalId, range)) ?? { average: null, count: 0 },
    previous: inDollars(previous),
  };
}

const columns = ['date', 'time', 'client', 'services', 'minutes', 'price', 'deposit', 'missed'];

/** The completed visits between two dates, a line each. */
export async function visitsCsv(db: Db, professionalId: string, dates: InsightsQuery): Promise<string> {
  const time_zone = await findZone(db, professionalId);
  const visits = await visitsOfRange(db, professionalId, spanOfDates(dates, time_zone));
  const rows = visits.map(({ start, end, client, services, price_cents, no_show, paid_cents }) => {
    const [date = '', time = ''] = toLocalInput(start, time_zone).split('T');
    const minutes = (end - start) / MINUTE;
    return [
      date,
      time,
      client,
      services,
      String(minutes),
      toDollars(price_cents).toFixed(2),
      paid_cents === null ? '' : toDollars(paid_cents).toFixed(2),
      no_show ? 'yes' : 'no',
    ];
  });
  return csvText([columns, ...rows]);
}
