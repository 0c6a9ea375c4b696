import { sql } from 'kysely';
import { type Choosable, type Cost, type LineOption, linesOf, type WishedOption } from '#shared/rules/lines.ts';

/** As booked with `options`, or as offered now. */
export type ServiceOfEntry = Cost &
  Choosable & { id: string; name: string; deposit_cents: number | null; options: LineOption[] | null };

/** The lines that are waited for or were booked; what is offered no more is named as it was. */
export function linesOfServices({ services, options }: { services: ServiceOfEntry[]; options: WishedOption[] }) {
  const chosen = { service_ids: services.map(({ id }) => id), option_ids: options.map(({ id }) => id) };
  const lines = linesOf(chosen, services);
  return services.map((service, n) => ({
    ...service,
    options: service.options ?? options.filter((one) => one.service_id === service.id),
    ...(service.options === null && Array.isArray(lines) ? lines[n] : {}),
  }));
}

/** What an entry of the alias `e` waits for: as booked, or as offered now. */
export const servicesOf = sql`coalesce(case when e.booking_id is null then (
    select json_agg(json_build_object('id', s.id, 'name', s.name, 'price_cents', s.price_cents,
      'deposit_cents', s.deposit_cents, 'service_duration_minutes', s.service_duration_minutes,
      'variants', s.variants, 'extras', s.extras, 'options', null)
      order by array_position(e.service_ids, s.id))
    from services s where s.professional_id = e.professional_id and s.id = any(e.service_ids))
  else (
    select json_agg(json_build_object('id', s.service_id, 'name', s.name, 'price_cents', s.price_cents,
      'service_duration_minutes', s.service_duration_minutes, 'variants', null, 'extras', '[]'::jsonb,
      'options', s.options) order by s.position)
    from booking_services s where s.professional_id = e.professional_id and s.booking_id = e.booking_id)
  end, '[]')`;
