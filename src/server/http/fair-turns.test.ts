import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { takeTurns } from './fair-turns.ts';

let app = Fastify();
afterEach(async () => {
  await app.close();
  app = Fastify();
});

/** An app that writes down who is answered; `ask` sends requests from an address. */
function answering() {
  const order: string[] = [];
  takeTurns(app);
  app.get('/', (request) => {
    order.push(request.ip);
    return 'answered';
  });
  const ask = (remoteAddress: string, times = 1) =>
    Array.from({ length: times }, () => app.inject({ url: '/', remoteAddress }));
  return { order, ask };
}

test('A5: of 300 requests at once a few begin, and what is under way goes on before the next ones', async () => {
  const { order, ask } = answering();
  await app.ready();
  const answers = ask('198.51.100.1', 300);
  const steps: number[] = [];
  while (order.length < 300) {
    const before = order.length;
    await nextTurn();
    steps.push(order.length - before);
  }
  expect(Math.max(...steps)).toBeLessThanOrEqual(32);
  expect((await Promise.all(answers)).every(({ body }) => body === 'answered')).toBe(true);
});

test('A5: whoever asks once waits for no queue of others, whatever the others send', async () => {
  const { order, ask } = answering();
  await app.ready();
  const flood = ['198.51.100.1', '198.51.100.2', '198.51.100.3'].flatMap((address) => ask(address, 200));
  const other = ask('203.0.113.9');
  await Promise.all([...flood, ...other]);
  expect(order).toHaveLength(601);
  expect(order.indexOf('203.0.113.9')).toBeLessThan(32);
  // The others take turns, too.
  expect(new Set(order.slice(300, 330)).size).toBe(3);
});
