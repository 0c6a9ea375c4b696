import Fastify, { type FastifyBaseLogger } from 'fastify';
import { expect, test } from 'vitest';
import { frameworkLog } from './framework-log.ts';
import { createLogger } from './log.ts';

test('answers that come too late are ten lines in a second, without their addresses, and one that counts the others', async () => {
  const lines: string[] = [];
  const log = createLogger('warn', { write: (line) => void lines.push(line) });
  const app = Fastify({ loggerInstance: frameworkLog(log) as FastifyBaseLogger, childLoggerFactory: (one) => one });
  app.get('/late', (_request, reply) => {
    reply.send('first');
    reply.send('second');
  });
  await Promise.all(Array.from({ length: 50 }, () => app.inject('/late?secret=1')));
  await expect.poll(() => lines.length).toBe(11);
  expect(lines.join()).not.toContain('secret');
  expect(lines.at(-1)).toContain('(40 more in the last second)');
  app.log.warn({ err: new Error('another') }, 'something else');
  expect(lines.at(-1)).toContain('something else');
  await app.close();
});
