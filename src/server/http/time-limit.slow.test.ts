import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { problemOf } from '#server/errors.ts';
import { limitTime } from './time-limit.ts';

let app = Fastify();
afterEach(async () => {
  await app.close();
  app = Fastify();
});

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

/**
 * Answers `pieces` of 64 kB, one every 50 milliseconds, to a reader that is never behind. Returns how many bytes
 * arrived, and whether that was all.
 */
async function download(pieces: number, limit: number): Promise<{ bytes: number; whole: boolean }> {
  limitTime(app, limit);
  async function* slowly() {
    for (let piece = 0; piece < pieces; piece++) {
      yield Buffer.alloc(64 * 1024);
      await delay(50);
    }
  }
  app.get('/long', (_request, reply) => reply.send(Readable.from(slowly())));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const request = get(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/long`, { agent: false });
  const [answer] = await once(request, 'response');
  let bytes = 0;
  try {
    for await (const chunk of answer) bytes += chunk.length;
  } catch {}
  return { bytes, whole: answer.complete };
}

test('O4: an answer that is still being read goes on beyond the limit', async () => {
  expect(await download(60, 500)).toEqual({ bytes: 60 * 64 * 1024, whole: true });
});

test('O4: but not for ever', async () => {
  expect((await download(1_000, 100)).whole).toBe(false);
});

test('what answered requests held is freed with the next collection of young objects', async () => {
  const program = new URL('../testing/heap-of-requests.ts', import.meta.url);
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(program)]);
  expect(Number(stdout)).toBeLessThan(1 / 4);
});
