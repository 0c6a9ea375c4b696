import { sql } from 'kysely';
import { type Viewer, type Visibility, visibilityOf } from '#server/api/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { type CountedRow, splitPage } from '#server/db/page.ts';
import { clockNow, epochMs } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import { joinWindows, windowColumns, windowIdValues, windowWithId } from '#server/features/hours/queries.ts';
import { type SourcedWindow, type WindowSources, windowsBetween } from '#server/features/hours/windows.ts';
import type { Availability, AvailabilityInput } from '#shared/availability.ts';
import { windowBounds } from '#shared/constants.ts';
import { iso } from '#shared/time.ts';

type OwnWindows = WindowSources & { now: number };

const windowsAhead = statement(
  'windows_ahead',
  (_, p: Params<{ professional_id: string }>) => sql<OwnWindows>`
    select ${epochMs(clockNow)} as now, ${windowColumns('p')}
    from professionals p ${joinWindows(sql`p.id`, clockNow, sql`'infinity'::timestamptz`)}
    where p.id = ${p.professional_id}`,
);

const windowsEnded = statement(
  'windows_ended',
  (_, p: Params<{ professional_id: string; now: string; skip: number; limit: number }>) => sql<
    CountedRow<Omit<Availability, 'source'>>
  >`
    with own as materialized (select id, start_time, end_time from availability
      where professional_id = ${p.professional_id} and end_time <= ${p.now}::timestamptz)
    select page.id, page.start_time, page.end_time, counted.total
    from (select count(*)::int as total from own) counted
    left join (select * from own order by start_time, id offset ${p.skip}::int limit ${p.limit}::int) page on true
    order by page.start_time, page.id`,
);

/**
 * One page of windows, soonest first; without `include_past` only those that have not ended, with it also single ones
 * that have. `total` counts all of them.
 */
export async function listWindows(
  db: Db,
  professional_id: string,
  { skip, limit, include_past }: { skip: number; limit: number; include_past: boolean },
): Promise<{ results: Availability[]; total: number }> {
  const own = await windowsAhead.executeTakeFirst(db, { professional_id });
  if (!own) return { results: [], total: 0 };
  const { now } = own;
  const ahead = windowsBetween(own, professional_id, { now, from: now, to: Infinity });
  const ended = include_past
    ? splitPage(await windowsEnded.execute(db, { professional_id, now: iso(now), skip, limit }))
    : { results: [], total: 0 };
  // Hours are cut around single windows, so that those that have ended come before all others.
  const rest = ahead.slice(Math.max(0, skip - ended.total)).slice(0, limit - ended.results.length);
  return {
    results: [...ended.results.map(asSingle), ...rest.map(presentWindow)],
    total: ended.total + ahead.length,
  };
}

function presentWindow({ id, start, end, source }: SourcedWindow): Availability {
  return { id, start_time: iso(start), end_time: iso(end), source };
}

function asSingle({ id, start_time, end_time }: Omit<Availability, 'source'>): Availability {
  return { id, start_time, end_time, source: 'single' };
}

type WindowRow = OwnWindows & { professional_id: string; window_start: number };

const windowOfViewer = statement(
  'window_of_viewer',
  (_, p: Params<ReturnType<typeof windowIdValues> & Visibility>) => sql<WindowRow>`
    select p.id as professional_id, ${epochMs('w.start_time')} as window_start, ${epochMs(clockNow)} as now, ${windowColumns('p')}
    from ${windowWithId(p)} w
    join professionals p on p.id = w.professional_id
    ${joinWindows(sql`p.id`, sql`w.start_time`, sql`w.start_time`)}
    where p.id = ${p.own_id}::uuid or ${p.sees_all}::boolean`,
);

/** Owners find their own windows, admins all. Undefined for somebody else's window, as for an unknown one. */
export async function findWindow(db: Db, id: string, viewer: Viewer): Promise<Availability | undefined> {
  const row = await windowOfViewer.executeTakeFirst(db, { ...windowIdValues(id), ...visibilityOf(viewer) });
  if (!row) return undefined;
  const { now, professional_id, window_start: from } = row;
  const windows = windowsBetween(row, professional_id, { now, from, to: from + 1, withEnded: true });
  const found = windows.find((window) => window.id === id);
  return found && presentWindow(found);
}

/** Needs the professional's lock. Undefined when the limit of future windows is reached. */
export async function insertWindow(
  trx: Db,
  professionalId: string,
  input: AvailabilityInput,
): Promise<Availability | undefined> {
  // `end_time > now` is implied by the start; it is there so that the index is used.
  const { rows } = await sql<Omit<Availability, 'source'>>`
    insert into availability (professional_id, start_time, end_time)
    select ${professionalId}::uuid, ${input.start_time}::timestamptz, ${input.end_time}::timestamptz
    where (select count(*) from availability
           where professional_id = ${professionalId}::uuid and end_time > clock_now()
             and start_time > clock_now()) < ${windowBounds.maxFuture}
    returning id, start_time, end_time`.execute(trx);
  return rows[0] && asSingle(rows[0]);
}

/** Needs the professional's lock. */
export async function updateWindow(
  trx: Db,
  professionalId: string,
  id: string,
  input: AvailabilityInput,
): Promise<Availability> {
  const changed = await trx
    .updateTable('availability')
    .set({ ...input, updated_at: clockNow })
    .where('professional_id', '=', professionalId)
    .where('id', '=', id)
    .returning(['id', 'start_time', 'end_time'])
    .executeTakeFirstOrThrow();
  return asSingle(changed);
}

/** Needs the professional's lock; bookings stay, without their reference to the window. False for an unknown one. */
export async function deleteWindow(trx: Db, professionalId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('availability')
    .where('professional_id', '=', professionalId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
