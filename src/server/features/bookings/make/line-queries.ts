import { type RawBuilder, sql } from 'kysely';
import { isAmong } from '#server/db/sql.ts';
import type { PricedLine, TimedLine } from '#shared/rules/lines.ts';

/** A service as a line that may be chosen, as it is now; who reads it decides what one that is switched off means. */
export type ServiceLine = BookedLine & PricedLine & { is_active: boolean };

/** A line as it is booked, with what its client does before they come. */
export type BookedLine = TimedLine & { id: string; name: string; price_cents: number; preparation: string | null };

/** Those of these services that a professional has, in any order: `linesOf` puts them in the order chosen. */
export function serviceLines(professional: RawBuilder<unknown>, serviceIds: RawBuilder<string[] | null>) {
  return sql<ServiceLine>`
    select id, name, price_cents, deposit_cents, service_duration_minutes, processing_start_minutes, processing_minutes,
      preparation, is_active
    from services where professional_id = ${professional} and ${isAmong('id', serviceIds)} and deleted_at is null`;
}

/** The same as one value. */
export function serviceLinesJson(professional: RawBuilder<unknown>, serviceIds: RawBuilder<string[] | null>) {
  return sql<ServiceLine[]>`(
    select coalesce(json_agg(line), '[]') from (${serviceLines(professional, serviceIds)}) line)`;
}
