import { sql } from 'kysely';
import type { Config } from '#server/config.ts';
import type { Database, Db } from '#server/db/connect.ts';
import type { Deps } from '#server/deps.ts';
import { hashPassword } from '#server/features/auth/passwords.ts';
import type { Role } from '#shared/constants.ts';
import { withinTransaction } from './nested.ts';
import { emailOf, insertPeople } from './people.ts';
import { planDemo } from './plan.ts';
import { play, withoutMail } from './play.ts';

export type DemoLogin = { role: Role; email: string; password: string };

/** Of the demo marketplace alone, printed at every start: no secret. Everybody in it has the same. */
const demoPassword = 'saluni-demo';

/** Whose logins are worth printing. */
const shown: { role: Role; key: string }[] = [
  { role: 'professional', key: 'amara' },
  { role: 'professional', key: 'dele' },
  { role: 'client', key: 'zuri' },
  { role: 'admin', key: 'admin' },
];

/** A second start waits for the first one's seed, and the database for each statement; seconds. */
const patience = 60;
/** People have read what is older, hours. */
const unreadFor = 36;

/**
 * Fills an empty database with a marketplace that has a past: the same one for everybody who starts on the same day. One transaction, so
 * that it is there whole or not at all. Answers undefined, with nothing written, when there are users. `progress` is told what was made.
 */
export async function seedDemo(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  progress: (line: string) => void = () => {},
): Promise<DemoLogin[] | undefined> {
  if (await hasUsers(db)) return undefined;
  const passwordHash = await hashPassword(demoPassword);
  return db.transaction().execute((trx) => withinTransaction(trx, (steps) => fill(steps, config, passwordHash, progress)));
}

/** `db` is one open transaction. */
async function fill(
  db: Database,
  config: Config,
  passwordHash: string,
  progress: (line: string) => void,
): Promise<DemoLogin[] | undefined> {
  await sql`select set_config('lock_timeout', ${`${patience}s`}, true), set_config('statement_timeout', ${`${patience}s`}, true)`.execute(
    db,
  );
  // Two starts on one database: the second waits, then finds users.
  await sql`select pg_advisory_xact_lock(hashtext('saluni demo'))`.execute(db);
  if (await hasUsers(db)) return undefined;
  const { now, moveClock } = await takeClock(db);
  const plan = planDemo(now, config.bookingPendingTtlHours);
  const cast = await insertPeople(db, passwordHash, plan.windows, now, moveClock);
  progress(`${Object.keys(plan.windows).length} professionals, ${cast.services.size} services`);
  await withoutMail(db, () => play({ db, config, cast, now, moveClock }, plan.visits));
  await sql`update notifications set is_read = true where created_at < clock_now() - make_interval(hours => ${unreadFor})`.execute(db);
  progress(`${plan.visits.length} appointments, from three weeks ago to four weeks ahead`);
  return logins();
}

async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** The clock of this transaction: the instant at which it began, and how to move what `clock_now()` says until it ends. */
async function takeClock(db: Database): Promise<{ now: number; moveClock: (instant: number) => Promise<void> }> {
  const { rows } = await sql<{ now: number; machine: number }>`
    select (extract(epoch from clock_now()) * 1000)::float8 as now, (extract(epoch from now()) * 1000)::float8 as machine`.execute(db);
  const { now = Number.NaN, machine = Number.NaN } = rows[0] ?? {};
  return {
    now: Math.round(now),
    async moveClock(instant) {
      await sql`select set_config('saluni.clock_shift', ${`${instant - machine} milliseconds`}, true)`.execute(db);
    },
  };
}

/** The demo's logins as far as they are in this database. */
export async function demoLogins(db: Db): Promise<DemoLogin[]> {
  const emails = logins().map(({ email }) => email);
  const rows = await db.selectFrom('users').select('email').where('email', 'in', emails).where('is_active', '=', true).execute();
  return logins().filter(({ email }) => rows.some((row) => row.email === email));
}

function logins(): DemoLogin[] {
  return shown.map(({ role, key }) => ({ role, email: emailOf(key), password: demoPassword }));
}
