import type { Deps } from '#server/deps.ts';
import { createLogger } from '#server/logging/log.ts';

/** The same with a log that writes everything to `lines`. */
export function logged(deps: Deps): { deps: Deps; lines: string[] } {
  const lines: string[] = [];
  return { deps: { ...deps, log: createLogger('trace', { write: (line: string) => void lines.push(line) }) }, lines };
}

/** The tables, those of the queue included, in which one of these words stands. */
export async function tablesWith({ pool }: Pick<Deps, 'pool'>, words: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; found: string }>(`
    select relname as name, query_to_xml(format('select * from %I.%I', nspname, relname), true, false, '')::text as found
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema') and relname <> 'localities'
      and has_table_privilege(c.oid, 'select')
    order by relname`);
  return rows.filter(({ found }) => words.some((word) => found.includes(word))).map(({ name }) => name);
}

/** Everything that the sockets of all processes are told from now on. */
export async function heard({ fanOut }: Pick<Deps, 'fanOut'>): Promise<{ told: string[]; close(): Promise<void> }> {
  const told: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const onNotification = (payload: string) => void told.push(payload);
  const { close } = fanOut.listen({ onListening: resolve, onNotification, onLost() {} });
  await promise;
  return { told, close };
}
