import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import type { Deps } from '#server/deps.ts';
import { professionalExists } from '#server/features/professionals/queries.ts';
import { serviceExists } from '#server/features/services/queries.ts';
import { escapeHtml } from '#server/html.ts';
import { pendingHoursMeta } from '#shared/constants.ts';
import { type PageName, pages } from '#shared/pages.ts';
import { uuidPattern } from '#shared/wire.ts';

/** The source of the web client: built files or a development server. */
export type Web = {
  mode: 'built' | 'dev';
  register(app: FastifyInstance): Promise<void>;
  /** Sends the page for any path. The status is 404 for an unknown path and for an unknown id on a public page (contract 6). */
  page(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
};

type Check = (db: Database, id: string) => Promise<boolean>;
/** One check for each parameter of the path, in order. */
const checks: Partial<Record<PageName, Check[]>> = {
  serviceDetails: [serviceExists],
  pickBookingTime: [serviceExists, professionalExists],
  publicProfessional: [professionalExists],
};

/** A pattern for a path such as `/a/:id?/b`; its groups are the parameters. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\/:\w+\?/g, '(?:/([^/]+))?')}/?$`);
}
const known = Object.entries(pages).map(([name, path]) => ({ name: name as PageName, pattern: patternOf(path) }));

export function isPage(path: string): boolean {
  return known.some(({ pattern }) => pattern.test(path));
}

/** 200 for a known screen whose public ids exist, else 404. */
export async function statusOfPage(db: Database, path: string): Promise<200 | 404> {
  for (const { name, pattern } of known) {
    const match = pattern.exec(path);
    if (!match) continue;
    for (const [index, check] of (checks[name] ?? []).entries()) {
      const id = match[index + 1];
      if (id !== undefined && !(uuidPattern.test(id) && (await check(db, id)))) return 404;
    }
    return 200;
  }
  return 404;
}

/** Serves the build in `root`. Files with a hash in their name are cached for a year; the page itself is revalidated every time. */
export async function builtWeb(root: string, { db, config }: Pick<Deps, 'db' | 'config'>): Promise<Web> {
  const html = withHead(await readFile(join(root, 'index.html'), 'utf8'), config);
  return {
    mode: 'built',
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
      const path = request.url.split('?')[0] ?? '/';
      return reply
        .status(await statusOfPage(db, path))
        .header('cache-control', 'no-cache')
        .header('vary', 'Accept')
        .type('text/html; charset=utf-8')
        .send(html);
    },
  };
}

/** Adds to the page's head what only the configuration knows; `securityHeaders` allows the script's origin. */
export function withHead(html: string, { bookingPendingTtlHours, analyticsScriptUrl }: Config): string {
  const head = [`<meta name="${pendingHoursMeta}" content="${bookingPendingTtlHours}">`];
  if (analyticsScriptUrl !== undefined) head.push(`<script defer src="${escapeHtml(analyticsScriptUrl)}"></script>`);
  return html.replace('</head>', () => `${head.join('')}</head>`);
}
