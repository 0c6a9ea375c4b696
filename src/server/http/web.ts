import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import type { Deps } from '#server/deps.ts';
import { findPageExists } from '#server/features/professionals/find-pages.ts';
import { professionalExists } from '#server/features/professionals/queries.ts';
import { serviceExists } from '#server/features/services/queries.ts';
import { findPageOf } from '#shared/find-pages.ts';
import { escapeHtml } from '#shared/html.ts';
import { carriesToken, notFoundTitle, type PageName, pageAt, pages } from '#shared/pages.ts';
import { uuidPattern } from '#shared/wire.ts';
import { pathOf } from './problems.ts';

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
};

type PageDeps = Pick<Deps, 'db' | 'search' | 'config'>;

type Check = (db: Database, id: string) => Promise<boolean>;
/** One check for each parameter of the path, in order. */
const checks: Partial<Record<PageName, Check[]>> = {
  serviceDetails: [serviceExists],
  pickBookingTime: [serviceExists, professionalExists],
  publicProfessional: [professionalExists],
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
  const ids = Object.values(found.params);
  for (const [index, check] of (checks[found.name] ?? []).entries()) {
    const id = ids[index];
    if (id !== undefined && !(uuidPattern.test(id) && (await check(db, id)))) return 404;
  }
  return 200;
}

/**
 * Serves the build in `root`. Files with a hash in their name are cached for a year; the page itself is revalidated
 * every time.
 */
export async function builtWeb(root: string, deps: PageDeps): Promise<Web> {
  const { config } = deps;
  const html = await readFile(join(root, 'index.html'), 'utf8');
  const builtAt = Math.floor((await stat(join(root, 'index.html'))).mtimeMs);
  return {
    mode: 'built',
    builtAt,
    async register(app) {
      await app.register(fastifyStatic, {
        root,
        index: false,
        wildcard: false,
        preCompressed: true,
        immutable: true,
        maxAge: '365d',
        globIgnore: ['index.html', '**/*.br', '**/*.gz'],
      });
    },
    async page(request, reply) {
      const path = pathOf(request);
      return reply
        .status(await statusOfPage(deps, path))
        .header('cache-control', 'no-cache')
        .header('vary', 'Accept')
        .type('text/html; charset=utf-8')
        .send(withHead(html, request.url, config));
    },
  };
}

/**
 * Adds to the page's head what the client's file does not know: the page's title, how clients get an account, and the
 * configured script, whose
 * origin `securityHeaders` allows, unless the address carries a token.
 */
export function withHead(
  html: string,
  address: string,
  { analyticsScriptUrl, clientSignup }: Pick<Config, 'analyticsScriptUrl' | 'clientSignup'>,
): string {
  const found = pageAt(address.split('?', 1)[0] ?? '/');
  const head = [
    `<title>${escapeHtml(`${found ? pages[found.name].title : notFoundTitle} · Saluni`)}</title>`,
    `<meta name="client-signup" content="${clientSignup}">`,
  ];
  if (analyticsScriptUrl !== undefined && !carriesToken(address))
    head.push(`<script defer src="${escapeHtml(analyticsScriptUrl)}"></script>`);
  return html.replace('</head>', () => `${head.join('')}</head>`);
}
