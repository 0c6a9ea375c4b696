import { hash } from 'node:crypto';

/** The `ETag` of a content; weak where a proxy may compress the body. */
export function etagOf(content: string | Buffer, strength: 'strong' | 'weak' = 'strong'): string {
  return `${strength === 'weak' ? 'W/' : ''}"${hash('sha256', content, 'base64url').slice(0, 27)}"`;
}

/** Whether `If-None-Match` names this tag. */
export function matchesEtag(asked: string | undefined, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return asked?.split(',').some((one) => one.trim() === '*' || opaque(one) === opaque(etag)) ?? false;
}
