import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';

// A window of hours has no row: its id is the instant of its start where a UUIDv7 has its time, and a hash of the
// professional's id in the rest. So it stays as long as hours, whichever rule gives them, start at that instant.

/** The professional's part of the ids: 72 bits, as hexadecimal digits. */
function windowKey(professionalId: string): string {
  const bytes = Buffer.from(professionalId.replaceAll('-', ''), 'hex');
  return createHash('sha256').update(bytes).digest('hex').slice(0, keyLength);
}

const keyLength = 18;

/** `windowKey` of an id in SQL, as `professionals_window_key_idx` has it. */
export function windowKeyOf(id: RawBuilder<unknown>) {
  return sql<string>`left(encode(sha256(uuid_send(${id})), 'hex'), 18)`;
}

/** Makes the ids of a professional's windows from their starts, epoch milliseconds. */
export function windowIdsOf(professionalId: string): (start: number) => string {
  const key = windowKey(professionalId);
  const rest = `-7${key.slice(0, 3)}-8${key.slice(3, 6)}-${key.slice(6)}`;
  // In two parts, because V8 writes small integers as hexadecimal digits many times as fast as others.
  return (start) => {
    const high = Math.floor(start / 2 ** 16);
    return `${high.toString(16).padStart(8, '0')}-${(start - high * 2 ** 16).toString(16).padStart(4, '0')}${rest}`;
  };
}

/** What an id says if a window of hours has it; whether one does, only hours can tell. */
export function readWindowId(id: string): { key: string; start: number } | undefined {
  const match = /^([0-9a-f]{8})-([0-9a-f]{4})-7([0-9a-f]{3})-8([0-9a-f]{3})-([0-9a-f]{12})$/.exec(id);
  if (!match) return undefined;
  const [, high, low, ...key] = match;
  const start = Number.parseInt(`${high}${low}`, 16);
  return start < latestStart ? { key: key.join(''), start } : undefined;
}

/** Later instants are no times of the wire. */
const latestStart = Date.UTC(9999, 0);
