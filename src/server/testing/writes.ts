import type { TestApp } from './app.ts';
import { asOwner } from './db.ts';

/**
 * Notes which rows of tables are written from now on, and not left as they were. Returns what says so: it stays the
 * same as long as nothing is committed, and is quickly read, whatever the tables hold.
 */
export async function noteWrites(
  { databaseUrl, deps }: Pick<TestApp, 'databaseUrl' | 'deps'>,
  tables: string[],
): Promise<() => Promise<string>> {
  const triggers = tables.map(
    (table) => `create trigger note_write after insert or update or delete on ${table}
      for each row execute function note_write();`,
  );
  await asOwner(
    databaseUrl,
    `create table writes (id bigint generated always as identity primary key, what text not null);
     create function note_write() returns trigger language plpgsql security definer as $$ begin
       if tg_op <> 'UPDATE' or old is distinct from new then
         insert into public.writes (what) values (tg_op || ' ' || tg_table_name);
       end if;
       return null;
     end $$;
     ${triggers.join('\n')}`,
  );
  return async () => {
    const { rows } = await deps.pool.query('select id, what from writes order by id desc limit 1');
    return JSON.stringify(rows);
  };
}
