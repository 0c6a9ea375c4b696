import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, randomUUID, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A push as the browser would get it, decrypted, and what its service was told. */
type ReceivedPush = {
  endpoint: string;
  at: number;
  ttl: number;
  topic: string | undefined;
  urgency: string | undefined;
  /** The subject and the audience of the signature, which was checked. */
  vapid: { sub: string; aud: string; publicKey: string };
  payload: { web_push: number; notification: { title: string; body: string; navigate: string; tag: string } };
};
type Keys = { p256dh: string; auth: string };
export type TestSubscription = { endpoint: string; keys: Keys };

/** What it answers to a push, by default 201; `undefined` is no answer. */
type Answer = (
  push: ReceivedPush,
  response: ServerResponse,
) => { status: number; headers?: Record<string, string> } | undefined;

export type TestPushService = {
  /** For PUSH_HOSTS. */
  origin: string;
  /** Every push in order, also one that was refused. */
  pushes: ReceivedPush[];
  to(subscription: TestSubscription): ReceivedPush[];
  /** As a browser subscribes. */
  subscribe(): TestSubscription;
  answer: Answer;
  close(): Promise<void>;
};

/** A push service on loopback that reads what it is given as browsers do (RFC 8188, 8291, 8292). */
export async function openPushService(port = 0): Promise<TestPushService> {
  const browsers = new Map<string, { pair: ReturnType<typeof createECDH>; auth: Buffer }>();
  const pushes: ReceivedPush[] = [];
  const server = createServer((request, response) => {
    // Such as one that cannot be decrypted.
    receive(request, response).catch(() => response.writeHead(400).end());
  });

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const browser = browsers.get(request.url ?? '');
    if (!browser) return void response.writeHead(404).end();
    const { headers } = request;
    const push: ReceivedPush = {
      endpoint: `${service.origin}${request.url}`,
      at: Date.now(),
      ttl: Number(headers.ttl),
      topic: headers.topic as string | undefined,
      urgency: headers.urgency as string | undefined,
      vapid: vapidOf(headers.authorization ?? ''),
      payload: JSON.parse(decrypted(Buffer.concat(chunks), browser.pair, browser.auth)),
    };
    pushes.push(push);
    const answer = service.answer(push, response);
    if (answer) response.writeHead(answer.status, answer.headers).end();
  }

  const service: TestPushService = {
    origin: '',
    pushes,
    to: ({ endpoint }) => pushes.filter((push) => push.endpoint === endpoint),
    subscribe() {
      const [path, pair, auth] = [`/${randomUUID()}`, createECDH('prime256v1'), randomBytes(16)];
      const p256dh = pair.generateKeys('base64url');
      browsers.set(path, { pair, auth });
      return { endpoint: `${service.origin}${path}`, keys: { p256dh, auth: auth.toString('base64url') } };
    },
    answer: () => ({ status: 201 }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  service.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}

/** Throws for a signature that is not of the key beside it, or has expired. */
function vapidOf(authorization: string): ReceivedPush['vapid'] {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((one) => one.toString('base64url'));
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { sub, aud, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const left = exp - Date.now() / 1_000;
  if (!isSigned || left <= 0 || left > 86_400) throw new Error('a push without a valid signature');
  return { sub, aud, publicKey };
}

/** One record, as push messages have it (RFC 8291, section 4). */
function decrypted(body: Buffer, pair: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body.readUInt8(20));
  const record = body.subarray(21 + sender.length);
  const derive = (key: Buffer, of: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', key, of, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const secret = derive(pair.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}
