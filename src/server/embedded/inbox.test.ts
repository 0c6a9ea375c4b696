import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settablePort } from '#server/testing/ports.ts';
import { startInbox } from './inbox.ts';

let directory: string;
let port: number;
let inbox: Awaited<ReturnType<typeof startInbox>>;
let host: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'saluni-inbox-'));
  port = await settablePort();
  inbox = await startInbox(directory, port, []);
  host = `localhost:${port}`;
  const transport = createTransport(inbox.smtpUrl);
  await transport.sendMail({
    from: 'a@saluni.example',
    to: 'b@example.com',
    subject: 'Verify',
    text: 'https://saluni.example/verify-email?token=secret',
  });
  transport.close();
});
afterAll(async () => {
  await inbox.stop();
  await rm(directory, { recursive: true, force: true });
});

type Answer = { status: number | undefined; headers: Record<string, unknown>; body: string };

async function ask(path: string, headers: Record<string, string>, method = 'GET'): Promise<Answer> {
  const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }).end();
  const answer = await Promise.race([once(sent, 'response'), once(sent, 'upgrade')]);
  const { statusCode, headers: got } = answer[0];
  if (statusCode === 101) {
    answer[1].destroy();
    return { status: 101, headers: got, body: '' };
  }
  return { status: statusCode, headers: got, body: await text(answer[0]) };
}

const upgrade = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};
const socket = '/socket.io/?EIO=4&transport=websocket';

describe('S16: the inbox answers this machine', () => {
  test.each(['localhost', '127.0.0.1', '[::1]', 'LOCALHOST'])(
    'with the Host %s, and lets no other origin read',
    async (name) => {
      for (const headers of [{} as Record<string, string>, { origin: `http://${name.toLowerCase()}:${port}` }]) {
        const answer = await ask('/email', { host: `${name}:${port}`, ...headers });
        expect(answer.status).toBe(200);
        expect(answer.body).toContain('token=secret');
        expect(Object.keys(answer.headers).filter((header) => header.startsWith('access-control'))).toEqual([]);
      }
    },
  );

  test('over its socket', async () => {
    expect((await ask(socket, { host, origin: `http://${host}`, ...upgrade })).status).toBe(101);
    const polling = await ask('/socket.io/?EIO=4&transport=polling', { host, origin: `http://${host}` });
    expect(polling.status).toBe(200);
    expect(Object.keys(polling.headers).filter((header) => header.startsWith('access-control'))).toEqual([]);
  });

  test('on this address only, for mails too', async () => {
    for (const one of [port, Number(new URL(inbox.smtpUrl).port)]) {
      const other = createConnection({ host: '127.0.0.2', port: one });
      await expect(once(other, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    }
  });
});

describe('S16: the inbox refuses', () => {
  const foreign = [
    ['another Host', (): Record<string, string> => ({ host: 'evil.example' })],
    ['another Host with its port', () => ({ host: `evil.example:${port}` })],
    ['a Host that begins like ours', () => ({ host: `localhost.evil.example:${port}` })],
    ['another port', () => ({ host: `localhost:${port + 1}` })],
    ['another address', () => ({ host: `127.0.0.2:${port}` })],
    ['a page of another site', () => ({ host, origin: 'https://evil.example' })],
    ['a page of another port', () => ({ host, origin: 'http://localhost:3000' })],
    ['a page without an origin', () => ({ host, origin: 'null' })],
  ] as const;

  test.each(foreign)('%s', async (_case, headersOf) => {
    for (const [path, method] of [
      ['/', 'GET'],
      ['/email', 'GET'],
      ['/email', 'OPTIONS'],
      ['/email/all', 'DELETE'],
      ['/socket.io/?EIO=4&transport=polling', 'GET'],
    ] as const) {
      const answer = await ask(path, headersOf(), method);
      expect(answer.status).toBe(403);
      expect(answer.body).not.toContain('secret');
      expect(Object.keys(answer.headers).filter((header) => header.startsWith('access-control'))).toEqual([]);
    }
    expect((await ask(socket, { ...headersOf(), ...upgrade })).status).toBe(403);
    expect((await ask('/email', { host })).body).toContain('secret');
  });
});

test("the inbox's page names the port at which mails really arrive", async () => {
  expect(JSON.parse((await ask('/config', { host })).body)).toMatchObject({
    smtpPort: Number(new URL(inbox.smtpUrl).port),
  });
});
