import { Client } from 'pg';

/** Of every table and index that is kept: the address, the access method and whether values in it are unique. */
const relations = `
  select c.oid::int as oid, c.oid::regclass::text as name, am.amname as method, coalesce(i.indisunique, false) as "isUnique",
    i.indrelid::regclass::text as "table"
  from pg_class c join pg_am am on am.oid = c.relam left join pg_index i on i.indexrelid = c.oid
  where c.relpersistence = 'p' and c.relkind in ('r', 'm', 'i') and coalesce(i.indisvalid, true)
  order by c.oid`;
type Relation = { oid: number; name: string; method: string; isUnique: boolean; table: string | null };

/**
 * What PostgreSQL's amcheck finds wrong in a database: in rows; in B-trees, which have to lead to every row; in GIN
 * indexes. It knows no GiST: of those the ranges that the index finds are counted, and the rows.
 */
export async function findCorruption(superuserUrl: string): Promise<string[]> {
  const client = new Client({ connectionString: superuserUrl });
  client.on('error', () => {});
  await client.connect();
  const found: string[] = [];
  async function check(what: string, text: string, values: unknown[] = []): Promise<void> {
    try {
      const { rows } = await client.query<{ wrong: string | null }>(text, values);
      for (const { wrong } of rows) if (wrong !== null) found.push(`${what}: ${wrong}`);
    } catch (error) {
      found.push(`${what}: ${(error as Error).message}`);
    }
  }
  try {
    await client.query('create extension if not exists amcheck');
    const { rows } = await client.query<Relation>(relations);
    for (const { oid, name, method, isUnique, table } of rows) {
      const checks: Record<string, () => Promise<void>> = {
        heap: () => check(name, `select msg as wrong from verify_heapam($1::oid, check_toast => true)`, [oid]),
        btree: () =>
          check(name, `select nullif(bt_index_check($1::oid, true, $2)::text, '') as wrong`, [oid, isUnique]),
        gin: () => check(name, `select nullif(gin_index_check($1::oid)::text, '') as wrong`, [oid]),
        gist: () => compareRanges(name, table ?? ''),
      };
      await (checks[method] ?? (async () => void found.push(`${name}: nothing checks ${method}`)))();
    }
    await check('checksums', `select nullif(sum(checksum_failures), 0) || ' pages' as wrong from pg_stat_database`);
    return found;
  } finally {
    await client.end().catch(() => {});
  }

  /** All GiST indexes are of ranges of time. */
  async function compareRanges(index: string, table: string): Promise<void> {
    const text = `select count(*)::int as count from ${table} where tstzrange(start_time, end_time) && '(,)'`;
    async function countBy(setting: string): Promise<number> {
      await client.query(`set local ${setting} = off`);
      const { rows } = await client.query<{ count: number }>(text);
      await client.query(`reset ${setting}`);
      return rows[0]?.count ?? -1;
    }
    try {
      await client.query('begin isolation level repeatable read');
      const byIndex = await countBy('enable_seqscan');
      await client.query('set local enable_indexscan = off; set local enable_indexonlyscan = off');
      const all = await countBy('enable_bitmapscan');
      if (byIndex !== all) found.push(`${index}: leads to ${byIndex} of ${all} rows`);
    } catch (error) {
      found.push(`${index}: ${(error as Error).message}`);
    } finally {
      await client.query('rollback');
    }
  }
}
