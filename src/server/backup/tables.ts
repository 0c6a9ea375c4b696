import type pg from 'pg';

/** A table as a backup holds it. */
type Table = { name: string; columns: string[] };

/** What migrations write for themselves: a restore migrates. */
const ledgers = ['kysely_migration', 'migration_steps'];

/** Of these a backup has no rows: sessions end with their database, and push keys stand in no other place (contract 16). */
export const leftEmpty = new Set(['sessions', 'push_subscriptions']);

/**
 * All tables of ours, each after those that its foreign keys name. The queue's are left out: they only transport what
 * the outbox holds.
 */
export async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table & { parents: string[] }>(
    `select c.relname::text as name,
       array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
         and attgenerated = '' order by attnum) as columns,
       array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
             where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid) as parents
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1) order by c.relname`,
    [ledgers],
  );
  const ordered: Table[] = [];
  const waiting = new Set(rows);
  while (waiting.size > 0) {
    const next = [...waiting].filter(({ parents }) => [...waiting].every(({ name }) => !parents.includes(name)));
    if (next.length === 0) throw new Error(`foreign keys form a circle: ${[...waiting].map(({ name }) => name)}`);
    for (const table of next) {
      waiting.delete(table);
      ordered.push({ name: table.name, columns: table.columns });
    }
  }
  return ordered;
}
