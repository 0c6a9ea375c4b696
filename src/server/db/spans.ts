import { sql } from 'kysely';
import type { Span } from '#shared/rules/slots.ts';

/**
 * `start_time` and `end_time` as PostgreSQL sends instants, 16 bytes for `spansOf`: writing and reading them as text
 * costs more than finding them.
 */
export function spanBytes(alias: string) {
  return sql<Buffer>`timestamptz_send(${sql.ref(`${alias}.start_time`)}) || timestamptz_send(${sql.ref(`${alias}.end_time`)})`;
}

/** PostgreSQL sends an instant as the microseconds since 2000, in eight bytes. */
const year2000 = Date.UTC(2000, 0);

/** The spans of joined `spanBytes`; null is none. */
export function spansOf(bytes: Buffer | null): Span[] {
  if (bytes === null) return [];
  // Compiled to plain loads, where each read of a Buffer is a call.
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const at = (offset: number) => year2000 + (view.getInt32(offset) * 2 ** 32 + view.getUint32(offset + 4)) / 1000;
  const spans: Span[] = [];
  for (let offset = 0; offset < bytes.length; offset += 16) spans.push({ start: at(offset), end: at(offset + 8) });
  return spans;
}

/** Start and end of each of joined `spanBytes`, without a span in between; null is none. */
export function instantsOf(bytes: Buffer | null): Float64Array {
  if (bytes === null) return new Float64Array(0);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const instants = new Float64Array(bytes.length / 8);
  for (let at = 0; at < instants.length; at++)
    instants[at] = year2000 + (view.getInt32(at * 8) * 2 ** 32 + view.getUint32(at * 8 + 4)) / 1000;
  return instants;
}
