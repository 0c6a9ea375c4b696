import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { notFound } from '#server/errors.ts';
import { addressKey } from '#server/limits/address-key.ts';
import { uuidPattern } from '#shared/wire.ts';

const fileName = /^(?:[1-9]\d{0,3}|preview)\.(avif|webp)$/;

/**
 * Serves stored pictures at `/images/KEY/NAME` (reliability A9). A key is never used again, so an answer may be cached
 * for ever; a browser takes it for nothing but a picture, and runs nothing in it.
 */
export function mountPictures(scope: FastifyInstance, { images, limiters }: Deps): void {
  scope.get('/images/:key/:name', async (request, reply) => {
    const { key = '', name = '' } = request.params as Record<string, string>;
    const format = fileName.exec(name)?.[1];
    if (format === undefined || !uuidPattern.test(key)) return notFound('Image');
    const bytes = await limiters.pictures.run(
      addressKey(request.ip),
      () => images.get(key, name),
      () => request.raw.socket.destroyed,
    );
    if (!bytes) return notFound('Image');
    return reply
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        // A page may be reached under another name than the one in the addresses of pictures, and a picture tells
        // nothing of its viewer.
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      })
      .type(`image/${format}`)
      .send(bytes);
  });
}
