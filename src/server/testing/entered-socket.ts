import { once } from 'node:events';
import { vi } from 'vitest';
import { WebSocket } from 'ws';
import { socketPath } from '#shared/socket-codes.ts';

/** What a socket is told, and the code with which it is closed. */
type EnteredSocket = { messages: string[]; closed: Promise<number>; end(): void };

/** Opens a socket and authenticates it, as a page of `origin` does. */
export async function enterSocket(url: string, origin: string, token: string): Promise<EnteredSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${socketPath}`, { headers: { origin } });
  const messages: string[] = [];
  socket.on('message', (data) => messages.push(String(data)));
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await once(socket, 'open');
  socket.on('error', () => {});
  socket.send(JSON.stringify({ type: 'authenticate', token }));
  await vi.waitFor(() => {
    if (messages[0] !== '{"type":"authenticated"}') throw new Error(`not authenticated: ${messages}`);
  }, 10_000);
  return { messages, closed, end: () => socket.terminate() };
}
