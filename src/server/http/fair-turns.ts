import type { FastifyInstance } from 'fastify';
import { addressKey } from '#server/limits/address-key.ts';

/** Requests that a process begins in one turn of its event loop. */
const perTurn = 16;

/**
 * Begins a few of the requests that arrive at once, address by address, then lets what is under way go on: a thousand
 * connections of others would otherwise all be answered before the next step of anybody's booking.
 */
export function takeTurns(app: FastifyInstance): void {
  const waiting = new Map<string, (() => void)[]>();
  let begun = 0;
  let isPlanned = false;

  function plan(): void {
    if (isPlanned) return;
    isPlanned = true;
    setImmediate(nextTurn);
  }

  function nextTurn(): void {
    isPlanned = false;
    begun = 0;
    for (const [address, queue] of waiting) {
      if (begun >= perTurn) break;
      // Back to the end, behind every other address.
      waiting.delete(address);
      const begin = queue.shift();
      if (queue.length > 0) waiting.set(address, queue);
      begun++;
      begin?.();
    }
    if (begun > 0) plan();
  }

  app.addHook('onRequest', (request, reply, done) => {
    plan();
    if (begun < perTurn && waiting.size === 0) {
      begun++;
      return done();
    }
    const address = addressKey(request.ip);
    const begin = () => {
      // The time limit has answered one that waited for too long.
      if (!reply.sent) done();
    };
    const queue = waiting.get(address);
    if (queue) queue.push(begin);
    else waiting.set(address, [begin]);
  });
}
