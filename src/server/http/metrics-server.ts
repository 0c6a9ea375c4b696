import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import { hostname as machineName } from 'node:os';
import type { Queue as BullQueue } from 'bullmq';
import type { Logger } from 'pino';
import { inBackground } from '#server/process/background.ts';
import { portError } from '#server/process/ports.ts';
import type { Metrics } from './metrics.ts';
import { boardPath, queueBoard } from './queue-board.ts';

const anyAddress = ['0.0.0.0', '[::]'];

/**
 * Whether a request names this machine, so that no page reads it by a name of its own that leads here: loopback or
 * METRICS_HOST; where that is every address, any address or the machine's name.
 */
function isAskedFor(asked: string | undefined, metricsHost: string): boolean {
  const url = `http://${asked}`;
  if (asked === undefined || !URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  const own = isIPv6(metricsHost) ? `[${metricsHost}]` : metricsHost.toLowerCase();
  if (['localhost', '127.0.0.1', '[::1]', own].includes(hostname)) return true;
  if (!anyAddress.includes(own)) return false;
  return isIP(hostname.replace(/^\[|\]$/g, '')) > 0 || hostname === machineName().toLowerCase();
}

/**
 * Serves `/metrics` and the queue's page on a separate port, out of visitors' reach. Throws a StartError that names
 * METRICS_PORT when it cannot listen.
 */
export async function serveMetrics(
  metrics: Metrics,
  queuesNow: () => BullQueue[],
  { metricsHost: host, metricsPort: port }: { metricsHost: string; metricsPort: number },
  log: Logger,
): Promise<{ close(): Promise<void> }> {
  const board = queueBoard(queuesNow);
  async function respond(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { method, url = '' } = request;
    const path = url.split('?')[0] ?? '';
    if (path === boardPath || path.startsWith(`${boardPath}/`)) return board.answer(request, answer);
    const asked = path === '/metrics';
    if (!asked || (method !== 'GET' && method !== 'HEAD'))
      return void answer.writeHead(asked ? 405 : 404, asked ? { allow: 'GET, HEAD' } : {}).end();
    const text = await metrics.text();
    answer.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text);
  }
  const server = createServer((request, answer) => {
    if (!isAskedFor(request.headers.host, host))
      return void answer.writeHead(403, { connection: 'close' }).end('Metrics answer at METRICS_HOST only.\n');
    const refuse = () => void (answer.headersSent ? answer.destroy() : answer.writeHead(500).end());
    void inBackground(log, 'failed to answer operators', () => respond(request, answer), refuse);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(portError('METRICS_PORT', port, host, error)));
    server.listen(port, host, resolve);
  });
  return {
    async close() {
      await board.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
