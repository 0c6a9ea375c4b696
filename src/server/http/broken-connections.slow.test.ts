import { once } from 'node:events';
import { type AddressInfo, connect as dial, type Socket } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';

const t = useTestApp();
let port: number;
/** The clients' ports of open connections. */
const served = new Set<number | undefined>();
beforeAll(async () => {
  t.app.server.on('connection', (socket: Socket) => {
    const { remotePort } = socket;
    served.add(remotePort);
    socket.once('close', () => served.delete(remotePort));
  });
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  port = (t.app.server.address() as AddressInfo).port;
});

/** Sends the text as raw bytes. Returns the answer once the connection is closed, or after `patience` milliseconds. */
function raw(text: string, { patience = 3_000, drip }: { patience?: number; drip?: string } = {}): Promise<string> {
  return new Promise((resolve) => {
    const socket = dial(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    const timer = drip ? setInterval(() => socket.write(drip), 1_000) : undefined;
    const end = () => {
      clearInterval(timer);
      clearTimeout(deadline);
      socket.destroy();
      resolve(answer);
    };
    const deadline = setTimeout(end, patience);
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.on('error', end);
    socket.on('close', end);
  });
}

describe.concurrent('broken connections', () => {
  const head = (extra: string) =>
    `POST /login/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n${extra}\r\n\r\n`;
  const alive = async () => expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200);

  test('a request without a Host header is answered', async () => {
    const answer = await raw('GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toMatch(/^x-request-id: /m);
  });

  test('an expectation that nobody knows is not met, and the request is answered', async () => {
    const answer = await raw(
      'GET /livez HTTP/1.1\r\nHost: localhost\r\nExpect: a-miracle\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toMatch(/^x-request-id: /m);
  });

  test('an id of 6,000 characters is 404', async () => {
    const answer = await raw(
      `GET /services/${'a'.repeat(6_000)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain('{"detail":"Not found"}');
  });

  test.each(['NONSENSE\r\n\r\n', 'GET / HTTP/1.1\r\nNo Header\r\n\r\n'])(
    'the connection of %j does not stay as long as its client likes',
    async (text) => {
      const socket = dial({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(text));
      await once(socket.resume(), 'end');
      const { localPort } = socket;
      expect(served).toContain(localPort);
      await expect.poll(() => served.has(localPort), { timeout: 3_000 }).toBe(false);
      socket.destroy();
    },
  );

  test('bytes that are not HTTP get 400, and the server goes on', async () => {
    const answer = await raw('hello\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/x-request-id: [0-9a-f-]{36}/i);
    expect(answer).toContain('{"detail":"Malformed request"}');
    await alive();
  });

  test('headers over the limit get 431, and the server goes on', async () => {
    expect(await raw(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
    await alive();
  });

  test('contradicting and invalid lengths get 400, and the server goes on', async () => {
    expect(await raw(head('Content-Length: 2\r\nContent-Length: 3'))).toMatch(/^HTTP\/1\.1 400 /);
    expect(await raw(head('Content-Length: x'))).toMatch(/^HTTP\/1\.1 400 /);
    expect(await raw(head('Content-Length: 2\r\nTransfer-Encoding: chunked'))).toMatch(/^HTTP\/1\.1 400 /);
    await alive();
  });

  test('JSON that is longer than its Content-Length gets 400', async () => {
    expect(await raw(`${head('Content-Length: 5')}{"username":"a"}`)).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('chunks are one body: read as a whole, 413 when too large, 400 when malformed', async () => {
    expect(await raw(`${head('Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 422 /);
    expect(
      await raw(
        `${head('Transfer-Encoding: chunked')}${'1000\r\n'}${'x'.repeat(4096)}\r\n`.concat(
          `1000\r\n${'x'.repeat(4096)}\r\n`.repeat(30),
        ),
      ),
    ).toMatch(/^HTTP\/1\.1 413 /);
    expect(await raw(`${head('Transfer-Encoding: chunked')}zz\r\n`)).toMatch(/^(HTTP\/1\.1 400 |$)/);
  });

  test('a connection that closes in the middle of a body does not stop the server', async () => {
    await new Promise<void>((resolve) => {
      const socket = dial(port, '127.0.0.1', () =>
        socket.end(`${head('Content-Length: 100')}{"username"`, () => resolve()),
      );
    });
    await alive();
  });

  test('a body that comes at one byte per second gets 408 after about 15 seconds', { timeout: 30_000 }, async () => {
    const begun = Date.now();
    const answer = await raw(head('Content-Length: 1000'), { patience: 25_000, drip: ' ' });
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(Date.now() - begun).toBeLessThan(20_000);
    await alive();
  });

  test('a body that trickles on after its request was refused is cut off after about 15 seconds', {
    timeout: 30_000,
  }, async () => {
    const begun = Date.now();
    const keptOpen =
      'POST /bookings/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n';
    const answer = await raw(keptOpen, { patience: 25_000, drip: ' ' });
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(Date.now() - begun).toBeLessThan(20_000);
    await alive();
  });
});
