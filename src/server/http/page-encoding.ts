import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { EncodedPage, Encoding } from '#server/deps.ts';
import { etagOf } from './etag.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Better compression would cost a rendered page more than it saves; crawlers and scripts ask for gzip. */
const quality = 5;
const level = 4;

/** Nothing in a page is anybody's secret, so its length gives nothing away. */
export async function encode(html: string): Promise<EncodedPage> {
  const identity = Buffer.from(html);
  const [br, zip] = await Promise.all([
    brotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    gzipped(identity, { level }),
  ]);
  const etag = etagOf(identity);
  return { bodies: { identity, br, gzip: zip }, etag };
}

/** The best encoding that a caller takes. */
export function encodingOf(accepted: string | string[] | undefined): Encoding {
  const names = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map((one) => one.split(';', 1)[0]?.trim());
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : 'identity';
}
