import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyCorsOptions } from '@fastify/cors';
import type { FastifyReply } from 'fastify';
import helmet from 'helmet';
import type { Config } from '#server/config.ts';
import { carriesToken, isFramed } from '#shared/pages.ts';

/** The token of `Authorization: Bearer ...`; undefined for any other header. */
export function bearerToken(header: string | undefined): string | undefined {
  return header?.match(/^bearer +([A-Za-z0-9_.~+/=-]{1,512})$/i)?.[1];
}

const pathOf = (address: string) => address.split('?', 1)[0] ?? '/';

/** Whether the configured script may stand in the page at an address: not beside a token, nor in other sites. */
export function hasScriptOfOthers(address: string): boolean {
  return !carriesToken(address) && !isFramed(pathOf(address));
}

/**
 * Sets the headers of a page's answer in which it differs from `securityHeaders`: an address with a mailed token leaks
 * neither in a Referer header (contract 5) nor to a script of others (S17); one page may be framed (S23).
 */
export function setPageHeaders(
  reply: FastifyReply,
  address: string,
  { analyticsScriptUrl: _, ...config }: Config,
  development: boolean,
): void {
  if (hasScriptOfOthers(address)) return;
  reply.headers(securityHeaders(config, development, isFramed(pathOf(address))));
  if (carriesToken(address)) reply.header('referrer-policy', 'no-referrer');
  if (isFramed(pathOf(address))) reply.removeHeader('x-frame-options');
}

/**
 * Listed origins may call, without credentials. Other origins get no CORS headers, and their preflight is answered like
 * an unknown method.
 */
export function corsOptions(origins: readonly string[]): FastifyCorsOptions {
  return {
    origin: async (origin?: string) => (origin !== undefined && origins.includes(origin) ? origin : false),
    credentials: false,
    strictPreflight: false,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key'],
    exposedHeaders: ['X-Total-Count', 'X-Request-Id', 'Retry-After', 'ETag'],
    maxAge: 600,
  };
}

/**
 * Security headers (reliability S13), the same for every answer but the one page that other sites may show, `framed`,
 * so helmet runs once. Some browsers do not count WebSockets as 'self'; development has no policy, because Vite writes inline scripts.
 */
export function securityHeaders(config: Config, development: boolean, framed = false): Record<string, string> {
  const site = new URL(config.publicUrl);
  const scripts = ["'self'", ...(config.analyticsScriptUrl ? [new URL(config.analyticsScriptUrl).origin] : [])];
  const socket = `${site.protocol === 'https:' ? 'wss:' : 'ws:'}//${site.host}`;
  const setThem = helmet({
    contentSecurityPolicy: development
      ? false
      : {
          useDefaults: false,
          directives: {
            defaultSrc: ["'self'"],
            scriptSrc: scripts,
            objectSrc: ["'none'"],
            baseUri: ["'none'"],
            formAction: ["'self'"],
            frameAncestors: [framed ? '*' : "'none'"],
            connectSrc: ["'self'", socket, ...scripts.slice(1)],
            imgSrc: [
              "'self'",
              'https:',
              'data:',
              'blob:',
              // Addresses of pictures have this origin, whatever the name is under which the page was reached.
              config.publicImageBaseUrl ? new URL(config.publicImageBaseUrl).origin : site.origin,
            ],
            styleSrc: ["'self'", "'unsafe-inline'"],
            requireTrustedTypesFor: ["'script'"],
          },
        },
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: { policy: framed ? 'cross-origin' : 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: site.protocol === 'https:' ? { maxAge: 31_536_000 } : false,
    xFrameOptions: framed ? false : { action: 'deny' },
  });
  const headers: Record<string, string> = {};
  const answer = {
    setHeader(name: string, value: string) {
      headers[name.toLowerCase()] = value;
    },
    removeHeader() {},
  };
  setThem({} as IncomingMessage, answer as unknown as ServerResponse, () => {});
  return headers;
}
