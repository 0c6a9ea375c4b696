import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { epochMs } from '#server/db/sql.ts';
import { stateOfEmails } from '#server/outbox/queries.ts';
import type { OpeningStatus } from '#shared/rules/cancellation-list.ts';
import { lineName, totalCents } from '#shared/rules/lines.ts';
import { linesOfServices, servicesOf } from './entry-lines.ts';

/** The data of what a client is told of the list. Instants are epoch milliseconds, money is whole cents. */
export type ListNews = {
  professional_id: string;
  entry_id: string;
  /** Named with their options. */
  services: { name: string; price_cents: number; service_duration_minutes: number }[];
  total_cents: number;
  /** Of an entry for an earlier time: when its booking begins. */
  booked_start: number | null;
  display_name: string;
  location: string;
  time_zone: string;
  professional_user_id: string | null;
  /** Null, like the address, once the client's account was deleted. */
  user_id: string | null;
  email: string | null;
  first_name: string;
  last_name: string;
  mail_booking: boolean;
  opening: { id: string; status: OpeningStatus; start: number; end: number; created: number; expires: number } | null;
  now: number;
};

/** About an entry, or about an opening of it; undefined once either is gone. */
export async function findListNews(
  db: Db,
  about: { entry_id: string } | { opening_id: string },
): Promise<ListNews | undefined> {
  const opening = 'opening_id' in about ? about.opening_id : null;
  const which: RawBuilder<boolean> =
    'entry_id' in about
      ? sql`e.id = ${about.entry_id}`
      : sql`(e.id, e.professional_id) = (select entry_id, professional_id from openings where id = ${about.opening_id})`;
  const { rows } = await sql<ListNews & Parameters<typeof linesOfServices>[0] & { total_cents: number | null }>`
    select e.professional_id, e.id as entry_id, ${servicesOf} as services, e.options, b.total_price_cents as total_cents,
      case when e.is_earlier then ${epochMs('b.start_time')} end as booked_start, p.display_name, p.location, p.time_zone,
      p.user_id as professional_user_id, u.id as user_id, u.email, c.first_name, c.last_name,
      coalesce(w.mail_booking, true) as mail_booking,
      (select json_build_object('id', o.id, 'status', o.status, 'start', ${epochMs('o.start_time')},
          'end', ${epochMs('o.end_time')}, 'created', ${epochMs('o.created_at')}, 'expires', ${epochMs('o.expires_at')})
        from openings o where o.id = ${opening}::uuid and o.professional_id = e.professional_id) as opening,
      ${epochMs(sql`clock_now()`)} as now
    from cancellation_list_entries e
    join professionals p on p.id = e.professional_id
    join clients c on c.id = e.client_id
    left join users u on u.id = c.user_id
    left join user_preferences w on w.user_id = u.id
    left join bookings b on b.id = e.booking_id and b.professional_id = e.professional_id
    where ${which}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const services = linesOfServices(row).map((line) => ({ ...line, name: lineName(line) }));
  return { ...row, services, total_cents: row.total_cents ?? totalCents(services) };
}

/** Whether the client was mailed an offer. */
export function findOfferEmail(db: Db, openingId: string) {
  return stateOfEmails(db, [
    sql`template = 'cancellation_list' and payload ->> 'about' = 'offered' and payload ->> 'opening_id' = ${openingId}`,
  ]);
}

/** Keeps both accounts until the transaction ends, so that no name is written after its account was deleted. */
export async function holdListParties(trx: Db, entryId: string): Promise<void> {
  await sql`
    with client as materialized (
      select c.id from cancellation_list_entries e join clients c on c.id = e.client_id where e.id = ${entryId}
      for key share of c)
    select p.id from (select count(*) from client) held, cancellation_list_entries e
      join professionals p on p.id = e.professional_id where e.id = ${entryId} for key share of p`.execute(trx);
}
