import { pageAt, pagePath } from '#shared/pages.ts';

// Any fixed origin works: a value that resolves to another one is unsafe.
const base = 'http://saluni.invalid';

/** Returns a path that is safe to open after a login, null for another origin and for the login itself. */
export function safeNext(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith('/')) return null;
  const url = URL.parse(value, base);
  if (url === null || url.origin !== base || url.pathname.startsWith('//') || pageAt(url.pathname)?.name === 'login')
    return null;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Returns the login's address with `location` as the page to return to. */
export function loginAddress(location: { pathname: string; search: string; hash: string }) {
  const next = safeNext(`${location.pathname}${location.search}${location.hash}`);
  return next === null || next === pagePath('home')
    ? pagePath('login')
    : `${pagePath('login')}?next=${encodeURIComponent(next)}`;
}
