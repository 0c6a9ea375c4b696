import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What the process that holds a directory tells about itself. Any local user may read it, so it holds no secret. */
export type Holder = { pid: number; kind: 'stack' | 'command'; phase: 'starting' | 'running' | 'stopping' };

export type ProcessLock = { describe(phase: Holder['phase']): void; release(): Promise<void> };

/**
 * Locks a directory for this process; undefined when a living process holds it. The lock is a listening local socket, which the kernel
 * releases however its holder ends, `kill -9` included, so that no stale lock remains.
 */
export async function lockDirectory(directory: string, kind: Holder['kind']): Promise<ProcessLock | undefined> {
  const path = socketPath(directory);
  const holder: Holder = { pid: process.pid, kind, phase: 'starting' };
  const server = createServer((socket) => socket.on('error', () => socket.destroy()).end(JSON.stringify(holder)));
  if (!(await listens(server, path))) {
    if (path.startsWith('\0') || (await askHolder(directory)) !== undefined) return undefined;
    rmSync(path, { force: true });
    if (!(await listens(server, path))) return undefined;
  }
  server.unref();
  return {
    describe: (phase) => {
      holder.phase = phase;
    },
    release: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Asks the process that holds the directory; undefined when there is none. */
export function askHolder(directory: string): Promise<Holder | undefined> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = createConnection(socketPath(directory));
    socket.setEncoding('utf8').setTimeout(2000, () => socket.destroy(new Error('no answer')));
    socket.on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.on('error', () => resolve(undefined));
    socket.on('end', () => {
      try {
        resolve(JSON.parse(answer) as Holder);
      } catch {
        resolve(undefined);
      }
    });
  });
}

/** Linux has sockets without a file. Elsewhere the file is in the temporary directory, because a socket's path is limited to 103 bytes. */
function socketPath(directory: string): string {
  mkdirSync(directory, { recursive: true });
  const name = `saluni-${createHash('sha256').update(realpathSync(directory)).digest('hex').slice(0, 32)}`;
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`);
}

function listens(server: Server, path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error));
    server.once('error', onError);
    server.listen(path, () => {
      server.off('error', onError);
      resolve(true);
    });
  });
}
