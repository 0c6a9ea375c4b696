import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import type { Deps, EncodedPage } from '#server/deps.ts';
import { isAway, problemOf } from '#server/errors.ts';
import { professionalExists } from '#server/features/parties/visibility.ts';
import { findPageExists } from '#server/features/professionals/find-pages.ts';
import { findByHandle } from '#server/features/professionals/handle-queries.ts';
import { serviceExists } from '#server/features/services/queries.ts';
import { addressKey } from '#server/limits/address-key.ts';
import { findPageOf } from '#shared/find-pages.ts';
import { escapeHtml } from '#shared/html.ts';
import { notFoundTitle, type PageName, pageAddress, pageAt, pages } from '#shared/pages.ts';
import { uuidPattern } from '#shared/wire.ts';
import { filesBefore, readClientFiles } from './client-files.ts';
import { currentFrame } from './embed.ts';
import { matchesEtag } from './etag.ts';
import { hasScriptOfOthers, securityHeaders } from './headers.ts';
import { encodingOf } from './page-encoding.ts';
import { pathOf } from './problems.ts';
import { isRendered, loadRendering } from './rendering.ts';
import { mountServiceWorker } from './service-worker.ts';
import { addressOfWhen } from './when-asked.ts';

/** The source of the web client: built files or a development server. */
export type Web = {
  mode: 'built' | 'dev';
  /** When the pages' own content changed last, epoch milliseconds. */
  builtAt: number;
  register(app: FastifyInstance): Promise<void>;
  /**
   * Sends the page for any path. The status is 404 for an unknown path and for an unknown id on a public page (contract
   * 6).
   */
  page(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** Sends the shell with this status and sentence. */
  refusal?(request: FastifyRequest, reply: FastifyReply, status: number, sentence: string): FastifyReply;
};

/** They wait for nobody's turn: few, and without the database as with it. */
const needNoData: ReadonlySet<PageName | undefined> = new Set(['termsOfUse', 'privacyPolicy', 'waitlistSignup']);

type PageDeps = Pick<Deps, 'db' | 'search' | 'config'>;

/** `first` is the path's first parameter. */
type Check = (db: Database, id: string, first: string) => Promise<boolean>;
/** One check for each parameter of the path, in order. */
const checks: Partial<Record<PageName, Check[]>> = {
  serviceDetails: [(db, id) => serviceExists(db, id)],
  pickBookingTime: [(db, id) => serviceExists(db, id), (db, id, service) => serviceExists(db, service, id)],
  publicProfessional: [(db, id) => professionalExists(db, id)],
};

/** 200 for a known page whose public ids exist, else 404. */
export async function statusOfPage(deps: PageDeps, path: string): Promise<200 | 404> {
  const { db } = deps;
  const found = pageAt(path);
  if (!found) return 404;
  if (found.name === 'find') {
    const page = findPageOf(found.params.specialization, found.params.city);
    return page && (await findPageExists(deps, page)) ? 200 : 404;
  }
  if (found.name === 'embed') return (await findByHandle(db, found.params.handle ?? '')) ? 200 : 404;
  const ids = Object.values(found.params);
  for (const [index, check] of (checks[found.name] ?? []).entries()) {
    const id = ids[index];
    if (id !== undefined && !(uuidPattern.test(id) && (await check(db, id, ids[0] ?? id)))) return 404;
  }
  return 200;
}

/**
 * Serves the build in `root`, files with a hash in their name for a year. Public pages are rendered by the build in
 * `serverRoot`; without it every page is the shell.
 */
export async function builtWeb(root: string, deps: Deps, serverRoot?: string): Promise<Web> {
  const { config, log } = deps;
  const html = await readFile(join(root, 'index.html'), 'utf8');
  const builtAt = Math.floor((await stat(join(root, 'index.html'))).mtimeMs);
  const files = serverRoot === undefined ? undefined : await readClientFiles(root);
  const fonts = [...html.matchAll(/<link rel="preload"[^>]*?href="([^"]+)"[^>]*as="font"[^>]*>/g)].map(
    ([, href]) => `<${href}>; rel=preload; as=font; crossorigin`,
  );
  const rendering =
    files === undefined || serverRoot === undefined
      ? undefined
      : await loadRendering(deps, files, serverRoot, (address, head, body) =>
          withScript(
            html.replace('<div id="root"></div>', () => body),
            address,
            config,
            head,
          ),
        );

  const scriptsOf = (path: string) => files?.preloads(pageAt(path)?.name) ?? '';

  function sendShell(request: FastifyRequest, reply: FastifyReply, shell: Shell = {}): FastifyReply {
    const { status = 200, sentence, isIndexed = false } = shell;
    const shown = sentence === undefined ? rendering?.frame(pathOf(request)) : sentencePage(sentence);
    const body = html.replace('<div id="root"></div>', () => `<div id="root">${shown ?? ''}</div>`);
    return reply
      .status(status)
      .header('cache-control', 'no-store')
      .header('vary', 'Accept')
      .type('text/html; charset=utf-8')
      .send(withHead(body, request.url, config, (isIndexed ? '' : noindex) + scriptsOf(pathOf(request))));
  }

  function sendPage(request: FastifyRequest, reply: FastifyReply, status: 200 | 404, page: EncodedPage): FastifyReply {
    const encoding = encodingOf(request.headers['accept-encoding']);
    const etag = encoding === 'identity' ? page.etag : `${page.etag.slice(0, -1)}-${encoding}"`;
    reply.status(status).headers({ 'cache-control': 'no-cache', vary: 'Accept, Accept-Encoding', etag });
    // In whatever encoding the caller has it; what is not there stays 404.
    const known = request.headers['if-none-match']?.replace(/-(br|gzip)"/g, '"');
    if (status === 200 && matchesEtag(known, page.etag)) return reply.status(304).send();
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type('text/html; charset=utf-8').send(page.bodies[encoding]);
  }

  return {
    mode: 'built',
    builtAt,
    async register(app) {
      await app.register(fastifyStatic, {
        root: existsSync(filesBefore(root)) ? [root, filesBefore(root)] : root,
        index: false,
        wildcard: false,
        preCompressed: true,
        immutable: true,
        maxAge: '365d',
        setHeaders(reply, path) {
          // Their names stay.
          if (/icon-[\w-]+\.png$/.test(path)) reply.header('cache-control', 'public, max-age=86400');
        },
        globIgnore: ['index.html', '**/*.br', '**/*.gz'],
      });
      if (rendering === undefined) return;
      const own = { ...config, analyticsScriptUrl: undefined };
      const shell = withScript(html, '/', own, `<title>Saluni</title>${noindex}`);
      await mountServiceWorker(app, shell, securityHeaders(own, false));
    },
    async page(request, reply) {
      const path = pathOf(request);
      const wantsRendering = rendering !== undefined && (isRendered(path) || pageAt(path) === undefined);
      if (!wantsRendering)
        return sendShell(request, reply, { status: await statusOfPage(deps, path), isIndexed: isRendered(path) });
      const address = pageAddress(request.url);
      const cache = deps.pageCache;
      try {
        const known = cache.get(address);
        if (known) return sendPage(request, reply, 200, await known);
        if ((await statusOfPage(deps, path)) === 404)
          return sendPage(request, reply, 404, await rendering.missing(path));
        const current = await currentFrame(deps.db, request.url);
        if (current) return reply.header('cache-control', 'no-cache').redirect(current, 308);
        const asked = await addressOfWhen(deps.db, address);
        if (asked) return reply.header('cache-control', 'no-store').redirect(asked, 303);
        if (config.earlyHints) sendHints(request, reply, fonts);
        const asker = { ip: request.ip, requestId: request.id };
        const make = async () => cache.get(address) ?? cache.make(address, () => rendering.page(address, asker));
        const gone = () => request.raw.socket.destroyed;
        const page = needNoData.has(pageAt(path)?.name)
          ? await make()
          : await deps.limiters.pages.run(addressKey(request.ip), make, gone);
        return sendPage(request, reply, 200, page);
      } catch (error) {
        const { status, headers } = problemOf(error);
        if (status !== 503 && status !== 429) {
          log.warn({ err: error, reqId: request.id }, 'failed to render a page: its shell is sent instead');
          return sendShell(request, reply, { isIndexed: true });
        }
        const recent = cache.recent(address);
        if (recent) return sendPage(request, reply, 200, recent);
        // More rendering than there is room for is no reason to send nobody anything.
        if (!isAway(error) && (await answers(deps.db))) return sendShell(request, reply, { isIndexed: true });
        reply.headers({ 'retry-after': '5', ...headers });
        return sendShell(request, reply, {
          status: 503,
          sentence: "We can't reach Saluni just now. Please try again in a moment.",
        });
      }
    },
    refusal: (request, reply, status, sentence) => sendShell(request, reply, { status, sentence }),
  };
}

/**
 * Has a visitor fetch these while the page is rendered. Only where the proxy says that no connection of HTTP/1.1 is on
 * the way to the visitor, whose end may take an informational answer for the page.
 */
function sendHints(request: FastifyRequest, reply: FastifyReply, link: string[]): void {
  if (/^HTTP\/[23]/.test(String(request.headers['x-http-version'] ?? ''))) reply.raw.writeEarlyHints({ link });
}

type Shell = { status?: number; sentence?: string; isIndexed?: boolean };

const noindex = '<meta name="robots" content="noindex">';

/** What is to be read before any script has run. */
function sentencePage(sentence: string): string {
  return `<main><h1>${escapeHtml(sentence)}</h1></main>`;
}

async function answers(db: Database): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
}

/** Adds to the shell's head what the client's file does not know: the page's title, and the configured script. */
export function withHead(html: string, address: string, config: HeadConfig, head = ''): string {
  const found = pageAt(address.split('?', 1)[0] ?? '/');
  const title = `<title>${escapeHtml(`${found ? pages[found.name].title : notFoundTitle} · Saluni`)}</title>`;
  return withScript(html, address, config, title + head);
}

type HeadConfig = Pick<Config, 'analyticsScriptUrl' | 'clientSignup' | 'bookingPendingTtlHours'>;

/**
 * How clients get an account, how long a request waits for its answer, and the configured script, whose origin
 * `pageHeaders` allows, unless the address carries a token or is shown by other sites.
 */
function withScript(
  html: string,
  address: string,
  { analyticsScriptUrl, clientSignup, bookingPendingTtlHours }: HeadConfig,
  head: string,
): string {
  const script =
    analyticsScriptUrl !== undefined && hasScriptOfOthers(address)
      ? `<script defer src="${escapeHtml(analyticsScriptUrl)}"></script>`
      : '';
  const signup = `<meta name="client-signup" content="${clientSignup}">`;
  const answer = `<meta name="answer-within-hours" content="${bookingPendingTtlHours}">`;
  return html.replace('</head>', () => `${head}${signup}${answer}${script}</head>`);
}
