import { type RawBuilder, sql } from 'kysely';
import { isAmong } from '#server/db/sql.ts';
import { conflict, invalid, notFound } from '#server/errors.ts';
import {
  type Choosable,
  type Chosen,
  type Line,
  type LineOption,
  linesOf,
  notOfferedText,
  type PrepareItem,
  type PricedLine,
  type TimedLine,
} from '#shared/rules/lines.ts';

/** A service as a line that may be chosen, as it is now; who reads it decides what one that is switched off means. */
export type ServiceLine = Omit<BookedLine, 'options'> & PricedLine & Choosable & { is_active: boolean };

/** A line as it is booked, with what its client does before they come. */
export type BookedLine = TimedLine & {
  id: string;
  name: string;
  price_cents: number;
  preparation: string | null;
  prepare: PrepareItem[];
  options: LineOption[];
};

/** Those of these services that a professional has, in any order: `linesOf` puts them in the order chosen. */
export function serviceLines(professional: RawBuilder<unknown>, serviceIds: RawBuilder<string[] | null>) {
  return sql<ServiceLine>`
    select id, name, price_cents, deposit_cents, service_duration_minutes, processing_start_minutes, processing_minutes,
      preparation, is_active, variants, extras, prepare
    from services where professional_id = ${professional} and ${isAmong('id', serviceIds)} and deleted_at is null`;
}

/** The same as one value. */
export function serviceLinesJson(professional: RawBuilder<unknown>, serviceIds: RawBuilder<string[] | null>) {
  return sql<ServiceLine[]>`(
    select coalesce(json_agg(line), '[]') from (${serviceLines(professional, serviceIds)}) line)`;
}

/** Throws 404 for a service or an option that is not there, 422 for options that make no line. */
export function requireLines<Offered extends ServiceLine>(
  chosen: Chosen,
  offered: readonly Offered[],
  from: 'body' | 'query' = 'body',
): Line<Offered>[] {
  const lines = linesOf(chosen, offered);
  if (Array.isArray(lines)) return lines;
  if (lines.kind === 'choices') return invalid([from, 'option_ids'], lines.messages);
  return notFound(lines.kind === 'service' ? 'Service' : 'Option');
}

/** 409 for a line whose choices have no cell. */
export function refuseNotOffered(lines: readonly Line<ServiceLine>[]): void {
  const missing = lines.find(({ is_offered }) => !is_offered);
  if (missing) conflict(notOfferedText(missing), 'not_offered_like_that');
}

/** 409 for a service that is switched off, and for a line whose choices have no cell. */
export function refuseGone(lines: readonly Line<ServiceLine>[]): void {
  const gone = lines.find((one) => !one.is_active);
  if (gone) conflict(`${gone.name} is no longer offered.`, 'service_not_offered');
  refuseNotOffered(lines);
}
