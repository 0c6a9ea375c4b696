import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encoded } from './page-encoding.ts';

const page = { html: '<p>ngā mihi</p>'.repeat(50), etag: '"abc"' };

test.each([
  ['gzip, deflate, br, zstd', 'br', '"abc-br"'],
  ['gzip', 'gzip', '"abc-gzip"'],
  ['br;q=0, gzip;q=0.5', 'gzip', '"abc-gzip"'],
  ['identity', undefined, '"abc"'],
  [undefined, undefined, '"abc"'],
])('a page for %j is sent as %s', async (accepted, encoding, etag) => {
  const sent = await encoded(page, accepted);
  expect([sent.encoding, sent.etag]).toEqual([encoding, etag]);
  const text =
    sent.encoding === 'br'
      ? brotliDecompressSync(sent.body)
      : sent.encoding === 'gzip'
        ? gunzipSync(sent.body)
        : sent.body;
  expect(String(text)).toBe(page.html);
});
