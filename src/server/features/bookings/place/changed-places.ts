import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { emit } from '#server/outbox/emit.ts';
import type { Effects, ScheduledTransition } from '#server/outbox/feature-jobs.ts';
import { insertDeliveries } from '#server/outbox/queries.ts';
import type { Place } from '#shared/rules/place.ts';
import type { placeEvents } from '../events.ts';
import { recipientIdOf } from '../news/email-recipient.ts';
import { findBookingDetails } from '../news/message-queries.ts';
import { placeDigest } from '../news/told-places.ts';

/** Some time after the last change of an address those who come there are told. */
export const placeTelling: ScheduledTransition = {
  name: 'changed address',
  async find(db, limit, without) {
    const { rows } = await sql<{ id: string }>`
      select professional_id as id from place_changes
      where tell_at <= clock_now() and professional_id <> all(${without}::uuid[]) order by tell_at limit ${limit}`.execute(
      db,
    );
    return rows.map(({ id }) => id);
  },
  async apply(trx, professional_id) {
    const { rows } = await sql`
      update place_changes set tell_at = null where professional_id = (select professional_id from place_changes
        where professional_id = ${professional_id} and tell_at <= clock_now() for update skip locked)
      returning professional_id`.execute(trx);
    if (rows.length > 0) await emit(trx, 'place.changed', { professional_id });
    return rows.length > 0;
  },
};

/** One mail for each client or guest, of all their visits ahead of which they know another place. */
export const placeEffects: Pick<Effects, keyof typeof placeEvents> = {
  'place.changed': async (trx, { id: event_id, payload: { professional_id } }) => {
    for (const visits of await findTold(trx, professional_id)) {
      const [booking_id = ''] = visits;
      const booking = await findBookingDetails(trx, booking_id);
      const recipient = booking && recipientIdOf(booking, 'client', 'place_changed');
      if (recipient)
        await insertDeliveries(trx, [{ event_id, channel: 'mail', recipient, template: 'place', payload: { visits } }]);
    }
  },
};

/** Ids of confirmed visits ahead of which another place was told, soonest first, those of each person together. */
async function findTold(trx: Db, professional_id: string): Promise<string[][]> {
  const owner = await trx.selectFrom('professionals').select('place').where('id', '=', professional_id).execute();
  const { rows } = await sql<{ visits: string[] }>`
    select json_agg(id order by start_time) as visits from bookings
    where professional_id = ${professional_id} and status = 'confirmed' and start_time > clock_now()
      and told_place is distinct from ${placeDigest((owner[0]?.place ?? null) as Place | null)}
    group by coalesce(client_id, guest_id)`.execute(trx);
  return rows.map(({ visits }) => visits);
}
