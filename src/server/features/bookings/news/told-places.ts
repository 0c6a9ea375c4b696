import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { addressText, isPlaceKnown, type Place } from '#shared/rules/place.ts';
import type { Side } from '#shared/rules/reschedule.ts';
import type { BookingDetails } from './message-queries.ts';
import { isSaid } from './where-rows.ts';

/** By which two addresses are compared, so that none is stored once more; null without a place. */
export function placeDigest(place: Place | null): string | null {
  const text = addressText(place);
  return text === null ? null : createHash('sha256').update(text).digest('base64url');
}

/** Whether this mail tells a client of a place that they were not told. */
export function tellsPlace(b: BookingDetails, mail: { about: string; to: Side }): boolean {
  return mail.to === 'client' && isSaid(mail) && isPlaceKnown(b) && b.told_place !== placeDigest(b.place);
}

/** Notes of which visits a mail that is being sent tells where they are. */
export async function noteTold(db: Db, { professional_id, place }: BookingDetails, ids: readonly string[]) {
  await sql`
    update bookings set told_place = ${placeDigest(place)}
    where professional_id = ${professional_id} and id = any(${ids}::uuid[])`.execute(db);
}
