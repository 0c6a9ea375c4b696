// Whatever the address is taken relative to, leaving this origin gives the trick away.
const base = 'http://saluni.invalid';
const loginPath = /^\/login\/?$/i;

/** The path that somebody may be sent to after logging in: of this origin and not the login itself; null for anything else. */
export function safeNext(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith('/')) return null;
  const url = URL.parse(value, base);
  if (url === null || url.origin !== base || url.pathname.startsWith('//') || loginPath.test(url.pathname)) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The login's address that remembers where somebody wanted to go; the same path travels in history state. */
export function loginAddress(location: { pathname: string; search: string; hash: string }) {
  const next = safeNext(`${location.pathname}${location.search}${location.hash}`);
  return next === null || next === '/' ? '/login' : `/login?next=${encodeURIComponent(next)}`;
}
