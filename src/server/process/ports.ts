import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { StartError } from './start-error.ts';

/**
 * Returns a free loopback port of the system's choice that is none of `except`, for a caller who listens there at once.
 */
export async function freePort(except: readonly number[] = []): Promise<number> {
  const server = await listenOn(0, '127.0.0.1');
  const { port } = server.address() as AddressInfo;
  // Asked again before this one is closed, so that another port comes.
  const chosen = except.includes(port) ? await freePort(except) : port;
  server.close();
  await once(server, 'close');
  return chosen;
}

/** Throws a StartError that names the variable when the port is not available. */
export async function requirePort(variable: string, port: number, host: string): Promise<void> {
  const server = await listenOn(port, host).catch((error: NodeJS.ErrnoException) => {
    throw portError(variable, port, host, error);
  });
  server.close();
  await once(server, 'close');
}

async function listenOn(port: number, host: string): Promise<Server> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  return server;
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
