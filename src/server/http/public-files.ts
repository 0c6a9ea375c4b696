import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { databaseNow } from '#server/db/sql.ts';
import type { Deps } from '#server/deps.ts';
import { invalid, notFound } from '#server/errors.ts';
import { demoCalendar, demoCalendarPath } from '#server/features/busy-calendars/demo-calendar.ts';
import { findPages, listFound } from '#server/features/professionals/find-pages.ts';
import { findByHandle } from '#server/features/professionals/handle-queries.ts';
import { shareOfProfessional, shareOfService } from '#server/features/public-pages/share-queries.ts';
import {
  newestChange,
  type SitemapKind,
  sitemapFiles,
  sitemapPages,
} from '#server/features/public-pages/sitemap-queries.ts';
import { qrPng } from '#server/images/qr-png.ts';
import { ownContent, type ShareContent, versionOf } from '#server/images/share-content.ts';
import { addressKey } from '#server/limits/address-key.ts';
import { escapeHtml } from '#shared/html.ts';
import { icons } from '#shared/icons.ts';
import { pagePath, sitemapPageNames } from '#shared/pages.ts';
import { professionalPath, servicePath } from '#shared/public-addresses.ts';
import { qrSvg } from '#shared/qr.ts';
import { handlePath } from '#shared/rules/handle.ts';
import { sourceIn } from '#shared/rules/source.ts';
import { iso } from '#shared/time.ts';
import { uuidPattern } from '#shared/wire.ts';
import { mountEmbedScript } from './embed.ts';
import { etagOf, matchesEtag } from './etag.ts';

/** What search engines, chats and home screens read beside pages (contract 10): the same for everybody. */

type Limit = (request: FastifyRequest, calls: number) => Promise<void>;
type NotFound = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Pixels of a side. */
const qrSizes = { min: 256, max: 2_048, usual: 1_024 };
const xml = 'application/xml; charset=utf-8';
const kinds: readonly SitemapKind[] = ['professionals', 'services'];

/** `builtAt`: the newest change of pages whose content is the build's, epoch milliseconds. */
export function mountPublicFiles(
  scope: FastifyInstance,
  deps: Deps,
  { limit, unknown, builtAt }: { limit: Limit; unknown: NotFound; builtAt: number },
): void {
  const { db, config, limiters } = deps;
  const site = config.publicUrl;
  scope.addHook('onRequest', (request) => limit(request, 1));

  scope.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(`User-agent: *\nDisallow:\n\nSitemap: ${site}/sitemap.xml\n`),
  );

  scope.get('/sitemap.xml', async (request, reply) => {
    const files = await inTurn(request, async () => {
      const lists = await Promise.all(
        kinds.map(async (kind) =>
          (await sitemapFiles(db, kind)).map((at, index) => ({ name: `${kind}-${index + 1}`, at })),
        ),
      );
      const newest = Math.max(...(await ownPages()).map(({ at }) => at));
      return [{ name: 'pages', at: newest }, ...lists.flat()];
    });
    const entries = files.map(({ name, at }) => entry('sitemap', `${site}/sitemap/${name}.xml`, at));
    return reply.type(xml).send(document('sitemapindex', entries));
  });

  scope.get('/sitemap/:file', async (request, reply) => {
    const { file = '' } = request.params as Record<string, string>;
    const entries = await inTurn(request, () => entriesOf(file));
    if (!entries) return notFound('Sitemap');
    return reply.type(xml).send(document('urlset', entries));
  });

  async function entriesOf(file: string): Promise<string[] | undefined> {
    if (file === 'pages.xml') return (await ownPages()).map(({ path, at }) => entry('url', site + path, at));
    const [, kind, number] = /^(professionals|services)-([1-9]\d{0,4})\.xml$/.exec(file) ?? [];
    if (kind === undefined) return undefined;
    const rows = await sitemapPages(db, kind as SitemapKind, Number(number));
    if (rows.length === 0) return undefined;
    return rows.map(({ id, name, changed_at }) =>
      entry(
        'url',
        site + (kind === 'services' ? servicePath({ id, name }) : professionalPath({ id, display_name: name })),
        changed_at,
      ),
    );
  }

  /** Pages that are about nobody, and those that find people, which change as their first ones do. */
  async function ownPages(): Promise<{ path: string; at: number }[]> {
    const pages = sitemapPageNames.map((name): { path: string; at: number } => ({ path: pagePath(name), at: builtAt }));
    for (const found of await findPages(deps)) {
      const { specialization, city } = found;
      const { results } = await listFound(deps, found, 0);
      const ids = results.map(({ id }) => id);
      pages.push({
        path: pagePath('find', { specialization: specialization.slug, city: city.slug }),
        at: Math.max(builtAt, await newestChange(db, ids)),
      });
    }
    return pages;
  }

  function inTurn<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    return limiters.lists.run(addressKey(request.ip), work, () => request.raw.socket.destroyed);
  }

  scope.get('/manifest.webmanifest', async (_request, reply) =>
    reply.type('application/manifest+json').header('cache-control', 'no-cache').send(manifest),
  );

  mountEmbedScript(scope, site);

  if (config.seedDemo)
    scope.get(demoCalendarPath, async (_request, reply) =>
      reply.type('text/calendar; charset=utf-8').send(demoCalendar(await databaseNow(db))),
    );

  scope.get('/p/:handle', async (request, reply) => {
    const { handle = '' } = request.params as Record<string, string>;
    const found = await findByHandle(db, handle);
    if (!found) return unknown(request, reply);
    const source = sourceIn(request.url.split(/\?(.*)/s)[1] ?? '');
    const onward = source === null ? '' : `?from=${source}`;
    return reply.header('cache-control', 'no-cache').redirect(professionalPath(found) + onward, 308);
  });

  scope.get('/p/:handle/qr.svg', (request, reply) =>
    code(request, reply, async (text) => reply.type('image/svg+xml').send(qrSvg(text))),
  );

  scope.get('/p/:handle/qr.png', (request, reply) => {
    const { size = String(qrSizes.usual) } = request.query as { size?: unknown };
    const side = typeof size === 'string' && /^\d{1,5}$/.test(size) ? Number(size) : 0;
    if (side < qrSizes.min || side > qrSizes.max)
      invalid(['query', 'size'], `Must be a whole number from ${qrSizes.min} to ${qrSizes.max}`);
    return code(request, reply, async (text) => {
      const gone = () => request.raw.socket.destroyed;
      const picture = await limiters.sharePictures.run(addressKey(request.ip), () => qrPng(text, side), gone);
      return sendPicture(request, reply, picture);
    });
  });

  /** Sends what a professional's code says (contract 27), or leads on from a former handle. Throws 404. */
  async function code(
    request: FastifyRequest,
    reply: FastifyReply,
    send: (text: string) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const { handle = '' } = request.params as Record<string, string>;
    const current = (await findByHandle(db, handle))?.current ?? notFound('Professional');
    reply.headers({ 'cache-control': 'no-cache', 'cross-origin-resource-policy': 'cross-origin' });
    if (current === handle.toLowerCase()) return send(`${site}${handlePath(current)}?from=qr`);
    return reply.redirect(request.url.replace(/^\/p\/[^/]+/i, handlePath(current)), 308);
  }

  scope.get('/og/saluni.png', (request, reply) => share(request, reply, async () => ownContent));
  scope.get('/og/professional/:file', (request, reply) => share(request, reply, (id) => shareOfProfessional(db, id)));
  scope.get('/og/service/:file', (request, reply) => share(request, reply, (id) => shareOfService(db, id)));

  async function share(
    request: FastifyRequest,
    reply: FastifyReply,
    contentOf: (id: string) => Promise<ShareContent | undefined>,
  ): Promise<FastifyReply> {
    const { file } = request.params as { file?: string };
    const id = file === undefined ? '' : (/^(.+)\.png$/.exec(file)?.[1] ?? '');
    const content = file === undefined || uuidPattern.test(id) ? await contentOf(id) : undefined;
    if (!content) return notFound('Picture');
    const { v } = request.query as { v?: unknown };
    reply.header('cache-control', v === versionOf(content) ? 'public, max-age=86400' : 'no-store');
    const gone = () => request.raw.socket.destroyed;
    const get = () => deps.sharePictures.get(content);
    return sendPicture(request, reply, await limiters.sharePictures.run(addressKey(request.ip), get, gone));
  }
}

function sendPicture(request: FastifyRequest, reply: FastifyReply, bytes: Buffer): FastifyReply {
  const etag = etagOf(bytes);
  reply.headers({ etag, 'cross-origin-resource-policy': 'cross-origin', 'x-content-type-options': 'nosniff' });
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send();
  return reply.type('image/png').send(bytes);
}

function entry(kind: 'sitemap' | 'url', address: string, changedAt: number): string {
  return `<${kind}><loc>${escapeHtml(address)}</loc><lastmod>${iso(changedAt)}</lastmod></${kind}>`;
}

function document(kind: 'sitemapindex' | 'urlset', entries: string[]): string {
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<${kind} ` +
    `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${kind}>\n`
  );
}

const manifest = JSON.stringify({
  name: 'Saluni: appointments with people who know your hair',
  short_name: 'Saluni',
  description: 'Barbers, braiders, locticians and curl specialists, with live availability.',
  id: '/',
  lang: 'en-AU',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#FFFAF2',
  theme_color: '#4A1942',
  icons: icons
    .filter(({ size }) => size !== 180)
    .map(({ file, size, maskable }) => ({
      src: `/${file}`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: maskable ? 'maskable' : 'any',
    })),
});
