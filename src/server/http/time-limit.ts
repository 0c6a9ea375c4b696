import type { FastifyInstance, FastifyReply } from 'fastify';

/** How often requests are checked, milliseconds. */
const checkEvery = 1_000;

/** Fastify's own code for a handler that takes too long: `answerProblem` answers it. */
const tooLate = () => Object.assign(new Error('The request took too long'), { code: 'FST_ERR_HANDLER_TIMEOUT', statusCode: 503 });

/** Ends requests that take longer than `limit` milliseconds, with one timer for all of them instead of Fastify's one for each. */
export function limitTime(app: FastifyInstance, limit: number): void {
  // The oldest stands first.
  const open = new Map<FastifyReply, number>();
  app.addHook('onRequest', (_request, reply, done) => {
    open.set(reply, performance.now());
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    // A request that was refused before its body arrived stays: the rest of the body could trickle in for ever.
    if (request.raw.complete) open.delete(reply);
    done();
  });
  const timer = setInterval(() => {
    const latest = performance.now() - limit;
    for (const [reply, begun] of open) {
      if (begun > latest) break;
      open.delete(reply);
      end(reply);
    }
  }, checkEvery).unref();
  app.addHook('onClose', () => clearInterval(timer));
}

function end(reply: FastifyReply): void {
  const { raw } = reply.request;
  if (reply.sent) return void (raw.complete || raw.destroy());
  // An answer that has begun cannot become another one.
  if (reply.raw.headersSent) return void reply.raw.destroy();
  reply.send(tooLate());
}
