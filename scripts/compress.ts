import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** Fonts and pictures are compressed already; below a kilobyte compression saves nothing. */
const compressible = /\.(js|css|svg|html|json)$/;
const least = 1_024;

/**
 * Writes `.br` and `.gz` beside each file of the build, at the best compression; the server sends these files as they
 * are.
 */
export const compress: Plugin = {
  name: 'saluni:compress',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.values(bundle).filter(({ fileName }) => compressible.test(fileName));
    await Promise.all(
      files.map(async (file) => {
        const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        if (bytes.length < least) return;
        const path = join(dir, file.fileName);
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        };
        await Promise.all([
          brotli(bytes, { params }).then((small) => writeFile(`${path}.br`, small)),
          gzipped(bytes, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
        ]);
      }),
    );
  },
};
