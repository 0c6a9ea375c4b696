import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { invalid } from '#server/errors.ts';
import type { Place } from '#shared/rules/place.ts';

/** 422 for a client who does not say where somebody mobile comes to. */
export function requireAddress(place: Place | null, given: string | null | undefined): void {
  if (place?.kind === 'mobile' && !given) invalid(['body', 'visit_address'], 'Enter the address of your visit');
}

/** Whether this client came to a visit with this professional. */
export async function hasVisited(
  trx: Db,
  { client_id, professional_id }: { client_id: string; professional_id: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from bookings where client_id = ${client_id} and professional_id = ${professional_id}
      and status = 'completed' and not no_show limit 1`.execute(trx);
  return rows.length > 0;
}
