import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import type { FastifyCorsOptions } from '@fastify/cors';
import helmet from 'helmet';
import type { Config } from './config.ts';

/** The token of `Authorization: Bearer ...`; undefined for any other header. */
export function bearerToken(header: string | undefined): string | undefined {
  return header?.match(/^bearer +([A-Za-z0-9_.~+/=-]{1,512})$/i)?.[1];
}

/** The stored form of a token; a reader of the table cannot use it to log in. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** 256 random bits, for a session or a mailed link. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Pages whose address carries a mailed token, which must not leak in a Referer header (contract 5). */
const secretPages = /^\/(verify-email|reset-password|accept-invite)\/?$/;

/** Headers of a page besides `securityHeaders`. */
export function pageHeaders(path: string): Record<string, string> {
  return secretPages.test(path) ? { 'referrer-policy': 'no-referrer' } : {};
}

/** The key that limits count by: the IPv4 address, or the /64 network, because one IPv6 customer has all of it. */
export function addressKey(ip: string): string {
  if (ip.startsWith('::ffff:')) return ip.slice(7);
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? [];
  const front = head === '' ? [] : head.split(':');
  const back = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length;
  return `${[...front, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...back].slice(0, 4).join(':')}::/64`;
}

/** Listed origins may call, without credentials. Other origins get no CORS headers, and their preflight is answered like an unknown method. */
export function corsOptions(origins: readonly string[]): FastifyCorsOptions {
  return {
    origin: async (origin?: string) => (origin !== undefined && origins.includes(origin) ? origin : false),
    credentials: false,
    strictPreflight: false,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key'],
    exposedHeaders: ['X-Total-Count', 'X-Request-Id', 'Retry-After'],
    maxAge: 600,
  };
}

/**
 * Security headers (reliability S13). The WebSocket origin is listed besides 'self', because some browsers do not include it. Development has
 * no policy, because Vite writes inline scripts into its pages. The headers are the same for every answer, so helmet runs once.
 */
export function securityHeaders(config: Config, development: boolean): Record<string, string> {
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
            frameAncestors: ["'none'"],
            connectSrc: ["'self'", socket, ...scripts.slice(1)],
            imgSrc: ["'self'", 'https:', 'data:', 'blob:'],
            styleSrc: ["'self'", "'unsafe-inline'"],
            requireTrustedTypesFor: ["'script'"],
          },
        },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: site.protocol === 'https:' ? { maxAge: 31_536_000 } : false,
    xFrameOptions: { action: 'deny' },
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
