import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encode, encodingOf } from './page-encoding.ts';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['identity', 'identity'],
  [undefined, 'identity'],
])('a page for %j is sent as %s', (accepted, encoding) => {
  expect(encodingOf(accepted)).toBe(encoding);
});

test('every encoding is of the same text', async () => {
  const html = '<p>ngā mihi</p>'.repeat(50);
  const { bodies } = await encode(html);
  const texts = [bodies.identity, brotliDecompressSync(bodies.br), gunzipSync(bodies.gzip)].map(String);
  expect(texts).toEqual([html, html, html]);
});
