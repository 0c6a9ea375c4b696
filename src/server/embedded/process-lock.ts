import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** What the process that holds a directory tells about itself. It holds no secret. */
export type Holder = { pid: number; kind: 'stack' | 'command'; phase: 'starting' | 'running' | 'stopping' };

export type ProcessLock = { describe(phase: Holder['phase']): void; release(): Promise<void> };

const busy = 5;

/**
 * Locks a directory for this process; undefined when a living process holds it, or it cannot be written. SQLite's lock
 * on a file inside, which the kernel releases however its holder ends.
 */
export async function lockDirectory(directory: string, kind: Holder['kind']): Promise<ProcessLock | undefined> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, 'lock');
  const database = new DatabaseSync(file);
  try {
    database.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === busy) return undefined;
    throw error;
  }
  chmodSync(file, 0o600);
  const describe = (phase: Holder['phase']) => write(directory, { pid: process.pid, kind, phase });
  describe('starting');
  return { describe, release: async () => database.close() };
}

/** Reads what the process that holds the directory says; the words of the last one stay after its end. */
export function askHolder(directory: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(holderFile(directory), 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

function write(directory: string, holder: Holder): void {
  const file = holderFile(directory);
  writeFileSync(`${file}.new`, JSON.stringify(holder), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function holderFile(directory: string): string {
  return join(directory, 'lock-holder.json');
}
