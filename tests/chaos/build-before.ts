import { spawnSync } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/**
 * The sources before the newest migration, in a folder that a process can be started from, with the packages and the
 * built screens of now; undefined in a clone without history, and where that build made another database: until there is
 * a release, changes are made in the schema itself.
 */
export async function checkOutBuildBefore(directory: string): Promise<string | undefined> {
  const newest = git('log', '-1', '--format=%H', '--', 'migrations');
  const before = newest && git('rev-parse', '--verify', '--quiet', `${newest}^`);
  if (!before || git('diff', '--name-only', '--diff-filter=a', before, 'HEAD', '--', 'migrations')) return undefined;
  const folder = join(directory, 'build-before');
  const archive = join(directory, 'build-before.tar');
  await mkdir(folder);
  git('archive', '--output', archive, before);
  if (spawnSync('tar', ['-xf', archive, '-C', folder]).status !== 0) throw new Error(`cannot unpack ${archive}`);
  for (const name of ['node_modules', 'dist']) await symlink(resolve(name), join(folder, name));
  return folder;
}

function git(...args: string[]): string {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}
