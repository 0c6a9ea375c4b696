import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Space of a disk that is not full: only what is used takes memory. */
const roomy = '4g';
const maxTries = 50;

export type Disk = {
  /** Leaves no room beside what is there. */
  fill(): Promise<void>;
  /** Gives it room again. */
  empty(): void;
  close(): Promise<void>;
};

/** Puts a file system in memory on an empty folder, which needs the rights to mount one. */
export async function openDisk(folder: string): Promise<Disk> {
  mount('-t', 'tmpfs', '-o', `size=${roomy},mode=700`, 'tmpfs', folder);
  return {
    async fill() {
      // What is written in between no longer fits, and that size is refused.
      for (let tries = 1; ; tries++) {
        const { blocks, bfree, bsize } = await statfs(folder);
        try {
          return mount('-o', `remount,size=${(blocks - bfree) * bsize}`, folder);
        } catch (error) {
          if (tries === maxTries) throw error;
        }
      }
    },
    empty: () => mount('-o', `remount,size=${roomy}`, folder),
    async close() {
      run('umount', folder);
    },
  };
}

/** Whether this machine lets us mount a file system. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'saluni-disk-'));
  try {
    mount('-t', 'tmpfs', 'tmpfs', folder);
    run('umount', folder);
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(folder);
  }
}

const mount = (...args: string[]) => run('mount', ...args);

function run(program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr?.trim() || status}`);
}
