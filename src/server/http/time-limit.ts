import type { FastifyInstance, FastifyReply } from 'fastify';

/** How often requests are checked, milliseconds. */
const checkEvery = 1_000;

/** Fastify's own code for a handler that takes too long: `answerProblem` answers it. */
const tooLate = () =>
  Object.assign(new Error('The request took too long'), { code: 'FST_ERR_HANDLER_TIMEOUT', statusCode: 503 });

/**
 * How many times the limit an answer may take that is long and still being read, such as an export over a slow line.
 */
const longest = 20;

/**
 * When a request arrived, when its time began last, how much of its answer had been taken by then, and its index among
 * the open ones.
 */
type Open = { reply: FastifyReply; arrived: number; since: number; taken: number; index: number };

declare module 'fastify' {
  interface FastifyReply {
    open: Open | null;
  }
}

/**
 * Ends requests that take longer than `limit` milliseconds, with one timer for all of them instead of Fastify's one for
 * each.
 */
export function limitTime(app: FastifyInstance, limit: number): void {
  // Not a Map: it copies its table every few requests, and V8 keeps each old table, with the requests that were open
  // then, until its next full collection.
  const open: (Open | undefined)[] = [];
  const freeIndexes: number[] = [];
  const close = (one: Open) => {
    if (open[one.index] !== one) return;
    open[one.index] = undefined;
    freeIndexes.push(one.index);
  };
  app.decorateReply('open', null);
  app.addHook('onRequest', (_request, reply, done) => {
    const arrived = performance.now();
    const index = freeIndexes.pop() ?? open.length;
    reply.open = open[index] = { reply, arrived, since: arrived, taken: 0, index };
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    // A request that was refused before its body arrived stays: the rest of the body could trickle in for ever.
    if (reply.open && request.raw.complete) close(reply.open);
    done();
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const one of open) {
      if (!one || one.since > now - limit) continue;
      const { reply, arrived, taken } = one;
      const takenNow = answering(reply) ? (reply.raw.socket?.bytesWritten ?? 0) : 0;
      if (takenNow > taken && now - arrived < longest * limit) {
        one.since = now;
        one.taken = takenNow;
      } else {
        close(one);
        end(reply);
      }
    }
  }, checkEvery).unref();
  app.addHook('onClose', () => clearInterval(timer));
}

/** Whether the answer has begun and is not yet handed to the connection as a whole. */
const answering = (reply: FastifyReply) => !reply.sent && reply.raw.headersSent;

function end(reply: FastifyReply): void {
  const { raw } = reply.request;
  if (reply.sent) return void (raw.complete || raw.destroy());
  // An answer that has begun cannot become another one.
  if (reply.raw.headersSent) return void reply.raw.destroy();
  reply.send(tooLate());
}
