import { sql } from 'kysely';
import type { Caller } from '#server/api/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { clockNow } from '#server/db/sql.ts';
import type { Deps } from '#server/deps.ts';
import { changeBooking } from '#server/features/bookings/life/change-booking.ts';
import { createBooking } from '#server/features/bookings/make/create-booking.ts';
import { writeIn } from '#server/features/bookings/make/write-in.ts';
import { askToReschedule } from '#server/features/bookings/reschedules/ask.ts';
import { makeSeries } from '#server/features/bookings/series/make-series.ts';
import { previewSeries } from '#server/features/bookings/series/preview.ts';
import { carryOut } from '#server/jobs/handle-event.ts';
import { runDueTransitions } from '#server/jobs/scheduled-transitions.ts';
import { booking } from '#shared/bookings.ts';
import { DAY, defaultTimeZone, HOUR, MINUTE, seriesBounds } from '#shared/constants.ts';
import { dayOf } from '#shared/rules/hour-windows.ts';
import { iso, wallInstant } from '#shared/time.ts';
import type { Cast } from './people.ts';
import { demoHome } from './places.ts';
import type { Visit } from './plan.ts';

type World = Pick<Deps, 'config'> & {
  db: Db;
  cast: Cast;
  now: number;
  moveClock(instant: number): Promise<void>;
};
type Step = { at: number; act(): Promise<unknown> };

/** How late the system acts; the contract allows a minute (contract 5), milliseconds. */
const systemDelay = MINUTE / 2;
const requestId = 'demo';
/** Older events are marked done without effects: their notifications would bury the recent ones. Milliseconds. */
const recentTime = 7 * DAY;

/**
 * Replays all appointments in the order of time, with the product's own functions and the clock set to each step, so
 * that the demo breaks no rule. Each event is carried out at once, so that none is left over.
 */
export async function play(world: World, visits: Visit[]): Promise<void> {
  const steps = visits.flatMap((visit) => stepsOf(world, visit)).filter(({ at }) => at <= world.now);
  steps.push({ at: world.now, act: () => runDueTransitions(world.db) });
  steps.push({ at: world.now, act: () => standingAppointment(world) });
  for (const { at, act } of steps.toSorted((a, b) => a.at - b.at)) {
    await world.moveClock(at);
    await act();
    await (at < world.now - recentTime ? forget(world.db) : carryOutAll(world.db));
  }
}

function stepsOf(world: World, visit: Visit): Step[] {
  const { config, db, cast } = world;
  if (visit.guest) return stepsOfGuest(world, visit, visit.guest);
  const client = callerOf(cast, visit.client);
  const professional = callerOf(cast, visit.professional);
  const canceller = visit.course === 'cancelled by professional' ? professional : client;
  // A demo day has more bookings of one client than a person makes.
  const unlimited = { ...config, bookingsPerHour: 0 };
  let id = '';
  const ask = async () => {
    const answer = await createBooking(
      { db, deps: { config: unlimited }, requestId, caller: client, clientId: client.client_id ?? '' },
      {
        professional_id: professional.professional_id ?? '',
        service_ids: visit.services.map((name) => cast.services.get(name) ?? name),
        option_ids: visit.options?.map((name) => cast.options.get(`${visit.services[0]} ${name}`) ?? name),
        start_time: iso(visit.start),
        notes: visit.notes ?? null,
        visit_address: demoHome(visit.client),
      },
    );
    id = booking.parse(JSON.parse(answer)).id;
  };
  const confirm = () =>
    changeBooking({ db, deps: { config }, requestId, caller: professional }, { id, status: 'confirmed' });
  const cancel = () =>
    changeBooking(
      { db, deps: { config }, requestId, caller: canceller },
      { id, status: 'cancelled', reason: visit.reason },
    );
  const { wants } = visit;
  const askForAnother = async () => {
    if (!wants) return;
    const { start, message } = wants;
    const call = { db, deps: { config: unlimited }, requestId, caller: client };
    await askToReschedule(call, { id, start_time: iso(start), message });
  };
  return [
    { at: visit.asked, act: ask },
    ...(wants ? [{ at: wants.asked, act: askForAnother }] : []),
    ...(visit.confirmed === undefined ? [] : [{ at: visit.confirmed, act: confirm }]),
    ...(visit.cancelled === undefined ? [] : [{ at: visit.cancelled, act: cancel }]),
    ...systemStepsOf(world, visit),
  ];
}

/** Who comes again is known by then. */
function stepsOfGuest(world: World, visit: Visit, { phone_number }: NonNullable<Visit['guest']>): Step[] {
  const { config, db, cast } = world;
  const professionalId = callerOf(cast, visit.professional).professional_id ?? '';
  const act = async () => {
    const known = await db
      .selectFrom('contacts')
      .select('id')
      .where('professional_id', '=', professionalId)
      .where('name', '=', visit.client)
      .executeTakeFirst();
    await writeIn(
      { db, deps: { config }, requestId, professionalId },
      {
        start_time: iso(visit.start),
        service_ids: visit.services.map((name) => cast.services.get(name) ?? name),
        notes: visit.notes ?? null,
        visit_address: demoHome(visit.client),
        ...(known ? { contact_id: known.id } : { guest: { name: visit.client, phone_number, email: null } }),
      },
    );
  };
  return [{ at: visit.asked, act }, ...systemStepsOf(world, visit)];
}

/** Zuri comes every four weeks, across the next clock change, on those days on which Amara works. */
async function standingAppointment({ config, db, cast, now }: World): Promise<void> {
  const [professional, client] = [callerOf(cast, 'amara'), callerOf(cast, 'zuri')];
  const call = {
    db,
    deps: { config },
    requestId,
    caller: professional,
    professionalId: professional.professional_id ?? '',
  };
  const service_ids = [cast.services.get('Two-Strand Twists') ?? ''];
  // After the weeks that have appointments and her time off, on a Tuesday at ten of Amara's clock.
  const zone = defaultTimeZone;
  const today = dayOf(now, zone);
  const tuesday = today - ((today + 3) % 7) + 1 + 8 * 7;
  const start_time = iso(wallInstant(tuesday * DAY + 10 * HOUR, zone));
  const rhythm = { every_weeks: 4, count: 9 };
  const planned = await previewSeries(call, { service_ids, start_time, ...rhythm });
  const start_times = planned.filter(({ state }) => state === 'free').map((date) => date.start_time);
  if (start_times.length < seriesBounds.visits.min) return;
  const who = { client_id: client.client_id, guest: null, contact_id: null };
  await makeSeries(call, { service_ids, every_weeks: rhythm.every_weeks, start_times, notes: null, ...who });
}

function systemStepsOf(world: World, visit: Visit): Step[] {
  return systemTimes(world, visit).map((time) => ({
    at: time + systemDelay,
    act: () => runDueTransitions(world.db),
  }));
}

/**
 * Instants at which the system acts: the expiry of an unanswered request; the reminder, unless it is too old, and the
 * end of a confirmed booking.
 */
function systemTimes({ config, now }: World, { asked, confirmed, cancelled, start, end }: Visit): number[] {
  if (confirmed === undefined) return [Math.min(asked + config.bookingPendingTtlHours * HOUR, start)];
  const reminders = start - DAY < now - recentTime ? [] : [start - DAY];
  return [...reminders, end].filter((time) => time >= confirmed && time < (cancelled ?? Number.POSITIVE_INFINITY));
}

function callerOf({ callers }: Cast, key: string): Caller {
  const caller = callers.get(key);
  if (!caller) throw new Error(`nobody is called ${key}`);
  return caller;
}

async function forget(db: Db): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ done_at: clockNow })
    .where('done_at', 'is', null)
    .where('dead_at', 'is', null)
    .execute();
}

/** Carries out what events are open. */
export async function carryOutAll(db: Db): Promise<void> {
  const open = await db
    .selectFrom('outbox')
    .select('id')
    .where('done_at', 'is', null)
    .where('dead_at', 'is', null)
    .orderBy('id')
    .execute();
  for (const { id } of open) await carryOut(db, id);
}

/** Runs `work` while nobody gets mails, as if everybody had switched them off. */
export async function withoutEmails(db: Db, work: () => Promise<void>): Promise<void> {
  await sql`
    insert into user_preferences (user_id, mail_booking, mail_reminder, mail_message)
    select id, false, false, false from users`.execute(db);
  await work();
  await db.deleteFrom('user_preferences').execute();
}
