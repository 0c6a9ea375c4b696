import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { clockNow, epochMs } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';

/** Who changes when the pictures of the landing page do. */
export const ofLandingPage = '00000000-0000-0000-0000-000000000000';

/** What a page shows of what may change. */
export type Shown = {
  /** Professionals, and `ofLandingPage`. */
  subjects: string[];
  /** Whether it is a list that anybody may come into. */
  everybody: boolean;
  /** Whether anybody's slots may change it, beside those of `subjects`. */
  allTimes: boolean;
};

export type Look = {
  /** The database's time, epoch milliseconds. */
  now: number;
  /** Where the next look goes on: no transaction that is older is open. */
  next: number;
  /** Whether something shown was changed since. */
  changed: boolean;
};

const changedSince = statement(
  'public_changes_since',
  (_, p: Params<Shown & { since: number }>) => sql<Look>`
    select ${epochMs(clockNow)} as now, pg_snapshot_xmin(pg_current_snapshot())::text::float8 as next,
      exists (select from public_changes
        where version >= ${p.since}::bigint and (${p.everybody}::boolean or subject = any(${p.subjects}::uuid[])))
      or case when ${p.allTimes}::boolean then exists (select from slot_versions where version >= ${p.since}::bigint)
        else exists (
          select from unnest(${p.subjects}::uuid[]) as shown (id)
          cross join lateral (select version from slot_versions where professional_id = shown.id offset 0) own
          where own.version >= ${p.since}::bigint)
        end as changed`,
);

const nothing: Shown = { subjects: [], everybody: false, allTimes: false };

/**
 * Whether something that is shown was changed by transactions that may have been open at an earlier look, whose `next`
 * is `since`. Without one it only says where to begin.
 */
export async function lookForChanges(db: Db, shown: Shown = nothing, since = 0): Promise<Look> {
  const [look] = await changedSince.execute(db, { ...shown, since });
  if (!look) throw new Error('the statement has one row');
  return look;
}

const noticesOf = statement(
  'notices_of_professionals',
  (_, p: Params<{ ids: string[] }>) => sql<{ id: string; min_notice_minutes: number }>`
    select p.id, p.min_notice_minutes from unnest(${p.ids}::uuid[]) as chosen (id)
    cross join lateral (select id, min_notice_minutes from professionals where id = chosen.id offset 0) p`,
);

/** How long before its start a time can be booked at the latest, minutes, by professional. */
export async function readNotices(db: Db, ids: string[]): Promise<Map<string, number>> {
  const rows = ids.length > 0 ? await noticesOf.execute(db, { ids }) : [];
  return new Map(rows.map(({ id, min_notice_minutes }) => [id, min_notice_minutes]));
}
