import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '#server/process/start-error.ts';

/** How long an orphan has to end after a signal. */
const timeoutMs = 15_000;

/**
 * Reads `postmaster.pid`, which names the server on a data directory; undefined when there is none or it is incomplete.
 */
export async function readPidFile(data: string): Promise<{ pid: number; status: string } | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, status: lines[7]?.trim() ?? '' } : undefined;
}

/**
 * After a `kill -9` of its parent the server may still run, be shutting down, or only its pid file be left. The caller
 * holds the directory's lock, so no living stack owns such a server: it is ended.
 */
export async function endOrphan(data: string, log: (line: string) => void): Promise<void> {
  const pid = (await readPidFile(data))?.pid;
  if (pid === undefined) return;
  if (servesFrom(pid, data)) {
    log(`ending the PostgreSQL that an earlier start left behind (process ${pid})`);
    for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
      if (await endedAfter(pid, signal, data)) break;
    }
  } else if (isAlive(pid)) {
    // The pid now belongs to another program, which would keep PostgreSQL from starting. The file of a dead server
    // stays: PostgreSQL needs it to see whether backends of that server still write.
    await rm(join(data, 'postmaster.pid'), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function endedAfter(pid: number, signal: NodeJS.Signals, data: string): Promise<boolean> {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return true;
    throw new StartError(`another user's PostgreSQL (process ${pid}) runs on ${data}`);
  }
  const giveUpAt = Date.now() + timeoutMs;
  while (Date.now() < giveUpAt) {
    if (!servesFrom(pid, data)) return true;
    await delay(20);
  }
  return false;
}

/** Checks the command line, because after a reboot another program may have the pid. */
function servesFrom(pid: number, data: string): boolean {
  const command = commandOf(pid);
  return command.includes('postgres') && command.includes(data);
}

function commandOf(pid: number): string {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
