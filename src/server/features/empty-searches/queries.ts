import { sql } from 'kysely';
import type { Context } from '#server/api/procedures.ts';
import type { Db } from '#server/db/connect.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { inBackground } from '#server/process/background.ts';
import { type Overview, overviewDays } from '#shared/admin.ts';
import { defaultTimeZone } from '#shared/constants.ts';

/** A page asks for more; the offers after an empty result ask for fewer. */
const leastLimit = 4;
/** Texts kept of a day, whoever types how many. */
const textsADay = 1_000;
/** Writes at a time in a process: a search never waits for one, and none wait for each other. */
const writesAtOnce = 2;
let writing = 0;

const today = sql`(clock_now() at time zone ${defaultTimeZone})::date`;

/** What was typed, as it is compared; nothing where it may be somebody's address or number. */
function wordsOf(text: string | undefined): string {
  const words = (text ?? '').trim().toLowerCase().replace(/\s+/g, ' ');
  return words.includes('@') || words.replace(/\D/g, '').length > 5 ? '' : words;
}

type Asked = { search?: string | undefined; location?: string | undefined; skip: number; limit: number };

/** Passes a list on; one without a result is told to operators, by its words and place, never by who asked. */
export async function notingEmpty<Page extends { total: number }>(
  { deps: { db, log } }: Context,
  asked: Asked,
  found: Promise<Page>,
): Promise<Page> {
  const page = await found;
  const [search, location] = [wordsOf(asked.search), wordsOf(asked.location)];
  const isTold = page.total === 0 && asked.skip === 0 && asked.limit >= leastLimit && search + location !== '';
  if (isTold && writing < writesAtOnce) {
    writing++;
    void inBackground(log, 'failed to note a search without a result', () => countEmpty(db, search, location)).finally(
      () => writing--,
    );
  }
  return page;
}

async function countEmpty(db: Db, search: string, location: string): Promise<void> {
  await sql`
    insert into empty_searches as known (day, search, location, searches)
    select ${today}, ${search}, ${location}, 1 where (select count(*) from empty_searches where day = ${today}) < ${textsADay}
    on conflict (day, search, location) do update set searches = known.searches + 1`.execute(db);
}

/** The most frequent ones of the overview's days. */
export async function listEmptySearches(db: Db): Promise<Overview['empty_searches']> {
  const { rows } = await sql<Overview['empty_searches'][number]>`
    select search, location, sum(searches)::int as searches from empty_searches
    where day > ${today} - ${overviewDays}::int
    group by search, location order by searches desc, search, location limit 20`.execute(db);
  return rows;
}

export function deleteOldEmptySearches(db: Db, limit: number): Promise<number> {
  return deleteBatch(db, 'empty_searches', sql`day < ${today} - ${overviewDays}::int`, limit);
}
