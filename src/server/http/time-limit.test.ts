import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { problemOf } from '#server/errors.ts';
import { limitTime } from './time-limit.ts';

const app = Fastify();
afterEach(() => app.close());

test('O4: a request that takes too long is answered with 503, also when its handler ends later; others are not touched', async () => {
  const late = Promise.withResolvers<string>();
  app.setErrorHandler((error, _request, reply) => reply.status(problemOf(error).status).send(problemOf(error).detail));
  limitTime(app, 200);
  app.get('/late', () => late.promise);
  app.get('/streamed', async (_request, reply) => {
    reply.raw.writeHead(200).write('begun');
    return late.promise;
  });
  app.get('/quick', () => 'quick');
  const [held, streamed] = [app.inject('/late'), app.inject('/streamed').catch((error: Error) => error)];
  expect((await app.inject('/quick')).body).toBe('quick');
  const { statusCode, body } = await held;
  expect([statusCode, body]).toEqual([503, 'Service temporarily unavailable']);
  // An answer that has begun is cut off: its end would look like a whole one.
  expect(await streamed).toBeInstanceOf(Error);
  late.resolve('too late');
  expect((await app.inject('/quick')).body).toBe('quick');
});
