import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Fastify from 'fastify';
import { limitTime } from '#server/http/time-limit.ts';

/**
 * Prints which part of what 1,600 answered requests held is still there after as many collections of young objects as
 * there were rounds of 16. A program of its own: what else a process has done decides what such a collection frees.
 */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void;
const heldBytes = 100_000;
const rounds = 100;
const app = Fastify();
limitTime(app, 15_000);
app.get('/', async (_request, reply) => {
  Object.assign(reply, { held: new Array(heldBytes / 8).fill(0.5) });
  await delay(1);
  return 'answered';
});
const url = await app.listen({ port: 0, host: '127.0.0.1' });
const together = () => Promise.all(Array.from({ length: 16 }, async () => (await fetch(url)).text()));
await together();
collect();
const before = process.memoryUsage().heapUsed;
for (let round = 0; round < rounds; round++) {
  await together();
  collect({ type: 'minor' });
}
console.log((process.memoryUsage().heapUsed - before) / (rounds * 16 * heldBytes));
await app.close();
