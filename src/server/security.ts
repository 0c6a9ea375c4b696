import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { Config } from './config.ts';

/** The token of `Authorization: Bearer ...`; anything else is none. */
export function bearerToken(header: string | undefined): string | undefined {
  return header?.match(/^bearer +([A-Za-z0-9_.~+/=-]{1,512})$/i)?.[1];
}

/**
 * What pages may do (reliability S13). The socket's own origin is named besides 'self', because not every browser counts it as such.
 * The development server writes scripts into its pages and needs them let through.
 */
export function securityHeaders(config: Config, development: boolean): FastifyHelmetOptions {
  const site = new URL(config.publicUrl);
  const scripts = ["'self'", ...(config.analyticsScriptUrl ? [new URL(config.analyticsScriptUrl).origin] : [])];
  const socket = `${site.protocol === 'https:' ? 'wss:' : 'ws:'}//${site.host}`;
  return {
    contentSecurityPolicy: development
      ? false
      : {
          useDefaults: false,
          directives: {
            defaultSrc: ["'self'"],
            scriptSrc: scripts,
            objectSrc: ["'none'"],
            baseUri: ["'none'"],
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
  };
}
