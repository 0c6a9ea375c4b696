import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { SignatureV4 } from '@smithy/signature-v4';

type S3Keys = { accessKeyId: string; secretAccessKey: string };

/** A refusal in S3's words. */
export type Refusal = { status: number; code: string; message: string };

/** How the body must look: its SHA-256 in hex, or anything where the caller signed `UNSIGNED-PAYLOAD`. */
type Verified = { bodyHash?: string };

type Hash = {
  update(data: string | ArrayBuffer | ArrayBufferView): void;
  digest(): Promise<Uint8Array>;
  reset(): void;
};
type Claim = {
  algorithm: string;
  credential: string;
  signedHeaders: string[];
  signature: string;
  date: string;
  expiresIn?: number;
};

const region = 'us-east-1';
/** What Amazon S3 allows, milliseconds and seconds. */
const maxSkewMs = 15 * 60_000;
const maxExpiresIn = 7 * 24 * 60 * 60;

/**
 * Checks a request's Signature Version 4, in its Authorization header or its query, by signing it again with the AWS
 * SDK; its host and every `x-amz-` header must be signed. Returns how its body must look, or why it is refused.
 */
export async function verifySignature(
  request: IncomingMessage,
  keys: S3Keys,
  now = Date.now(),
): Promise<Verified | Refusal> {
  const url = new URL(`http://${request.headers.host}${request.url}`);
  const claim = claimOf(request, url);
  if (claim === undefined) return refusal('AccessDenied', 'Access Denied');
  const date = dateOf(claim.date);
  if (date === undefined || claim.algorithm !== 'AWS4-HMAC-SHA256')
    return refusal('AccessDenied', 'Only Signature Version 4 is accepted');
  if (claim.credential !== `${keys.accessKeyId}/${claim.date.slice(0, 8)}/${region}/s3/aws4_request`) {
    return refusal('InvalidAccessKeyId', 'The access key or the scope of the credential is not known here');
  }
  if (date.getTime() - now > maxSkewMs || (claim.expiresIn === undefined && now - date.getTime() > maxSkewMs)) {
    return refusal('RequestTimeTooSkewed', 'The time of the request differs too much from the time here');
  }
  if (claim.expiresIn !== undefined && now >= date.getTime() + claim.expiresIn * 1000)
    return refusal('AccessDenied', 'Request has expired');
  const signed = new Set(claim.signedHeaders);
  const unsigned = Object.keys(request.headers).find((name) => name.startsWith('x-amz-') && !signed.has(name));
  if (!signed.has('host') || unsigned !== undefined)
    return refusal('AccessDenied', 'There were headers present which were not signed');
  if (!sameText(claim.signature, await signatureOf(request, url, keys, date, claim))) {
    return refusal('SignatureDoesNotMatch', 'The signature does not match the one calculated here');
  }
  const hash = claim.expiresIn === undefined ? request.headers['x-amz-content-sha256'] : 'UNSIGNED-PAYLOAD';
  if (hash === 'UNSIGNED-PAYLOAD') return {};
  if (typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash)) return { bodyHash: hash };
  return {
    status: 400,
    code: 'InvalidRequest',
    message: 'x-amz-content-sha256 must be UNSIGNED-PAYLOAD or the SHA-256 of the whole body',
  };
}

export function sameText(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

function refusal(code: string, message: string): Refusal {
  return { status: 403, code, message };
}

/** What the request says of its signature; undefined when it has none, two, or an incomplete one. */
function claimOf({ headers }: IncomingMessage, { searchParams }: URL): Claim | undefined {
  const header = headers.authorization;
  const one = (name: string) => (searchParams.getAll(name).length === 1 ? searchParams.get(name) : null);
  if (header !== undefined) {
    const match = /^(\S+) Credential=([^,\s]+), ?SignedHeaders=([^,\s]+), ?Signature=([0-9a-f]{64})$/.exec(header);
    const date = headers['x-amz-date'];
    if (match === null || typeof date !== 'string' || searchParams.has('X-Amz-Signature')) return undefined;
    const [, algorithm = '', credential = '', signedHeaders = '', signature = ''] = match;
    return { algorithm, credential, signedHeaders: signedHeaders.split(';'), signature, date };
  }
  const [algorithm, credential, signedHeaders, signature, date, expires] = (
    ['Algorithm', 'Credential', 'SignedHeaders', 'Signature', 'Date', 'Expires'] as const
  ).map((name) => one(`X-Amz-${name}`) ?? '');
  const expiresIn = /^\d{1,6}$/.test(expires ?? '') ? Number(expires) : 0;
  if (
    !algorithm ||
    !credential ||
    !signedHeaders ||
    !/^[0-9a-f]{64}$/.test(signature ?? '') ||
    expiresIn < 1 ||
    expiresIn > maxExpiresIn
  )
    return undefined;
  return {
    algorithm,
    credential,
    signedHeaders: signedHeaders.split(';'),
    signature: signature ?? '',
    date: date ?? '',
    expiresIn,
  };
}

/** Reads `20261122T053200Z`. */
function dateOf(text: string): Date | undefined {
  const iso = text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const date = new Date(iso);
  return iso === text || Number.isNaN(date.getTime()) ? undefined : date;
}

async function signatureOf(
  request: IncomingMessage,
  url: URL,
  keys: S3Keys,
  date: Date,
  claim: Claim,
): Promise<string> {
  const signer = new SignatureV4({
    credentials: keys,
    region,
    service: 's3',
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  });
  const headers = Object.fromEntries(claim.signedHeaders.map((name) => [name, String(request.headers[name] ?? '')]));
  const presigned = claim.expiresIn !== undefined;
  // The signer adds these again, from the date and the keys.
  const added = /^X-Amz-(Algorithm|Credential|Date|Expires|SignedHeaders|Signature)$/;
  const query: Record<string, string[]> = {};
  for (const name of new Set(url.searchParams.keys())) {
    if (!presigned || !added.test(name)) query[name] = url.searchParams.getAll(name);
  }
  const path = request.url?.split('?')[0] ?? '/';
  const given = { method: request.method ?? '', protocol: 'http:', hostname: url.hostname, path, query, headers };
  const signableHeaders = new Set(claim.signedHeaders);
  if (!presigned) {
    const { authorization = '' } = (await signer.sign(given, { signingDate: date, signableHeaders })).headers;
    return authorization.split('Signature=')[1] ?? '';
  }
  // Of a pre-signed request the body is never signed.
  const hashless = { ...given, headers: { ...headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' } };
  const unsignableHeaders = signableHeaders.has('x-amz-content-sha256')
    ? new Set<string>()
    : new Set(['x-amz-content-sha256']);
  const options = {
    signingDate: date,
    expiresIn: claim.expiresIn,
    signableHeaders,
    unsignableHeaders,
    unhoistableHeaders: new Set(Object.keys(hashless.headers)),
  };
  return String((await signer.presign(hashless, options)).query?.['X-Amz-Signature'] ?? '');
}

/** The hash that the signer is built on, in Node's words. */
export class Sha256 implements Hash {
  #hash;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret));
  }
  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesOf(data));
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
  reset(): void {
    throw new Error('this hash is used once');
  }
}

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): Buffer {
  if (typeof data === 'string') return Buffer.from(data);
  return ArrayBuffer.isView(data) ? Buffer.from(data.buffer, data.byteOffset, data.byteLength) : Buffer.from(data);
}
