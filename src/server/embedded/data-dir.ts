import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from '#server/process/start-error.ts';

/** Whether PostgreSQL runs as another user, who must pass through DATA_DIR to its own folder. */
type Passage = { forOtherUser: boolean };

const othersWrite = 0o002;
const openToOthers = 0o077;

/**
 * Makes DATA_DIR a folder that only this user enters (0700), or that others may pass through (0711), and closes the
 * services' folders and files in it to them. Throws a StartError.
 */
export async function closeDataDir(dataDir: string, { forOtherUser }: Passage): Promise<void> {
  await makeFolder(dataDir);
  const { mode } = await stat(dataDir);
  // Such as /tmp, which belongs to everybody: closing it would stop other programs.
  if ((mode & othersWrite) !== 0)
    throw new StartError(`DATA_DIR: every user may write to ${dataDir}; name a folder of its own`);
  await chmod(dataDir, forOtherUser ? 0o711 : 0o700);
  for (const name of ['images', 'mail']) {
    const folder = join(dataDir, name);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (((await stat(folder)).mode & openToOthers) !== 0) await closeAll(folder);
  }
}

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EEXIST: 'it is a file',
  ENOENT: 'no folder can be made there',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is a file',
  EPERM: 'not permitted',
  EROFS: 'read-only',
};

/** Makes a folder with those above it. Not by `recursive`, which tries for ever below /proc, deaf to signals. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const above = dirname(path);
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return;
    if (code === 'ENOENT' && above !== path && !(await isThere(above))) {
      await makeFolder(above);
      return makeFolder(path);
    }
    throw new StartError(`DATA_DIR: cannot use ${path}: ${reasons[code] ?? code}`);
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function closeAll(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  }
}
