import { expect, test } from 'vitest';
import { bookingEvents } from '#server/features/bookings/events.ts';
import { useTestApp } from '#server/testing/app.ts';

/**
 * Keeps the way open to a database that is distributed by professional (docs/scaling.md), from the catalogue alone.
 * What stands in the way is listed with its remedy; another entry means that a table has to be thought over.
 */

const t = useTestApp();

/** Every table with the rows of one professional, the professional's own among them. */
const ofProfessionals = `
  select c.oid, c.relname::text as name, a.attnum, a.attname::text as key
  from pg_class c join pg_attribute a on a.attrelid = c.oid
    and a.attname = case c.relname when 'professionals' then 'id' else 'professional_id' end
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and not a.attisdropped`;

/** Keys of professionals' tables that are unique or exclude each other without regard to the professional. */
const keysOfAll: Record<string, string> = {
  handles_pkey: 'addresses are unique in the whole market: a table of the market, read by address',
  professional_pictures_storage_key_key: 'the key is random, and unique without the index, which then goes',
  professionals_user_id_key:
    'accounts stay in the market’s own database, which checks it before a professional is made',
  walk_in_mails_pkey: 'the key becomes (professional_id, id)',
};

/** Foreign keys between professionals' tables that leave out the professional, or empty a column. */
const foreignKeys: Record<string, string> = {
  bookings_availability_id_fkey: 'empties availability_id alone; deleting a window would have to empty it itself',
  handles_professional_id_fkey: 'handles are the market’s; see handles_pkey',
};

/** Triggers of professionals' tables that read the name of their table, or write to tables of others. */
const triggers: Record<string, string> = {
  check_booking_is_covered: 'reads the table’s name: becomes a function for each of its two tables',
  refuse_former_professional: 'reads the table’s name for its message: becomes a function for each table',
  list_professionals: 'adds to listing_counts: each shard counts its own, and the search adds them',
  list_services: 'as list_professionals',
  raise_sequences: 'reads the table’s name: becomes a function for each of its three tables',
};

async function ask(text: string): Promise<string[]> {
  return (await t.deps.pool.query<{ name: string }>(text)).rows.map(({ name }) => name).sort();
}

test('every primary key, unique key and exclusion of a professional’s table has the professional in it', async () => {
  const found = await ask(`
    select i.indexrelid::regclass::text as name from pg_index i join (${ofProfessionals}) t on t.oid = i.indrelid
    where (i.indisunique or i.indisexclusion) and t.attnum <> all (i.indkey::int2[])`);
  expect(found).toEqual(Object.keys(keysOfAll).sort());
});

test('foreign keys between professionals’ tables name the professional on both sides, and empty nothing', async () => {
  const found = await ask(`
    select k.conname::text as name from pg_constraint k
      join (${ofProfessionals}) child on child.oid = k.conrelid join (${ofProfessionals}) parent on parent.oid = k.confrelid
    where k.contype = 'f' and (k.confdeltype = 'n' or k.confupdtype = 'n' or not exists (
      select from unnest(k.conkey, k.confkey) as pair (from_column, to_column)
      where from_column = child.attnum and to_column = parent.attnum))`);
  expect(found).toEqual(Object.keys(foreignKeys).sort());
});

test('triggers of professionals’ tables read no table name, and write only to tables of the same professional', async () => {
  const { rows } = await t.deps.pool.query<{ name: string; source: string }>(`
    select distinct p.proname::text as name, p.prosrc as source from pg_trigger g
      join (${ofProfessionals}) t on t.oid = g.tgrelid join pg_proc p on p.oid = g.tgfoid where not g.tgisinternal`);
  const own = new Set(await ask(ofProfessionals));
  const written = (source: string) =>
    [
      ...source.matchAll(
        /\b(?:insert\s+into|delete\s+from|(?<!\b(?:for|do|no key)\s+)update)\s+(?!set\b|skip\b)(\w+)/gi,
      ),
    ].map(([, table = '']) => table);
  const found = rows
    .filter(({ source }) => /\btg_table_name\b/i.test(source) || written(source).some((table) => !own.has(table)))
    .map(({ name }) => name);
  expect(rows.length).toBeGreaterThan(10);
  expect(found.sort()).toEqual(Object.keys(triggers).sort());
});

test('every event of a booking says whose it is, and so do its rows', async () => {
  const without = Object.entries(bookingEvents).filter(([, payload]) => !('professional_id' in payload.shape));
  expect(without.map(([name]) => name)).toEqual([]);
  const professional = await t.make.professional();
  const { bookingId } = await t.make.booking({ professionalId: professional.professionalId });
  await t.rest.call(professional, 'bookings.change', { id: bookingId, status: 'confirmed' });
  await t.rest.call(professional, 'bookings.change', { id: bookingId, status: 'cancelled' });
  const events = await t.deps.db.selectFrom('outbox').select('payload').where('event', 'like', 'booking.%').execute();
  expect(events).toHaveLength(2);
  for (const { payload } of events) expect(payload).toMatchObject({ professional_id: professional.professionalId });
});
