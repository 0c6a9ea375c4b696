import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { segmentsText } from '#server/db/segments.ts';
import { emit } from '#server/outbox/emit.ts';
import type { Extra, LineOption, PrepareItem } from '#shared/rules/lines.ts';
import type { Span } from '#shared/rules/slots.ts';
import { iso } from '#shared/time.ts';
import type { LockedBooking } from '../life/lock-queries.ts';
import { type BookedLine, type ServiceLine, serviceLinesJson } from '../make/line-queries.ts';

type Key = { professional_id: string; booking_id: string };

/** A booked line, with the extras that its service has now. */
export type BookedNow = {
  id: string;
  name: string;
  price_cents: number;
  service_duration_minutes: number;
  options: LineOption[];
  extras: Extra[];
};

/** What is booked, in its order, and the services that may be added; the booking must be locked. */
export async function readBooked(trx: Db, { professional_id, booking_id }: Key, serviceIds: string[]) {
  const { rows } = await sql<{ booked: BookedNow[]; offered: ServiceLine[] }>`
    select ${serviceLinesJson(sql`${professional_id}::uuid`, sql`${serviceIds}`)} as offered, (
      select json_agg(json_build_object('id', b.service_id, 'name', b.name, 'price_cents', b.price_cents,
        'service_duration_minutes', b.service_duration_minutes, 'options', b.options,
        'extras', case when s.deleted_at is null then s.extras else '[]'::jsonb end) order by b.position)
      from booking_services b
      join services s on s.professional_id = b.professional_id and s.id = b.service_id
      where b.professional_id = ${professional_id} and b.booking_id = ${booking_id}) as booked`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('a statement that always has a row has none');
  return { booked: row.booked, offered: row.offered.filter((one) => one.is_active) };
}

type Longer = {
  end_time: string;
  parts: readonly Span[];
  total_price_cents: number;
  extras: { service_id: string; option: LineOption }[];
  lines: readonly BookedLine[];
  /** Of the first new line. */
  position: number;
  by: 'client' | 'professional';
  requestId: string;
};

/** Writes a longer visit with its price, and says so; violates `busy_times_no_overlap` where something else is. */
export async function writeExtras(trx: Db, booking: LockedBooking, longer: Longer): Promise<void> {
  const { professional_id, id } = booking;
  const { parts, lines, extras } = longer;
  const [version, sequence] = [booking.version + 1, booking.sequence + 1];
  await sql`
    update bookings set end_time = ${longer.end_time}, segments = ${segmentsText(parts)}::tstzmultirange,
      total_price_cents = ${longer.total_price_cents}, version = ${version}, sequence = ${sequence},
      due_at = case when status = 'confirmed' then ${longer.end_time}::timestamptz else due_at end, updated_at = clock_now()
    where professional_id = ${professional_id} and id = ${id}`.execute(trx);
  for (const { service_id, option } of extras)
    await sql`
      update booking_services set price_cents = price_cents + ${option.price_cents}::int,
        service_duration_minutes = service_duration_minutes + ${option.service_duration_minutes}::int,
        options = options || ${JSON.stringify([option])}::jsonb
      where professional_id = ${professional_id} and booking_id = ${id} and service_id = ${service_id}`.execute(trx);
  if (lines.length > 0)
    await trx
      .insertInto('booking_services')
      .values(
        lines.map((line, n) => ({
          professional_id,
          booking_id: id,
          position: longer.position + n,
          service_id: line.id,
          name: line.name,
          price_cents: line.price_cents,
          service_duration_minutes: line.service_duration_minutes,
          options: JSON.stringify(line.options),
          prepare: JSON.stringify(line.prepare),
          technique: sql<
            string | null
          >`(select technique from services where professional_id = ${professional_id} and id = ${line.id})`,
        })),
      )
      .execute();
  await sql`delete from busy_times where professional_id = ${professional_id} and booking_id = ${id}`.execute(trx);
  await sql`
    insert into busy_times (professional_id, booking_id, start_time, end_time)
    select ${professional_id}, ${id}, part.start_time, part.end_time
    from unnest(${parts.map((part) => iso(part.start))}::timestamptz[], ${parts.map((part) => iso(part.end))}::timestamptz[])
      part (start_time, end_time)`.execute(trx);
  await emit(
    trx,
    'booking.extended',
    { professional_id, booking_id: id, version, sequence, by: longer.by },
    longer.requestId,
  );
}

/** What its client is to do before a booking that they may still get ready for; locked. Undefined for others'. */
export async function lockPrepare(trx: Db, id: string, clientId: string) {
  const { rows } = await sql<{ professional_id: string; is_open: boolean; prepare: PrepareItem[] }>`
    with booking as materialized (
      select professional_id, id, status in ('pending', 'confirmed') and start_time > clock_now() as is_open
      from bookings where id = ${id} and client_id = ${clientId} for no key update)
    select booking.professional_id, booking.is_open, coalesce((
      select jsonb_agg(item order by position, n)
      from booking_services b, jsonb_array_elements(b.prepare) with ordinality one (item, n)
      where b.professional_id = booking.professional_id and b.booking_id = booking.id), '[]') as prepare
    from booking`.execute(trx);
  return rows[0];
}

export async function putReady(trx: Db, { professional_id, booking_id }: Key, ready: string[]): Promise<void> {
  await sql`update bookings set ready = ${ready}::uuid[]
    where professional_id = ${professional_id} and id = ${booking_id}`.execute(trx);
}
