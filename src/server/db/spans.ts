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

/** The spans of joined `spanBytes`, read one by one; null is none. */
export function* spansOf(bytes: Buffer | null): Generator<Span, undefined> {
  if (bytes === null) return;
  const at = (offset: number) =>
    year2000 + (bytes.readInt32BE(offset) * 2 ** 32 + bytes.readUInt32BE(offset + 4)) / 1000;
  for (let offset = 0; offset < bytes.length; offset += 16) yield { start: at(offset), end: at(offset + 8) };
}
