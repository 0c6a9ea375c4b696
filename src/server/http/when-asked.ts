import type { Database } from '#server/db/connect.ts';
import { databaseNow } from '#server/db/sql.ts';
import { rangeOfWhen } from '#shared/rules/slot-range.ts';

/**
 * The address that says by instants what a form without JavaScript asks for by a word, `when=Saturday`; undefined for
 * any other address. The word is meant as clocks in Melbourne have it, as a form cannot say where it is.
 */
export async function addressOfWhen(db: Database, address: string): Promise<string | undefined> {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  const when = searchParams.get('when');
  if (!when) return undefined;
  const range = rangeOfWhen(when, await databaseNow(db));
  if (!range) return undefined;
  for (const [name, value] of [...searchParams]) if (value === '') searchParams.delete(name);
  searchParams.delete('when');
  for (const [name, instant] of Object.entries(range)) searchParams.set(name, instant);
  return `${pathname}?${searchParams}`;
}
