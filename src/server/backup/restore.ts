import pg from 'pg';
import { createMaintenancePool } from '#server/db/connect.ts';
import { copyIn, linesOf } from '#server/db/copy.ts';
import { type DatabaseUrls, migrateDatabase } from '#server/db/migrate.ts';
import { columnList, type Progress, rowsOf } from './backup.ts';
import { BackupError, BackupReader, type Header, type PictureFile } from './file.ts';
import { tablesOf } from './tables.ts';

/** Tables to which migrations write, and so those of an empty database that need not be empty. */
const filledByMigrations = new Set(['specializations', 'localities', 'listing_counts', 'signing_keys']);

/** Why what was not sent when the backup was made waits for somebody's decision. */
const heldBack = 'restored from a backup: it may have been carried out since';

type Choices = {
  /** Whether what was still to be sent is sent by the next worker; otherwise it waits in `jobs failed`. */
  sendUnsent: boolean;
  /** Called before the rows are there, so that a restore which was interrupted meanwhile can be done again. */
  copyPictures?: ((pictures: PictureFile[]) => Promise<void>) | undefined;
};

/**
 * Restores a backup into a database without rows, in one transaction after its schema, then applies newer migrations.
 * Returns what the backup holds, and how many events and e-mails wait.
 */
export async function restore(
  urls: Required<DatabaseUrls>,
  path: string,
  { sendUnsent, copyPictures }: Choices,
  progress: Progress,
): Promise<{ header: Header; held: number }> {
  const reader = new BackupReader(path);
  const header = await reader.header();
  await migrateDatabase(urls, undefined, new Set(header.migrations));
  const pool = createMaintenancePool(urls.migrationDatabaseUrl, { max: 1 });
  try {
    const client = await pool.connect();
    try {
      await requireSame(client, header);
      const pictures = await reader.pictures();
      await copyPictures?.(pictures);
      await client.query('begin');
      const triggers = await suspendTriggers(client);
      await load(client, reader, header, progress);
      await reader.end();
      const held = await makeTimely(client, sendUnsent);
      for (const statement of triggers) await client.query(statement);
      await client.query('commit');
      await client.query('analyze');
      await migrateDatabase(urls);
      return { header, held };
    } finally {
      // What was not committed goes with the connection.
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}

/** Throws unless the database has the backup's tables and no rows of its own. */
async function requireSame(client: pg.ClientBase, { tables }: Header): Promise<void> {
  const own = new Map((await tablesOf(client)).map(({ name, columns }) => [name, columns]));
  const same = tables.every(({ name, columns }) => own.get(name)?.join() === columns.join());
  if (!same || own.size !== tables.length)
    throw new BackupError('the backup has another schema than its migrations make');
  for (const name of own.keys()) {
    if (filledByMigrations.has(name)) continue;
    const { rows } = await client.query(`select from ${pg.escapeIdentifier(name)} limit 1`);
    if (rows.length > 0) throw new BackupError(`the database is not empty (${name}): restore into a new one`);
  }
}

/**
 * Switches the triggers off, which write what the backup has already; foreign keys go on checking. Returns the
 * statements that switch each on as it was.
 */
async function suspendTriggers(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ off: string; on: string }>(
    `select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as off,
       format('alter table %s enable %s trigger %I', tgrelid::regclass,
         case tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, tgname) as on
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not tgisinternal and tgenabled <> 'D' and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  );
  for (const { off } of rows) await client.query(off);
  return rows.map(({ on }) => on);
}

async function load(client: pg.ClientBase, reader: BackupReader, header: Header, progress: Progress): Promise<void> {
  const all = rowsOf(header);
  let done = 0;
  async function* counted(name: string): AsyncGenerator<Buffer> {
    for await (const chunk of reader.section()) {
      yield chunk;
      done += linesOf(chunk);
      progress(name, done, all);
    }
  }
  await client.query(`truncate ${header.tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')}`);
  for (const { name, columns, rows } of header.tables) {
    const loaded = await copyIn(client, `${pg.escapeIdentifier(name)} ${columnList(columns)}`, counted(name));
    if (loaded !== rows) throw new BackupError(`the backup has ${loaded} rows of ${name} instead of ${rows}`);
  }
}

/** Changes what was true of the database that was backed up only. Returns how many events and e-mails wait. */
async function makeTimely(client: pg.ClientBase, sendUnsent: boolean): Promise<number> {
  // Transactions are counted anew in another cluster: the versions of before would be ahead of all to come.
  await client.query('update slot_versions set version = pg_current_xact_id()::text::bigint');
  const { rows: counters } = await client.query<{ statement: string }>(
    `select format('select setval(%L, coalesce((select max(%I) from %s), 0) + 1, false)',
       pg_get_serial_sequence(attrelid::regclass::text, attname), attname, attrelid::regclass) as statement
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where attidentity <> '' and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  );
  for (const { statement } of counters) await client.query(statement);
  if (sendUnsent) return 0;
  const hold = (table: string, open: string) =>
    client.query(`update ${table} set dead_at = clock_now(), last_error = $1 where ${open}`, [heldBack]);
  const events = await hold('outbox', 'done_at is null and dead_at is null');
  const mails = await hold('deliveries', 'sent_at is null and dead_at is null and skipped_at is null');
  return (events.rowCount ?? 0) + (mails.rowCount ?? 0);
}
