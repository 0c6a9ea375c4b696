import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A feed of these events: lines of a VEVENT each, without UID. */
export function feedOf(...events: string[][]): string {
  const written = events.flatMap((lines, i) => ['BEGIN:VEVENT', `UID:event-${i}`, ...lines, 'END:VEVENT']);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...written, 'END:VCALENDAR', ''].join('\r\n');
}

/** Serves feeds on loopback; by default each path is an empty calendar. */
export async function startCalendarServer(
  listener: RequestListener = (_, answer) => answer.end(feedOf()),
): Promise<{ host: string; server: Server; close(): Promise<void> }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, server, close };
}
