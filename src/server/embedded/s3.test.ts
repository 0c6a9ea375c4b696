import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { SignatureV4 } from '@smithy/signature-v4';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startS3 } from './s3.ts';
import { Sha256 } from './s3-signature.ts';

let directory: string;
let store: Awaited<ReturnType<typeof startS3>>;
let s3: S3Client;
let url: URL;
const body = 'a picture';

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'saluni-s3-'));
  store = await startS3(directory, []);
  url = new URL(store.s3.endpoint);
  s3 = clientWith(store.s3);
  await s3.send(
    new PutObjectCommand({
      Bucket: 'saluni',
      Key: 'stored é+ 1.txt',
      Body: body,
      ContentType: 'text/plain',
      CacheControl: 'no-store',
    }),
  );
});
afterAll(async () => {
  s3.destroy();
  await store.stop();
  await rm(directory, { recursive: true, force: true });
});

type Keys = { accessKeyId: string; secretAccessKey: string };
type Sent = {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body?: string;
};

function clientWith({ accessKeyId, secretAccessKey }: Keys): S3Client {
  return new S3Client({
    endpoint: store.s3.endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 1,
  });
}

function signer({ accessKeyId, secretAccessKey }: Keys = store.s3, region = 'us-east-1'): SignatureV4 {
  const credentials = { accessKeyId, secretAccessKey };
  return new SignatureV4({ credentials, region, service: 's3', sha256: Sha256, uriEscapePath: false });
}

const path = '/saluni/stored%20%C3%A9%2B%201.txt';
function request(method: string, more: Partial<Sent> = {}): Sent & { protocol: string; hostname: string } {
  const hash = createHash('sha256')
    .update(more.body ?? '')
    .digest('hex');
  const headers = { host: url.host, 'x-amz-content-sha256': hash };
  return {
    protocol: 'http:',
    hostname: url.hostname,
    method,
    path,
    query: {},
    ...more,
    headers: { ...headers, ...more.headers },
  };
}

async function send({ method, path, query, headers, body }: Sent): Promise<{ status: number; text: string }> {
  const search = new URLSearchParams(query).toString().replaceAll('+', '%20');
  const { 'content-length': _, ...rest } = headers;
  const sent = httpRequest({
    host: url.hostname,
    port: url.port,
    method,
    path: search === '' ? path : `${path}?${search}`,
    headers: rest,
    agent: false,
  });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  return { status: answer.statusCode, text: await text(answer) };
}

async function signed(
  method: string,
  more: Partial<Sent> = {},
  { keys = store.s3 as Keys, at = new Date(), region = 'us-east-1' } = {},
) {
  const one = request(method, more);
  return { ...one, ...(await signer(keys, region).sign(one, { signingDate: at })) } as Sent;
}

/** The stored object is there, and it is the only one. */
async function nothingChanged(): Promise<void> {
  const { Contents } = await s3.send(new ListObjectsV2Command({ Bucket: 'saluni' }));
  expect(Contents?.map(({ Key, Size }) => [Key, Size])).toEqual([['stored é+ 1.txt', body.length]]);
}

test('the AWS SDK puts, gets, lists and deletes with the keys of this start', async () => {
  const Key = 'pictures/ä b+c&d=e.bin';
  const large = Buffer.alloc(3_000_000, 7);
  await s3.send(
    new PutObjectCommand({
      Bucket: 'saluni',
      Key,
      Body: large,
      ContentType: 'image/png',
      Metadata: { alt: 'two  spaces' },
    }),
  );
  const got = await s3.send(new GetObjectCommand({ Bucket: 'saluni', Key }));
  expect(got.ContentType).toBe('image/png');
  expect(large.equals(Buffer.from((await got.Body?.transformToByteArray()) ?? []))).toBe(true);
  expect((await s3.send(new ListObjectsV2Command({ Bucket: 'saluni', Prefix: 'pictures/' }))).KeyCount).toBe(1);
  await s3.send(new DeleteObjectCommand({ Bucket: 'saluni', Key }));
  await nothingChanged();
});

describe('S16: the store refuses', () => {
  test.each([
    ['a list of buckets', 'GET', '/'],
    ['a list', 'GET', '/saluni'],
    ['a get', 'GET', path],
    ['a head', 'HEAD', path],
    ['a put', 'PUT', '/saluni/planted.html'],
    ['a post', 'POST', '/saluni'],
    ['a delete', 'DELETE', path],
    ["a bucket's delete", 'DELETE', '/saluni'],
    ['a preflight', 'OPTIONS', path],
  ])('%s without a signature', async (_case, method, at) => {
    const answer = await send({
      method,
      path: at,
      query: {},
      headers: { host: url.host, origin: 'https://evil.example', 'access-control-request-method': 'PUT' },
    });
    expect(answer.status).toBe(403);
    await nothingChanged();
  });

  test('unknown keys, the public ones of the package, and a wrong secret', async () => {
    const { accessKeyId } = store.s3;
    for (const keys of [
      { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
      { accessKeyId: 'unknown', secretAccessKey: store.s3.secretAccessKey },
      { accessKeyId, secretAccessKey: 'guess' },
    ]) {
      const client = clientWith(keys);
      await expect(client.send(new ListObjectsV2Command({ Bucket: 'saluni' }))).rejects.toMatchObject({
        $metadata: { httpStatusCode: 403 },
      });
      await expect(client.send(new PutObjectCommand({ Bucket: 'saluni', Key: 'x', Body: 'y' }))).rejects.toMatchObject({
        $metadata: { httpStatusCode: 403 },
      });
      client.destroy();
    }
    await nothingChanged();
  });

  test('a signed request that was changed, is old, is early, or is for another region or host', async () => {
    expect((await send(await signed('GET'))).text).toBe(body);
    const put = await signed('PUT', { path: '/saluni/new.txt', body: 'as signed', headers: { 'x-amz-meta-a': '1' } });
    const changed: Partial<Sent>[] = [
      { path: '/saluni/other.txt' },
      { method: 'GET', body: '' },
      { query: { acl: '' } },
      { headers: { ...put.headers, 'x-amz-meta-a': '2' } },
      { headers: { ...put.headers, 'x-amz-acl': 'public-read' } },
      { headers: { ...put.headers, host: 'localhost' } },
      { headers: { ...put.headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } },
      {
        headers: {
          ...put.headers,
          authorization: put.headers.authorization?.replace(/.$/, (last) => (last === '0' ? '1' : '0')) ?? '',
        },
      },
      { headers: { ...put.headers, authorization: put.headers.authorization?.replace('host;', '') ?? '' } },
      { query: { 'X-Amz-Signature': 'a'.repeat(64) } },
    ];
    for (const change of changed) expect((await send({ ...put, ...change })).status, JSON.stringify(change)).toBe(403);
    expect((await send({ ...put, body: 'as planted' })).status).toBe(400);
    for (const shift of [-16, 16]) {
      expect((await send(await signed('GET', {}, { at: new Date(Date.now() + shift * 60_000) }))).status).toBe(403);
    }
    expect((await send(await signed('GET', {}, { region: 'eu-west-1' }))).status).toBe(403);
    await nothingChanged();
  });

  test('a pre-signed address that was changed, has ended, has no end, or is for more than a week', async () => {
    const presigned = async (method: string, expiresIn: number, at = new Date()): Promise<Sent> => {
      const { 'x-amz-content-sha256': _, ...headers } = request(method).headers;
      return (await signer().presign(
        { ...request(method), headers },
        { expiresIn, signingDate: at },
      )) as unknown as Sent;
    };
    // The signer hashes the body that is not there, and S3 expects UNSIGNED-PAYLOAD.
    const unsigned = async (method: string, expiresIn: number, at = new Date()): Promise<Sent> => {
      const given = { ...request(method), headers: { host: url.host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } };
      return (await signer().presign(given, { expiresIn, signingDate: at })) as unknown as Sent;
    };
    const good = await unsigned('GET', 60);
    expect((await send(good)).text).toBe(body);
    expect((await send(await presigned('GET', 60))).status).toBe(403);
    for (const refused of [
      await unsigned('GET', 60, new Date(Date.now() - 61_000)),
      await unsigned('GET', 60, new Date(Date.now() + 16 * 60_000)),
      { ...good, method: 'DELETE' },
      { ...good, path: '/saluni' },
      { ...good, query: { ...good.query, 'X-Amz-Expires': '600' } },
      { ...good, query: { ...good.query, 'X-Amz-Expires': '700000' } },
      { ...good, query: { ...good.query, 'X-Amz-Date': '20990101T000000Z' } },
      { ...good, query: { ...good.query, 'response-content-type': 'text/html' } },
      { ...good, headers: { ...good.headers, 'x-amz-acl': 'public-read' } },
    ]) {
      expect((await send(refused as Sent)).status).toBe(403);
    }
    const { 'X-Amz-Expires': _, ...endless } = good.query;
    expect((await send({ ...good, query: endless })).status).toBe(403);
    await nothingChanged();
  });

  test('a body beyond 16 MB', async () => {
    expect(
      (
        await send(await signed('PUT', { path: '/saluni/large', body: 'x'.repeat(16 * 1024 * 1024 + 1) })).catch(
          () => ({ status: 413 }),
        )
      ).status,
    ).toBe(413);
    await nothingChanged();
  });
});

test('the keys are others at each start', async () => {
  const other = await startS3(directory, []);
  expect(other.s3.secretAccessKey).not.toBe(store.s3.secretAccessKey);
  expect(other.s3.accessKeyId).not.toBe(store.s3.accessKeyId);
  await other.stop();
});
