import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import pg from 'pg';
import { createMaintenancePool } from '#server/db/connect.ts';
import { copyOut } from '#server/db/copy.ts';
import { type Header, lastLine, newFile, type PictureFile, sectionEnd, unfinishedOf } from './file.ts';
import { leftEmpty, tablesOf } from './tables.ts';

/** Told what was done of how much. */
export type Progress = (what: string, done: number, of: number) => void;

type Backup = { header: Header; pictures: PictureFile[] };

type Source = {
  databaseUrl: string;
  /** Its identity, as the bucket notes it. */
  database: string;
  /** Absent where there is no image store. */
  listPictures?: (() => Promise<PictureFile[]>) | undefined;
};

/**
 * Writes all rows of the database, as of one moment, and the list of pictures to a file that only this user can read.
 * The file has its name once it is whole.
 */
export async function backUp(
  { databaseUrl, database, listPictures }: Source,
  path: string,
  progress: Progress,
): Promise<Backup> {
  const pool = createMaintenancePool(databaseUrl, { max: 1 });
  const unfinished = unfinishedOf(path);
  try {
    const client = await pool.connect();
    try {
      await client.query('begin isolation level repeatable read, read only');
      const header = await describe(client, database);
      // After the snapshot began: files come before the rows that name them.
      const pictures = (await listPictures?.()) ?? [];
      header.pictures = listPictures ? new Set(pictures.map(keyOf)).size : null;
      const text = createGzip({ level: 3 });
      const written = pipeline(text, createWriteStream(unfinished, newFile));
      // A full disk ends the copy, too, which otherwise waits for room.
      await Promise.race([written, write(client, text, { header, pictures }, progress)]);
      await written;
      await rename(unfinished, path);
      return { header, pictures };
    } finally {
      client.release(true);
    }
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await pool.end();
  }
}

export function keyOf({ path }: PictureFile): string {
  return path.split('/').at(-2) ?? '';
}

async function describe(client: pg.ClientBase, database: string): Promise<Header> {
  const tables: Header['tables'] = [];
  for (const table of await tablesOf(client)) {
    const { rows } = await client.query<{ rows: number }>(
      `select count(*) as rows from ${pg.escapeIdentifier(table.name)} where ${!leftEmpty.has(table.name)}`,
    );
    tables.push({ ...table, rows: rows[0]?.rows ?? 0 });
  }
  const { rows } = await client.query<{ made_at: string; migrations: string[] }>(
    'select now() as made_at, array(select name::text from kysely_migration order by name) as migrations',
  );
  return { saluni: 'backup 1', made_at: '', migrations: [], ...rows[0], database, tables, pictures: null };
}

async function write(
  client: pg.ClientBase,
  text: Gzip,
  { header, pictures }: Backup,
  progress: Progress,
): Promise<void> {
  const all = rowsOf(header);
  let done = 0;
  text.write(`${JSON.stringify(header)}\n`);
  for (const { path, size } of pictures) if (!text.write(`${path}\t${size}\n`)) await once(text, 'drain');
  text.write(sectionEnd);
  for (const { name, columns } of header.tables) {
    if (!leftEmpty.has(name)) {
      await copyOut(client, `${pg.escapeIdentifier(name)} ${columnList(columns)}`, text, (rows) => {
        done += rows;
        progress(name, done, all);
      });
    }
    text.write(sectionEnd);
  }
  text.end(lastLine);
}

/** All rows that a backup has. */
export function rowsOf({ tables }: Header): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}

/** The columns of a table in a statement. */
export function columnList(columns: string[]): string {
  return `(${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;
}
