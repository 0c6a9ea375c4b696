import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

type OnRequest = (request: IncomingMessage, response: ServerResponse) => void;
type OnUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * Lets a server answer only requests whose Host names this machine and that no page of another origin sent, so that no
 * page reads mails. Call it once all other listeners are there.
 */
export function guardInbox(server: Server, port: number): void {
  const onRequest = server.listeners('request') as OnRequest[];
  const onUpgrade = server.listeners('upgrade') as OnUpgrade[];
  server.removeAllListeners('request').removeAllListeners('upgrade');
  server.on('request', (request, response) => {
    if (!isFromHere(request, port)) {
      response.writeHead(403, { 'content-type': 'text/plain', connection: 'close' });
      return void response.end(`The inbox answers at http://localhost:${port} only.\n`);
    }
    withoutCors(response);
    response.setHeader('cross-origin-resource-policy', 'same-origin');
    response.setHeader('x-frame-options', 'SAMEORIGIN');
    for (const listener of onRequest) listener.call(server, request, response);
  });
  server.on('upgrade', (request, socket, head) => {
    if (!isFromHere(request, port)) return void socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n');
    for (const listener of onUpgrade) listener.call(server, request, socket, head);
  });
}

function isFromHere({ headers }: IncomingMessage, port: number): boolean {
  const hosts = ['localhost', '127.0.0.1', '[::1]'].map((name) => (port === 80 ? name : `${name}:${port}`));
  const host = headers.host?.toLowerCase() ?? '';
  return hosts.includes(host) && (headers.origin === undefined || headers.origin === `http://${host}`);
}

/** The package allows every origin to read its answers. */
function withoutCors(response: ServerResponse): void {
  const { setHeader, writeHead } = response;
  const isCors = (name: string) => name.toLowerCase().startsWith('access-control-');
  response.setHeader = (name, value) => (isCors(name) ? response : setHeader.call(response, name, value));
  response.writeHead = ((status: number, ...rest: unknown[]) => {
    const safe = rest.map((one) =>
      typeof one === 'object' && one !== null
        ? Object.fromEntries(Object.entries(one).filter(([name]) => !isCors(name)))
        : one,
    );
    return (writeHead as (...given: unknown[]) => ServerResponse).call(response, status, ...safe);
  }) as typeof writeHead;
}
