import { sql } from 'kysely';
import type { Viewer } from '#server/api/caller.ts';
import type { Happening } from '#shared/rules/visit-life.ts';

// Which bookings something happens to: conditions on rows of `bookings`.

/** One side of bookings. */
export type Party = { role: 'client' | 'professional'; id: string };

export function isOfSide({ role, id }: Party) {
  return sql<boolean>`${sql.ref(`bookings.${role}_id`)} = ${id}`;
}

/** Clients and professionals see and change their own bookings, admins all. */
export function isOfParty({ role, client_id, professional_id }: Viewer) {
  if (role === 'admin') return sql<boolean>`true`;
  return role === 'client'
    ? sql<boolean>`bookings.client_id = ${client_id}`
    : sql<boolean>`bookings.professional_id = ${professional_id}`;
}

/** Of rows `b`: somebody came. */
export const isVisit = sql`b.status = 'completed' and not b.no_show`;

/** A visit has begun at its start, or when its professional says so. */
export const isAhead = sql<boolean>`(bookings.start_time > clock_now() and bookings.started_at is null)`;

/** Whether a client can still cancel a confirmed booking online: `cancelUntil` of the shared rules. */
export const isBeforeCutOff = sql<boolean>`clock_now() < least(bookings.start_time, greatest(
  bookings.start_time - make_interval(hours => bookings.cancellation_cutoff_hours),
  bookings.created_at + interval '15 minutes', bookings.cancel_not_before))`;

/** Whether it is time to: `mayConfirm` and `mayCancel` of the shared rules, by the database's clock. */
export function isInTime(happening: Extract<Happening, 'confirmed' | 'cancelled'>, { role }: Pick<Viewer, 'role'>) {
  if (happening === 'confirmed') return sql<boolean>`(${isAhead} and bookings.expires_at > clock_now())`;
  return role === 'client'
    ? sql<boolean>`(${isAhead} and (bookings.status = 'pending' or ${isBeforeCutOff}))`
    : isAhead;
}
