import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { type CountedRow, splitPage } from '#server/db/page.ts';
import { clockNow, epochMs } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import { hoursBounds } from '#shared/constants.ts';
import type { HoursInput, OwnDate, OwnHours } from '#shared/hours.ts';
import { clockTexts, type Interval } from '#shared/rules/hours.ts';
import { intervalsOf } from './windows.ts';

/** The database's time now, epoch milliseconds, and the professional's zone; undefined for an unknown one. */
export function readClock(db: Db, id: string): Promise<{ now: number; time_zone: string } | undefined> {
  return db
    .selectFrom('professionals')
    .select([epochMs(clockNow).as('now'), 'time_zone'])
    .where('id', '=', id)
    .executeTakeFirst();
}

type ScheduleRow = {
  id: string;
  starts_on: string;
  ends_on: string | null;
  every_weeks: number;
  hours: number[];
};

const schedulesOfProfessional = statement(
  'schedules_of_professional',
  (_, p: Params<{ professional_id: string }>) => sql<ScheduleRow>`
    select id, starts_on::text, ends_on::text, every_weeks, hours
    from hour_schedules where professional_id = ${p.professional_id} order by position`,
);

export async function listSchedules(db: Db, professional_id: string): Promise<OwnHours['schedules']> {
  return (await schedulesOfProfessional.execute(db, { professional_id })).map(presentSchedule);
}

function presentSchedule({ hours, ...row }: ScheduleRow): OwnHours['schedules'][number] {
  return { ...row, hours: weekTexts(hours) };
}

function weekTexts(flat: readonly number[]): OwnHours['schedules'][number]['hours'] {
  const texts = [];
  for (let i = 0; i < flat.length; i += 3)
    texts.push({ weekday: flat[i] ?? 1, ...clockTexts({ start: flat[i + 1] ?? 0, end: flat[i + 2] ?? 0 }) });
  return texts;
}

export type NewSchedule = HoursInput['schedules'][number] & { starts_on: string };

const replacedSchedules = statement(
  'replace_schedules',
  (_, p: Params<{ professional_id: string; rows: string }>) => sql<ScheduleRow>`
    with former as (delete from hour_schedules where professional_id = ${p.professional_id}),
    made as (
      insert into hour_schedules (professional_id, position, starts_on, ends_on, every_weeks, hours)
      select ${p.professional_id}, position, starts_on, ends_on, every_weeks, hours
      from jsonb_to_recordset(${p.rows}::jsonb)
        as given (position smallint, starts_on date, ends_on date, every_weeks smallint, hours smallint[])
      returning *)
    select id, starts_on::text, ends_on::text, every_weeks, hours from made order by position`,
);

/** Replaces all schedules; returns the new ones. Needs the professional's lock. */
export async function replaceSchedules(
  trx: Db,
  professional_id: string,
  schedules: NewSchedule[],
): Promise<OwnHours['schedules']> {
  const rows = schedules.map(({ starts_on, ends_on = null, every_weeks, hours }, position) => ({
    position,
    starts_on,
    ends_on,
    every_weeks,
    hours: hours
      .toSorted((one, other) => one.weekday - other.weekday || one.start - other.start)
      .flatMap(({ weekday, start, end }) => [weekday, start, end]),
  }));
  const made = await replacedSchedules.execute(trx, { professional_id, rows: JSON.stringify(rows) });
  return made.map(presentSchedule);
}

type DateRow = { date: string; hours: number[]; note: string | null };

const datesOfProfessional = statement(
  'dates_of_professional',
  (_, p: Params<{ professional_id: string; from: string; to: string | null; skip: number; limit: number }>) => sql<
    CountedRow<DateRow & { id: string }>
  >`
    with own as materialized (
      select date, hours, note from hour_dates
      where professional_id = ${p.professional_id} and date >= ${p.from}::date
        and date < coalesce(${p.to}::date, ${p.from}::date + ${sql.lit(hoursBounds.listedDays)}))
    select page.date::text as id, page.date::text, page.hours, page.note, counted.total
    from (select count(*)::int as total from own) counted
    left join (select * from own order by date offset ${p.skip}::int limit ${p.limit}::int) page on true
    order by page.date`,
);

/** Dates of their own from one day on, before another one or for as many days as a call lists. */
export async function listDates(
  db: Db,
  professional_id: string,
  { from, to, skip, limit }: { from: string; to: string | undefined; skip: number; limit: number },
): Promise<{ results: OwnDate[]; total: number }> {
  const rows = await datesOfProfessional.execute(db, { professional_id, from, to: to ?? null, skip, limit });
  const { results, total } = splitPage(rows);
  return { results: results.map(presentDate), total };
}

function presentDate({ date, hours, note }: DateRow): OwnDate {
  return { date, hours: intervalsOf(hours).map(clockTexts), note };
}

/** Needs the professional's lock. */
export async function putDate(
  trx: Db,
  professional_id: string,
  { date, hours, note }: { date: string; hours: readonly Interval[]; note: string | null },
): Promise<OwnDate> {
  const sorted = hours.toSorted((one, other) => one.start - other.start).flatMap(({ start, end }) => [start, end]);
  await trx
    .insertInto('hour_dates')
    .values({ professional_id, date, hours: sorted, note })
    .onConflict((conflict) => conflict.columns(['professional_id', 'date']).doUpdateSet({ hours: sorted, note }))
    .execute();
  return presentDate({ date, hours: sorted, note });
}

/** Needs the professional's lock. Returns false for a date that has no hours of its own. */
export async function deleteDate(trx: Db, professional_id: string, date: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('hour_dates')
    .where('professional_id', '=', professional_id)
    .where('date', '=', sql<Date>`${date}::date`)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
