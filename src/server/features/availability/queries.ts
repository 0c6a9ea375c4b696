import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#server/api/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { type CountedRow, splitPage } from '#server/db/page.ts';
import { clockNow } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import type { Availability, AvailabilityInput } from '#shared/availability.ts';
import { windowBounds } from '#shared/constants.ts';
import { longestBooking } from './slot-queries.ts';

const columns = ['id', 'start_time', 'end_time'] as const;

/** Two texts, so that the index finds the windows ahead. */
function windowsOf(name: string, ended: RawBuilder<unknown>) {
  return statement(
    name,
    (_, p: Params<{ professional_id: string; skip: number; limit: number }>) => sql<CountedRow<Availability>>`
      with own as materialized (select id, start_time, end_time from availability
        where professional_id = ${p.professional_id} ${ended})
      select page.id, page.start_time, page.end_time, counted.total
      from (select count(*)::int as total from own) counted
      left join (select * from own order by start_time, id offset ${p.skip}::int limit ${p.limit}::int) page on true
      order by page.start_time, page.id`,
  );
}
const allWindows = windowsOf('windows_of_professional', sql``);
const windowsAhead = windowsOf('windows_ahead', sql`and end_time > clock_now()`);

/**
 * One page of windows, soonest first; without `include_past` only those that have not ended. `total` counts all of
 * them.
 */
export async function listWindows(
  db: Db,
  professional_id: string,
  { skip, limit, include_past }: { skip: number; limit: number; include_past: boolean },
) {
  const read = include_past ? allWindows : windowsAhead;
  return splitPage(await read.execute(db, { professional_id, skip, limit }));
}

/** Owners find their own windows, admins all. Undefined for somebody else's window, as for an unknown one. */
export function findWindow(db: Db, id: string, viewer: Viewer): Promise<Availability | undefined> {
  const window = db.selectFrom('availability').select(columns).where('id', '=', id);
  if (viewer.role === 'admin') return window.executeTakeFirst();
  if (!viewer.professional_id) return Promise.resolve(undefined);
  return window.where('professional_id', '=', viewer.professional_id).executeTakeFirst();
}

/** Needs the professional's lock. Undefined when the limit of future windows is reached. */
export async function insertWindow(
  trx: Db,
  professionalId: string,
  input: AvailabilityInput,
): Promise<Availability | undefined> {
  // `end_time > now` is implied by the start; it is there so that the index is used.
  const { rows } = await sql<Availability>`
    insert into availability (professional_id, start_time, end_time)
    select ${professionalId}::uuid, ${input.start_time}::timestamptz, ${input.end_time}::timestamptz
    where (select count(*) from availability
           where professional_id = ${professionalId}::uuid and end_time > clock_now()
             and start_time > clock_now()) < ${windowBounds.maxFuture}
    returning id, start_time, end_time`.execute(trx);
  return rows[0];
}

/** Needs the professional's lock. */
export function updateWindow(
  trx: Db,
  professionalId: string,
  id: string,
  input: AvailabilityInput,
): Promise<Availability> {
  return trx
    .updateTable('availability')
    .set({ ...input, updated_at: clockNow })
    .where('professional_id', '=', professionalId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/**
 * Needs the professional's lock. Bookings stay, without their reference to the window. Returns false for an unknown
 * window.
 */
export async function deleteWindow(trx: Db, professionalId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('availability')
    .where('professional_id', '=', professionalId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

// The longest booking bounds the start, so that the index leaves out what ended long ago.
const bookingsOutside = statement('bookings_outside', (db, p: Params<{ professional_id: string }>) =>
  db
    .selectFrom('bookings')
    .select(sql<number>`count(*)::int`.as('outside'))
    .where('bookings.professional_id', '=', p.professional_id)
    .where('bookings.status', 'in', [sql.lit('pending'), sql.lit('confirmed')])
    .where('bookings.end_time', '>', clockNow)
    .where('bookings.start_time', '>', sql<string>`clock_now() - ${longestBooking}`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('availability')
            .select('availability.id')
            .where('availability.professional_id', '=', p.professional_id)
            .whereRef('availability.start_time', '<=', 'bookings.start_time')
            .whereRef('availability.end_time', '>=', 'bookings.end_time'),
        ),
      ),
    ),
);

/** Counts pending or confirmed bookings that have not ended and lie outside every window. */
export async function countBookingsOutside(db: Db, professional_id: string): Promise<number> {
  return (await bookingsOutside.executeTakeFirst(db, { professional_id }))?.outside ?? 0;
}
