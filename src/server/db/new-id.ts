import { randomUUID } from 'node:crypto';

/** An id such as the database's `uuidv7()` gives rows, for what stands within a row; its time is the system clock's. */
export function newId(): string {
  const ms = Date.now().toString(16).padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7${randomUUID().slice(15)}`;
}
