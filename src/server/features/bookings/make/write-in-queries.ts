import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { type Params, statement } from '#server/db/statement.ts';
import type { Place } from '#shared/rules/place.ts';
import { type ServiceLine, serviceLinesJson } from './line-queries.ts';

type Chosen = { professional_id: string; client_id: string | null; service_ids: string[] };

/** What a booking that is written in is made of, besides who and when. */
type WriteInView = {
  /** The id for the new booking. */
  id: string;
  display_name: string;
  location: string;
  time_zone: string;
  place: Place | null;
  contact_phone: string | null;
  cancellation_cutoff_hours: number;
  cancellation_policy: string | null;
  first_name: string | null;
  last_name: string | null;
  /** Those of the chosen services that this professional has, offered or not, in any order. */
  services: ServiceLine[];
  /** Whether they have somewhere to be paid now. */
  takes_deposits: boolean;
};

const writeInView = statement(
  'write_in_view',
  (_, p: Params<Chosen>) => sql<WriteInView>`
    select uuidv7() as id, pro.display_name, pro.location, pro.time_zone, pro.place, pro.contact_phone,
      pro.cancellation_cutoff_hours,
      pro.cancellation_policy, client.first_name, client.last_name,
      coalesce(pro.pay_to_since <= clock_now(), false) as takes_deposits,
      ${serviceLinesJson(sql`pro.id`, p.service_ids)} as services
    from professionals pro left join clients client on client.id = ${p.client_id}::uuid
    where pro.id = ${p.professional_id}`,
);

/** Reads what a booking that is written in is made of; the professional must be locked. */
export async function viewWriteIn(trx: Db, chosen: Chosen): Promise<WriteInView> {
  const view = await writeInView.executeTakeFirst(trx, chosen);
  if (!view) throw new Error('a locked professional is gone');
  return view;
}
