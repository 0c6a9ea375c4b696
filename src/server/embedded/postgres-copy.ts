import { chown, copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Cluster } from './postgres.ts';

/** What belongs to the running server alone, or is streamed. */
const left = new Set(['postmaster.pid', 'postmaster.opts', 'standby.signal', 'backup_label', 'postgresql.auto.conf']);
/** Folders that a copy has empty. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_stat_tmp',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
]);

/**
 * Copies a running server's cluster to one that then streams from it, under the name by which the server knows its
 * standby. The binaries from npm have no `pg_basebackup`, which does the same.
 */
export async function copyToStandby(
  from: { superuserUrl: string; cluster: Cluster },
  to: Cluster,
  name: string,
): Promise<void> {
  await rm(to.data, { recursive: true, force: true, maxRetries: 5 });
  const client = new Client({ connectionString: from.superuserUrl });
  await client.connect();
  try {
    await client.query('select pg_backup_start($1, true)', [name]);
    await copyFolder(from.cluster.data, to.data);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    const { hostname, port, username, password } = new URL(from.superuserUrl);
    const source = `host=${hostname} port=${port} user=${username} password=${password} application_name=${name}`;
    await write(to, 'backup_label', rows[0]?.labelfile ?? '');
    await write(to, 'postgresql.auto.conf', `primary_conninfo = '${source}'\n`);
    await write(to, 'standby.signal', '');
    await giveAway(to, to.data);
  } finally {
    await client.end();
  }
}

function write({ data }: Cluster, name: string, text: string): Promise<void> {
  return writeFile(join(data, name), text, { mode: 0o600 });
}

/** Files come and go meanwhile: what is missing or half-written, the write-ahead log has. */
async function copyFolder(from: string, to: string, depth = 0): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (left.has(entry.name) || entry.name.startsWith('pgsql_tmp')) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      if (depth === 0 && emptied.has(entry.name)) await mkdir(target, { mode: 0o700 });
      else await copyFolder(source, target, depth + 1);
    } else {
      await copyFile(source, target).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
    }
  }
}

/** Where PostgreSQL runs as another user, its files are that one's. */
async function giveAway({ account: { uid, gid } }: Cluster, path: string): Promise<void> {
  if (uid === undefined || gid === undefined) return;
  await chown(path, uid, gid);
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true }))
    await chown(join(entry.parentPath, entry.name), uid, gid);
}
