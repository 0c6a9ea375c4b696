// Other features may import this.
import type { Db } from '#server/db/connect.ts';
import { conflict } from '#server/errors.ts';
import { isolated } from '#shared/isolated.ts';
import type { Span } from '#shared/rules/slots.ts';
import { formatShortDateTime } from '#shared/time.ts';
import { findOffered } from './queries.ts';

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
