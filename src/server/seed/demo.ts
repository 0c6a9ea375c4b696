import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { anyOf } from '#server/db/sql.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { hashPassword } from '#server/features/auth/passwords.ts';
import { understandLocations } from '#server/features/localities/queries.ts';
import { StartError } from '#server/process/start-error.ts';
import type { Role } from '#shared/constants.ts';
import { insertBooksOpen } from './books-open.ts';
import { insertBusyCalendar } from './busy-calendar.ts';
import { insertCancellationList } from './cancellation-list.ts';
import { insertDeposits } from './deposits.ts';
import { insertFailedEmail } from './failed-email.ts';
import { insertHair, insertTechniques } from './hair.ts';
import { insertPastVisits } from './past-visits.ts';
import { emailOf, insertPeople, insertTimeOff } from './people.ts';
import { insertPhoneCalls } from './phone-calls.ts';
import { planDemo } from './plan.ts';
import { play, withoutEmails } from './play.ts';
import { insertRealVisits } from './real-visits.ts';
import { insertReviews } from './reviews.ts';
import { insertPictures } from './store-pictures.ts';
import { insertThreads } from './threads.ts';

export type DemoLogin = { role: Role; email: string; password: string };

/** The password of everybody in the demo. It is printed at every start, so it is no secret. */
const demoPassword = 'saluni-demo';

/** Logins that are printed at the start. */
const shown: { role: Role; key: string }[] = [
  { role: 'professional', key: 'amara' },
  { role: 'professional', key: 'dele' },
  { role: 'client', key: 'zuri' },
  { role: 'admin', key: 'admin' },
];

/** How long a second start waits for the first one's seed, milliseconds: it takes over a minute on a machine under load. */
const timeout = 120_000;
/** Older notifications are marked as read, hours. */
const unreadFor = 36;

/**
 * Fills an empty database with a marketplace that has a past, the same for all starts on one day, in one transaction.
 * Undefined, with nothing written, when there are users; `progress` takes a line for each step.
 */
export async function seedDemo(
  { db, config, secretsKey }: Pick<Deps, 'db' | 'config' | 'secretsKey'>,
  progress: (line: string) => void = () => {},
): Promise<DemoLogin[] | undefined> {
  if (await hasUsers(db)) return undefined;
  const passwordHash = await hashPassword(demoPassword);
  return transact(db, (trx) => fill(trx, { config, secretsKey }, passwordHash, progress));
}

/** `db` is an open transaction. */
async function fill(
  db: Db,
  { config, secretsKey }: { config: Config; secretsKey: Buffer | undefined },
  passwordHash: string,
  progress: (line: string) => void,
): Promise<DemoLogin[] | undefined> {
  await takeTurn(db);
  if (await hasUsers(db)) return undefined;
  const { now, moveClock } = await takeClock(db);
  const plan = planDemo(now, config.bookingPendingTtlHours);
  const cast = await insertPeople(db, passwordHash, now, moveClock);
  await insertTechniques(db, cast);
  progress(`${Object.keys(plan.windows).length} professionals, ${cast.services.size} services`);
  await understandLocations(db);
  await insertPictures(db, cast, now);
  await withoutEmails(db, () => play({ db, config, cast, now, moveClock }, plan.visits));
  await sql`update notifications set is_read = true where created_at < clock_now() - make_interval(hours => ${unreadFor})`.execute(
    db,
  );
  await insertPastVisits(db, cast, now);
  await insertReviews(db, cast);
  await insertThreads({ db, config, cast, now, moveClock });
  await insertDeposits(db, cast);
  await insertPhoneCalls({ db, config, cast }, now);
  await insertRealVisits({ db, config, cast, now, moveClock });
  await insertTimeOff(db, cast, now);
  await insertCancellationList(db, cast);
  await insertBusyCalendar(db, cast, { config, secretsKey });
  await insertHair(db, cast, now, secretsKey);
  await insertBooksOpen(db, cast, now);
  await insertFailedEmail(db);
  progress(`${plan.visits.length} appointments, from three weeks ago to four weeks ahead, reviews and messages`);
  return logins();
}

/**
 * Of two starts on one database the second waits here, then finds users. It polls, because a single statement may take
 * only seconds.
 */
async function takeTurn(db: Db): Promise<void> {
  const giveUpAt = Date.now() + timeout;
  for (;;) {
    const { rows } = await sql<{
      taken: boolean;
    }>`select pg_try_advisory_xact_lock(hashtext('saluni demo')) as taken`.execute(db);
    if (rows[0]?.taken) return;
    if (Date.now() > giveUpAt) throw new StartError('another start still makes the demo: try again in a moment');
    await delay(100);
  }
}

async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** The transaction's start (epoch milliseconds), and a function that sets `clock_now()` until the transaction ends. */
async function takeClock(db: Db): Promise<{ now: number; moveClock: (instant: number) => Promise<void> }> {
  const { rows } = await sql<{ now: number; machine: number }>`
    select (extract(epoch from clock_now()) * 1000)::float8 as now, (extract(epoch from now()) * 1000)::float8 as machine`.execute(
    db,
  );
  const { now = Number.NaN, machine = Number.NaN } = rows[0] ?? {};
  return {
    now: Math.round(now),
    async moveClock(instant) {
      await sql`select set_config('saluni.clock_shift', ${`${instant - machine} milliseconds`}, true)`.execute(db);
    },
  };
}

/** The demo's logins that exist in this database. */
export async function demoLogins(db: Db): Promise<DemoLogin[]> {
  const emails = logins().map(({ email }) => email);
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('email', '=', anyOf(emails, 'text'))
    .where('is_active', '=', true)
    .execute();
  return logins().filter(({ email }) => rows.some((row) => row.email === email));
}

function logins(): DemoLogin[] {
  return shown.map(({ role, key }) => ({ role, email: emailOf(key), password: demoPassword }));
}
