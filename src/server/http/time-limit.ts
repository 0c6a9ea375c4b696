import type { FastifyInstance, FastifyReply } from 'fastify';

/** How often requests are checked, milliseconds. */
const checkEvery = 1_000;

/** Fastify's own code for a handler that takes too long: `answerProblem` answers it. */
const tooLate = () => Object.assign(new Error('The request took too long'), { code: 'FST_ERR_HANDLER_TIMEOUT', statusCode: 503 });

/** How many times the limit an answer may take that is long and still being read, such as an export over a slow line. */
const longest = 20;

/** When a request arrived, when its time began last, and how much of its answer had been taken by then. */
type Open = { arrived: number; since: number; taken: number };

/** Ends requests that take longer than `limit` milliseconds, with one timer for all of them instead of Fastify's one for each. */
export function limitTime(app: FastifyInstance, limit: number): void {
  // The one whose time began first stands first.
  const open = new Map<FastifyReply, Open>();
  app.addHook('onRequest', (_request, reply, done) => {
    const arrived = performance.now();
    open.set(reply, { arrived, since: arrived, taken: 0 });
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    // A request that was refused before its body arrived stays: the rest of the body could trickle in for ever.
    if (request.raw.complete) open.delete(reply);
    done();
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [reply, { arrived, since, taken }] of open) {
      if (since > now - limit) break;
      open.delete(reply);
      const takenNow = answering(reply) ? (reply.raw.socket?.bytesWritten ?? 0) : 0;
      if (takenNow > taken && now - arrived < longest * limit) open.set(reply, { arrived, since: now, taken: takenNow });
      else end(reply);
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
