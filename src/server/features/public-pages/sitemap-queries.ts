import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { anyOf, epochMs } from '#server/db/sql.ts';
import { isListed, isVisible } from '#server/features/parties/visibility.ts';

/** Addresses of one file of a sitemap (contract 10). */
const addressesAFile = 10_000;

export type SitemapKind = 'professionals' | 'services';
/** `changed_at` is the newest of what the page shows, epoch milliseconds. */
type SitemapRow = { id: string; name: string; changed_at: number };

const pictures = (professional: string) => sql`
  (select max(created_at) from professional_pictures where professional_id = ${sql.ref(professional)})`;
// Each change of hours makes their rows, and so their ids, anew.
const hours = sql`(select max(uuid_extract_timestamp(id)) from hour_schedules where professional_id = p.id)`;

const sources: Record<SitemapKind, ReturnType<typeof sql<SitemapRow>>> = {
  professionals: sql`
    select p.id, p.display_name as name,
      ${epochMs(sql`greatest(p.updated_at, ${pictures('p.id')}, ${hours}, (
        select max(updated_at) from services where professional_id = p.id))`)} as changed_at
    from professionals p where ${isVisible('p')}`,
  services: sql`
    select s.id, s.name, ${epochMs(sql`greatest(s.updated_at, p.updated_at, ${pictures('p.id')})`)} as changed_at
    from services s join professionals p on p.id = s.professional_id where ${isListed('s')}`,
};

/** The pages of one file, which counts from 1. */
export async function sitemapPages(db: Db, kind: SitemapKind, file: number): Promise<SitemapRow[]> {
  const { rows } = await sql<SitemapRow>`
    ${sources[kind]} order by id offset ${(file - 1) * addressesAFile}::int limit ${addressesAFile}::int`.execute(db);
  return rows;
}

/** When somebody of these professionals' cards last changed, epoch milliseconds; 0 without any. */
export async function newestChange(db: Db, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ changed_at: number }>`
    select coalesce(max(changed_at), 0)::bigint as changed_at
    from (${sources.professionals} and p.id = ${anyOf(ids, 'uuid')}) listed`.execute(db);
  return rows[0]?.changed_at ?? 0;
}

/** The newest change of each file, in their order. */
export async function sitemapFiles(db: Db, kind: SitemapKind): Promise<number[]> {
  const { rows } = await sql<{ changed_at: number }>`
    select max(changed_at)::bigint as changed_at
    from (select changed_at, (row_number() over (order by id) - 1) / ${addressesAFile}::int as file from (${sources[kind]}) page) numbered
    group by file order by file`.execute(db);
  return rows.map(({ changed_at }) => changed_at);
}
