import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Queue as BullQueue } from 'bullmq';

/** Below which path of METRICS_PORT the page is. */
export const boardPath = '/queues';

/**
 * The queue's page for operators, loaded when it is first asked for: what waits, what runs, what is late. It changes
 * nothing, since the tables decide what is done again (`npm run cli -- jobs retry`).
 */
export function queueBoard(queuesNow: () => BullQueue[]): {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
} {
  let opening: ReturnType<typeof open> | undefined;
  /** A queue that was away is another one afterwards. */
  let shown: BullQueue[] = [];

  async function open() {
    const [{ default: Fastify }, { createBullBoard }, { BullMQAdapter }, { FastifyAdapter }] = await Promise.all([
      import('fastify'),
      import('@bull-board/api'),
      import('@bull-board/api/bullMQAdapter'),
      import('@bull-board/fastify'),
    ]);
    const serverAdapter = new FastifyAdapter().setBasePath(boardPath);
    const { replaceQueues } = createBullBoard({
      queues: [],
      serverAdapter,
      options: { uiConfig: { boardTitle: 'Saluni', hideRedisDetails: true } },
    });
    const app = Fastify();
    await app.register(serverAdapter.registerPlugin(), { prefix: boardPath });
    await app.ready();
    return {
      app,
      show: (queues: BullQueue[]) => replaceQueues(queues.map((one) => new BullMQAdapter(one, { readOnlyMode: true }))),
    };
  }

  return {
    async answer(request, response) {
      opening ??= open();
      const { app, show } = await opening;
      const queues = queuesNow();
      if (queues.length !== shown.length || queues.some((one, index) => one !== shown[index])) show(queues);
      shown = queues;
      app.routing(request, response);
    },
    async close() {
      await (await opening)?.app.close();
    },
  };
}
