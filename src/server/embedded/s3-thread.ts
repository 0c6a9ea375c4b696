import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { freePort } from '#server/process/ports.ts';
import type { S3ThreadInput } from './s3.ts';
import { type Refusal, sameText, verifySignature } from './s3-signature.ts';

type S3rver = new (
  options: object,
) => { configureBuckets(): Promise<void>; callback(): (request: IncomingMessage, response: ServerResponse) => void };

/** Room for the largest picture of the product (10 MB), bytes. */
const maxBody = 16 * 1024 * 1024;

const require = createRequire(import.meta.url);
const Server = require('@20minutes/s3rver') as S3rver;

const { directory, bucket, except, ...keys } = workerData as S3ThreadInput;
const store = new Server({ silent: true, directory, vhostBuckets: false, configureBuckets: [{ name: bucket }] });
await store.configureBuckets();
const answer = store.callback();

// The package answers requests without a signature, and checks no body. So it listens nowhere, and gets only what was
// verified here.
const listener = createServer(async (request, response) => {
  try {
    await admit(request, response);
  } catch {
    response.destroy();
  }
});
listener.listen(await freePort(except), '127.0.0.1');
await once(listener, 'listening');
parentPort?.postMessage({ ready: { port: (listener.address() as AddressInfo).port } });

async function admit(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const verified = await verifySignature(request, keys);
  if ('status' in verified) return refuse(response, verified);
  const body = await bodyOf(request);
  if (body === undefined)
    return refuse(response, { status: 413, code: 'EntityTooLarge', message: `A body has at most ${maxBody} bytes` });
  if (
    verified.bodyHash !== undefined &&
    !sameText(verified.bodyHash, createHash('sha256').update(body).digest('hex'))
  ) {
    return refuse(response, {
      status: 400,
      code: 'XAmzContentSHA256Mismatch',
      message: 'The body is not the one that was signed',
    });
  }
  answer(withBody(request, body), response);
}

/** Reads the body; undefined when it is too large. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > maxBody) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The same request, whose body has been read, without its signature: the package's own check refuses some right ones.
 */
function withBody(request: IncomingMessage, body: Buffer): IncomingMessage {
  const again = new IncomingMessage(request.socket);
  const { method, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  const { authorization: _, ...headers } = request.headers;
  Object.assign(again, {
    method,
    url: withoutSignature(request.url),
    headers,
    httpVersion,
    httpVersionMajor,
    httpVersionMinor,
    complete: true,
  });
  again.push(body);
  again.push(null);
  return again;
}

function withoutSignature(url = '/'): string {
  const [path, query = ''] = url.split(/\?(.*)/s);
  const rest = query
    .split('&')
    .filter((part) => part !== '' && !/^X-Amz-(Algorithm|Credential|Date|Expires|SignedHeaders|Signature)=/.test(part));
  return rest.length === 0 ? (path ?? '/') : `${path}?${rest.join('&')}`;
}

function refuse(response: ServerResponse, { status, code, message }: Refusal): void {
  // Of a refused request the body is not read, so the connection cannot serve another.
  response.writeHead(status, { 'content-type': 'application/xml', connection: 'close' });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  );
}
