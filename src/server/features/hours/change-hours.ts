import type { Database, Db } from '#server/db/connect.ts';
import { transact } from '#server/db/transact.ts';
import { conflict, invalid, notFound, unauthorized } from '#server/errors.ts';
import { lockProfessional } from '#server/features/parties/lock-queries.ts';
import { becomeActiveIfComplete, touchProfessional } from '#server/features/parties/profile-queries.ts';
import { DAY, hoursBounds, timeOffBounds } from '#shared/constants.ts';
import {
  type DateInput,
  type DatesQuery,
  dateRangeFault,
  endsEarly,
  type HoursInput,
  type OwnDate,
  type OwnHours,
  type TimeOff,
  type TimeOffInput,
} from '#shared/hours.ts';
import { dayOf } from '#shared/rules/hour-windows.ts';
import { dateText, dayNumber } from '#shared/rules/hours.ts';
import { countBookingsOutside } from './queries.ts';
import { deleteDate, listDates, listSchedules, putDate, readClock, replaceSchedules } from './rule-queries.ts';
import { deleteTimeOff, insertTimeOff } from './time-off-queries.ts';

type Clock = { now: number; time_zone: string };

/** Runs a write under the professional's lock, so that no booking is made meanwhile. */
function underLock<T>(db: Database, professionalId: string, write: (trx: Db, clock: Clock) => Promise<T>): Promise<T> {
  return transact(db, async (trx) => {
    const clock = (await lockProfessional(trx, professionalId)) ?? unauthorized();
    const written = await write(trx, clock);
    await becomeActiveIfComplete(trx, professionalId);
    return written;
  });
}

const todayOf = ({ now, time_zone }: Clock) => dateText(dayOf(now, time_zone));

export async function readHours(db: Db, professionalId: string): Promise<OwnHours> {
  const { time_zone } = (await readClock(db, professionalId)) ?? notFound('Professional');
  return {
    time_zone,
    schedules: await listSchedules(db, professionalId),
    bookings_outside: await countBookingsOutside(db, professionalId),
  };
}

/** Replaces all schedules; one without a first day begins today. */
export function replaceHours(db: Database, professionalId: string, { schedules }: HoursInput): Promise<OwnHours> {
  return underLock(db, professionalId, async (trx, clock) => {
    const today = todayOf(clock);
    const dated = schedules.map((one) => ({ ...one, starts_on: one.starts_on ?? today }));
    const early = dated.findIndex(({ starts_on, ends_on }) => ends_on && ends_on < starts_on);
    if (early >= 0) invalid(['body', 'schedules', early, 'ends_on'], endsEarly);
    // Without any, no row's id tells when.
    if (dated.length === 0 && (await listSchedules(trx, professionalId)).length > 0)
      await touchProfessional(trx, professionalId);
    return {
      time_zone: clock.time_zone,
      schedules: await replaceSchedules(trx, professionalId, dated),
      bookings_outside: await countBookingsOutside(trx, professionalId),
    };
  });
}

export async function datesOf(db: Db, professionalId: string, { from: asked, to, skip, limit }: DatesQuery) {
  const from = asked ?? todayOf((await readClock(db, professionalId)) ?? notFound('Professional'));
  const fault = to === undefined ? undefined : dateRangeFault(from, to);
  if (fault) invalid(['query', 'to'], fault);
  return listDates(db, professionalId, { from, to, skip, limit });
}

export function changeDate(
  db: Database,
  professionalId: string,
  { date, hours, note }: DateInput & { date: string },
): Promise<OwnDate & { bookings_outside: number }> {
  return underLock(db, professionalId, async (trx, clock) => {
    const ahead = dayNumber(date) - dayOf(clock.now, clock.time_zone);
    if (ahead < 0) invalid(['path', 'date'], 'That day is over');
    if (ahead > hoursBounds.daysAhead) invalid(['path', 'date'], `Must be at most ${hoursBounds.daysAhead} days ahead`);
    const changed = await putDate(trx, professionalId, { date, hours, note });
    return { ...changed, bookings_outside: await countBookingsOutside(trx, professionalId) };
  });
}

export function removeDate(db: Database, professionalId: string, date: string): Promise<void> {
  return underLock(db, professionalId, async (trx) => {
    if (!(await deleteDate(trx, professionalId, date))) notFound('Date');
  });
}

export function addTimeOff(db: Database, professionalId: string, input: TimeOffInput): Promise<TimeOff> {
  return underLock(db, professionalId, async (trx, { now }) => {
    if (Date.parse(input.end) <= now) invalid(['body', 'end'], 'End must be in the future');
    if (Date.parse(input.start) > now + timeOffBounds.maxDaysAhead * DAY)
      invalid(['body', 'start'], `Start must be at most ${timeOffBounds.maxDaysAhead} days ahead`);
    return (
      (await insertTimeOff(trx, professionalId, input)) ??
      conflict(`You can have at most ${timeOffBounds.maxAhead} times off that have not ended.`)
    );
  });
}

export function removeTimeOff(db: Database, professionalId: string, id: string): Promise<void> {
  return underLock(db, professionalId, async (trx) => {
    if (!(await deleteTimeOff(trx, professionalId, id))) notFound('Time off');
  });
}
