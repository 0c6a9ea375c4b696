import { createServer } from 'node:net';
import { StartError } from './start-error.ts';

/** Returns a port that is free now; another process may take it before the caller does. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
}

/** Throws a StartError that names the variable when the port is not available. */
export function requirePort(variable: string, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => reject(portError(variable, port, host, error)));
    server.listen(port, host, () => server.close(() => resolve()));
  });
}

export function portError(variable: string, port: number, host: string, error: NodeJS.ErrnoException): StartError {
  const reasons: Record<string, string> = {
    EADDRINUSE: 'another program listens there',
    EACCES: 'this user may not listen there',
    EADDRNOTAVAIL: 'this machine has no such address',
    ENOTFOUND: 'this machine has no such address',
  };
  return new StartError(`${variable}: cannot listen on ${host}:${port}, ${reasons[error.code ?? ''] ?? error.message}`);
}
