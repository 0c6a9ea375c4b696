import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Better compression would cost a rendered page more than it saves; gzip is for what is no browser. */
const quality = 5;
const level = 4;

type Encoding = 'br' | 'gzip';
type Page = { html: string; etag: string };
type Sent = { body: string | Buffer; etag: string; encoding?: Encoding };

/** A page is compressed once for as long as it is in the cache; nothing in it is anybody's secret. */
const compressed = new WeakMap<Page, Map<Encoding, Promise<Buffer>>>();

/** The page in the best encoding that a caller takes, each with an `ETag` of its own. */
export async function encoded(page: Page, accepted: string | string[] | undefined): Promise<Sent> {
  const encoding = encodingOf(String(accepted ?? ''));
  if (!encoding) return { body: page.html, etag: page.etag };
  const made = compressed.get(page) ?? new Map<Encoding, Promise<Buffer>>();
  compressed.set(page, made);
  const body =
    made.get(encoding) ??
    (encoding === 'br'
      ? brotli(page.html, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
      : gzipped(page.html, { level }));
  made.set(encoding, body);
  return { body: await body, etag: `${page.etag.slice(0, -1)}-${encoding}"`, encoding };
}

function encodingOf(accepted: string): Encoding | undefined {
  const names = accepted
    .toLowerCase()
    .split(',')
    .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map((one) => one.split(';', 1)[0]?.trim());
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : undefined;
}
