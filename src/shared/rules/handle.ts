import { pages } from '#shared/pages.ts';

/** A handle's form (contract 10), besides its length. */
export const handlePattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const reserved = new Set([
  ...Object.values(pages).map(({ path }) => path.split('/')[1] ?? ''),
  ...['admin', 'api', 'saluni', 'help', 'support', 'www'],
]);

/** Whether an address is nobody's, as a page or the product itself has that name. */
export function isReservedHandle(handle: string): boolean {
  return reserved.has(handle);
}

/** The path that a professional shares. */
export function handlePath(handle: string): string {
  return `/p/${handle}`;
}
