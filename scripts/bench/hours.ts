import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { connect, createPool } from '#server/db/connect.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { startPostgres } from '#server/embedded/postgres.ts';
import { slotsJson } from '#server/features/availability/slots-json.ts';
import { type WindowSources, windowsBetween } from '#server/features/hours/queries.ts';
import { readSlotBases } from '#server/features/next-free-slots/queries.ts';
import { onePiece, rangeOf, soonestSlot } from '#server/search/slot-basis.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { dayOf, windowsOfHours } from '#shared/rules/hour-windows.ts';
import { dateText } from '#shared/rules/hours.ts';
import type { Span } from '#shared/rules/slots.ts';
import { cores, startProgram } from './processes.ts';
import type { BenchRow } from './report.ts';
import { diary, median, perCall } from './slots.ts';

const professionals = 2_000;
const pageSize = 20;
const busyEach = 45;
const aheadDays = 62;
const bookingsOfOne = 500;
const rounds = 40;
const zone = 'Australia/Melbourne';
const token = 'bench-of-hours';
/** Monday to Friday, from 9:00 to 12:30 and from 13:00 to 17:00. */
const week = [1, 2, 3, 4, 5].flatMap((weekday) => [weekday, 540, 750, weekday, 780, 1_020]);

const ms = (value: number) => `${value.toFixed(value < 1 ? 3 : 1)} ms`;

/** Ids of a kind of professionals: those with rules (`hours`), and those with the same windows as rows (`rows`). */
const idsOf = (kind: Kind) => `md5('${kind}-' || n)::uuid`;
const kinds = ['hours', 'rows'] as const;
type Kind = (typeof kinds)[number];

/**
 * Measures what decision 048 rests on: reading times whose windows come from rules beside the same windows as rows that
 * were written ahead, in turns; slots from rules; and how long a change of hours takes.
 */
export async function benchHours(progress: (line: string) => void): Promise<BenchRow[]> {
  const directory = await mkdtemp(join(tmpdir(), 'saluni-bench-hours-'));
  const postgres = await startPostgres({ directory, log: progress });
  const superuser = new pg.Client({ connectionString: postgres.superuserUrl });
  const pool = createPool(postgres.url);
  try {
    await migrateDatabase({ databaseUrl: postgres.url, migrationDatabaseUrl: postgres.ownerUrl });
    await superuser.connect();
    await load(superuser);
    progress(`${professionals} professionals with rules, and as many with rows`);
    const db = connect(pool);
    const ids = Object.fromEntries(
      await Promise.all(kinds.map(async (kind) => [kind, await idsIn(superuser, kind)] as const)),
    ) as Record<Kind, string[]>;
    const page = await inTurns(async (kind, round) => {
      const from = (round * pageSize) % professionals;
      return soonestOf(await readSlotBases(db, ids[kind].slice(from, from + pageSize)));
    });
    const everybody = await inTurns(async (kind) => {
      let found = 0;
      for (let from = 0; from < professionals; from += 500)
        found += soonestOf(await readSlotBases(db, ids[kind].slice(from, from + 500)));
      return found;
    }, 5);
    const known = { hours: await readSlotBases(db, ids.hours), rows: await readSlotBases(db, ids.rows) };
    // Nothing is remembered for another length.
    const search = await inTurns(async (kind, round) => soonestOf(known[kind], 31 + round));
    return [
      ...[
        [`times of a page of ${pageSize}, each with its soonest start`, page],
        [`times of ${professionals} professionals, as a process reads them at its start`, everybody],
        [`search by time over ${professionals} professionals, from memory`, search],
      ].map(([what, times]) => beside(what as string, times as Record<Kind, number>)),
      slotsOfRules(),
      ...(await changes(superuser, postgres.url, ids.hours[0] ?? '')),
    ];
  } finally {
    await pool.end();
    await superuser.end();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

function beside(what: string, { hours, rows }: Record<Kind, number>): BenchRow {
  return {
    what,
    ours: `from rules ${ms(hours)}`,
    minimal: `from rows ${ms(rows)}`,
    ratio: (rows / hours).toFixed(2),
    goal: '',
  };
}

/** Medians of both kinds, milliseconds, measured in turns. Throws if the two do not find the same. */
async function inTurns(run: (kind: Kind, round: number) => Promise<number>, times = rounds) {
  const took: Record<Kind, number[]> = { hours: [], rows: [] };
  for (let round = 0; round < times; round++) {
    const found = [];
    for (const kind of kinds) {
      const begun = performance.now();
      found.push(await run(kind, round));
      took[kind].push(performance.now() - begun);
    }
    if (found[0] !== found[1]) throw new Error(`rules and rows do not find the same: ${found.join(' and ')}`);
  }
  return { hours: median(took.hours), rows: median(took.rows) };
}

/** The sum of the soonest starts of a length, which is the same however windows come about. */
function soonestOf(times: Awaited<ReturnType<typeof readSlotBases>>, minutes = 60): number {
  const now = Math.ceil(Date.now() / DAY) * DAY;
  const range = rangeOf({}, now);
  return times.reduce((sum, one) => sum + (soonestSlot(one, [onePiece(minutes)], range) ?? 0), 0);
}

/** 60 days from 8:00 to 21:00 by a weekly rule, with 1,000 bookings: from the rule to the JSON. */
function slotsOfRules(): BenchRow {
  const { busy, rule } = diary();
  const sources: WindowSources = {
    time_zone: zone,
    booking_horizon_days: 60,
    closed_on_holidays_of: null,
    schedules: [[0, null, 1, [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => [weekday, 480, 1_260])]],
    dates: null,
    single_ids: null,
    singles: null,
  };
  const { now, from = now, to = now } = rule;
  const windows = () => windowsBetween(sources, '01960000-0000-7000-8000-000000000000', { now, from, to });
  const answer = () => slotsJson(windows(), busy, rule).length;
  answer();
  const took = Array.from({ length: 20 }, () => [perCall(windows, 50), perCall(answer, 50)] as const);
  return {
    what: `slots of ${windows().length} days from a weekly rule, ${busy.length} bookings`,
    ours: ms(median(took.map(([, all]) => all))),
    minimal: `of it the windows ${ms(median(took.map(([own]) => own)))}`,
    ratio: '',
    goal: 'under 3 ms',
  };
}

/** Setting hours with many bookings ahead, over HTTP, and only the writing of the same windows as rows. */
async function changes(superuser: pg.Client, databaseUrl: string, id: string): Promise<BenchRow[]> {
  const windows = windowsFrom(Date.now());
  const quiet = { LOG_LEVEL: 'silent', RATE_LIMIT_PER_MINUTE: '0', SEED_DEMO: 'false', ROLE: 'api' };
  const server = await startProgram('our-server.ts', { databaseUrl }, quiet, cores.server);
  try {
    const put: number[] = [];
    const ahead: number[] = [];
    for (let round = 0; round < rounds + 5; round++) {
      const hours = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, start: '09:00', end: round % 2 ? '17:00' : '16:00' }));
      const begun = performance.now();
      const answer = await fetch(`http://127.0.0.1:${server.port}/hours/`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ schedules: [{ hours }] }),
      });
      const { bookings_outside } = (await answer.json()) as { bookings_outside?: number };
      put.push(performance.now() - begun);
      if (answer.status !== 200 || (round % 2 === 0) !== (bookings_outside ?? 0) > 0)
        throw new Error(`PUT /hours/ was answered ${answer.status}, ${bookings_outside} outside`);
      ahead.push(await writeAhead(superuser, id, windows));
    }
    // The first ones prepare statements and connections.
    const [ours, written] = [put.slice(5), ahead.slice(5)];
    return [
      {
        what: `PUT /hours/ with ${bookingsOfOne} bookings ahead`,
        ours: `p50 ${ms(median(ours))}, at most ${ms(Math.max(...ours))}`,
        minimal: `writing ${windows.length} rows ahead takes ${ms(median(written))} more`,
        ratio: '',
        goal: 'under 100 ms',
      },
    ];
  } finally {
    await server.stop();
  }
}

async function writeAhead(superuser: pg.Client, id: string, windows: readonly Span[]): Promise<number> {
  const begun = performance.now();
  await superuser.query('begin');
  await superuser.query('delete from availability where professional_id = $1', [id]);
  await superuser.query(
    `insert into availability (professional_id, start_time, end_time)
     select $1, * from unnest($2::timestamptz[], $3::timestamptz[])`,
    [id, windows.map(({ start }) => new Date(start)), windows.map(({ end }) => new Date(end))],
  );
  await superuser.query('rollback');
  return performance.now() - begun;
}

function windowsFrom(now: number): Span[] {
  const days = [1, 2, 3, 4, 5, 6, 7].map((weekday) => {
    const intervals = [];
    for (let i = 0; i < week.length; i += 3)
      if (week[i] === weekday) intervals.push({ start: week[i + 1] ?? 0, end: week[i + 2] ?? 0 });
    return intervals;
  });
  const schedules = [{ first: dayOf(now, zone) - 7, last: Infinity, every_weeks: 1, week: days }];
  const rules = { schedules, dates: new Map(), isHoliday: () => false };
  return windowsOfHours(rules, zone, { start: now, end: now + aheadDays * DAY }, []);
}

async function idsIn(superuser: pg.Client, kind: Kind): Promise<string[]> {
  const { rows } = await superuser.query<{ id: string }>(
    `select ${idsOf(kind)} as id from generate_series(1, ${professionals}) n`,
  );
  return rows.map(({ id }) => id);
}

/** Triggers and foreign keys are off: only what the statements read is there. */
async function load(superuser: pg.Client): Promise<void> {
  const now = Date.now();
  const windows = windowsFrom(now);
  const spans = [windows.map(({ start }) => new Date(start)), windows.map(({ end }) => new Date(end))];
  // Each has other half hours that are taken, but both kinds the same ones.
  const halves = windows.flatMap(({ start, end }) =>
    Array.from({ length: Math.floor((end - start) / (30 * MINUTE)) }, (_, half) => start + half * 30 * MINUTE),
  );
  await superuser.query(`set session_replication_role = replica`);
  for (const kind of kinds) {
    await superuser.query(`
      insert into users (id, role, email, username)
      select md5('user-${kind}-' || n)::uuid, 'professional', '${kind}-' || n || '@example.com', 'Bench'
      from generate_series(1, ${professionals}) n`);
    await superuser.query(`
      insert into professionals (id, user_id, display_name, professional_type, location, time_zone)
      select ${idsOf(kind)}, md5('user-${kind}-' || n)::uuid, 'Bench', 'barber', 'Melbourne', '${zone}'
      from generate_series(1, ${professionals}) n`);
    await superuser.query(
      `insert into busy_times (professional_id, kind, start_time, end_time)
       select ${idsOf(kind)}, 'outside', half, half + interval '30 minutes'
       from generate_series(1, ${professionals}) n
       cross join lateral (
         select distinct (n * 7 + i * 13) % cardinality($1::timestamptz[]) + 1 as at
         from generate_series(1, ${busyEach}) i) drawn
       cross join lateral (select ($1::timestamptz[])[drawn.at] as half) taken
       order by 1, 3`,
      [halves.map((half) => new Date(half))],
    );
  }
  await superuser.query(
    `insert into hour_schedules (professional_id, position, starts_on, every_weeks, hours)
     select ${idsOf('hours')}, 0, $1, 1, $2 from generate_series(1, ${professionals}) n`,
    [dateText(dayOf(now, zone) - 7), week],
  );
  await superuser.query(
    `insert into availability (professional_id, start_time, end_time)
     select ${idsOf('rows')}, w.* from generate_series(1, ${professionals}) n, unnest($1::timestamptz[], $2::timestamptz[]) w
     order by 1, 2`,
    spans,
  );
  await superuser.query(
    `insert into sessions (id, user_id, expires_at, ends_at)
     values (encode(sha256(convert_to($1, 'utf8')), 'hex'), md5('user-hours-1')::uuid,
       clock_now() + interval '1 day', clock_now() + interval '1 day')`,
    [token],
  );
  await superuser.query(
    `insert into bookings (professional_id, client_id, status, start_time, end_time, total_price_cents, expires_at, due_at)
     select md5('hours-1')::uuid, uuidv7(), 'confirmed', half, half + interval '30 minutes', 5000, half, half + interval '30 minutes'
     from unnest($1::timestamptz[]) half`,
    [
      halves
        .filter((half) => half > now + HOUR)
        .slice(0, bookingsOfOne)
        .map((half) => new Date(half)),
    ],
  );
  await superuser.query(`set session_replication_role = origin`);
  await superuser.query('vacuum (analyze)');
}
