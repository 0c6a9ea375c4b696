import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { epochMs } from '#server/db/sql.ts';
import { conflict } from '#server/errors.ts';
import { isolated } from '#shared/isolated.ts';
import type { Span } from '#shared/rules/slots.ts';
import { formatShortDateTime, iso } from '#shared/time.ts';

/** To whom some of these times of a professional are offered, and until when; undefined for nobody. */
async function findOffered(
  trx: Db,
  professional_id: string,
  parts: readonly Span[],
): Promise<{ first_name: string; last_name: string; until: number; time_zone: string } | undefined> {
  const { rows } = await sql<{ first_name: string; last_name: string; until: number; time_zone: string }>`
    select c.first_name, c.last_name, ${epochMs('o.expires_at')} as until, p.time_zone
    from busy_times t
    join openings o on o.id = t.opening_id and o.professional_id = t.professional_id
    join cancellation_list_entries e on e.id = o.entry_id and e.professional_id = o.professional_id
    join clients c on c.id = e.client_id
    join professionals p on p.id = o.professional_id
    where t.professional_id = ${professional_id} and t.opening_id is not null
      and tstzrange(t.start_time, t.end_time) && any(${parts.map(({ start, end }) => `[${iso(start)},${iso(end)})`)}::tstzrange[])
    order by o.start_time limit 1`.execute(trx);
  return rows[0];
}

/**
 * Throws 409 with the name of the client to whom a time is offered that the professional chose. Needs the
 * professional's lock, under which offers are made; the constraint on busy times stands behind it.
 */
export async function refuseOffered(trx: Db, professionalId: string, parts: readonly Span[]): Promise<void> {
  const offered = await findOffered(trx, professionalId, parts);
  if (!offered) return;
  const { first_name, last_name, until, time_zone } = offered;
  const name = isolated(`${first_name} ${last_name}`);
  conflict(`This time is offered to ${name} until ${formatShortDateTime(until, time_zone)}.`, 'slot_taken');
}
