import { type RawBuilder, sql } from 'kysely';
import { MINUTE } from '#shared/constants.ts';
import type { Visit } from '#shared/rules/lines.ts';
import type { Span } from '#shared/rules/slots.ts';
import { iso } from '#shared/time.ts';
import { epochMs } from './sql.ts';

/** The parts of a booking, each its start and end in epoch milliseconds, soonest first; null is all of it. */
export type Segments = [start: number, end: number][] | null;

/** A `tstzmultirange` as `Segments`; such a range itself comes as a text that only PostgreSQL reads. */
export function segmentsOf(column: string): RawBuilder<Segments> {
  const segments = sql.ref(column);
  return sql<Segments>`case when ${segments} is not null then (
    select json_agg(json_build_array(${epochMs(sql`lower(part)`)}, ${epochMs(sql`upper(part)`)}) order by part)
    from unnest(${segments}) part) end`;
}

/** What `bookings.segments` holds for these parts, as a text; null for a visit without a gap. */
export function segmentsText(parts: readonly Span[]): string | null {
  return parts.length > 1 ? `{${parts.map(({ start, end }) => `[${iso(start)},${iso(end)})`).join(',')}}` : null;
}

/** The visit of a booking, as `visitOf` has that of lines; instants are epoch milliseconds. */
export function bookedVisit({ start, end }: Span, segments: Segments): Visit {
  const spans = segments ?? [[start, end] as const];
  return {
    duration_minutes: (end - start) / MINUTE,
    parts: spans.map(([from, to]) => ({ start: (from - start) / MINUTE, end: (to - start) / MINUTE })),
  };
}
