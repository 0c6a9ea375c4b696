import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What the process that works in a directory says about itself to whoever asks. It holds no secret: any local user may ask. */
export type Holder = { pid: number; kind: 'stack' | 'command'; phase: 'starting' | 'running' | 'stopping' };

export type ProcessLock = { describe(phase: Holder['phase']): void; release(): Promise<void> };

/**
 * Takes a directory for this process, or answers undefined when a living process has it. The lock is a listening local socket, so the
 * kernel frees it whatever way its holder ends, `kill -9` included, and there is nothing stale to clean up.
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

/** Who works in the directory; undefined when nobody does. */
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

/** Linux has sockets without a file; elsewhere the file goes to the temporary directory, as such a path may have 103 bytes only. */
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
