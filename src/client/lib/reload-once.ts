import { quietly, reloadedKey } from './stored-keys.ts';

/** Where somebody typed or chose last. What acts at once, as a filter, has changed the address since. */
let typedAt = '';
if (!import.meta.env.SSR)
  addEventListener(
    'input',
    () => {
      typedAt = location.href;
    },
    true,
  );

/** Code could not be loaded, and the server is not there to ask for more. */
export class ConnectionLost extends Error {}

/**
 * Code may be gone, as it is of an older build: the page at this address has the new one. Once for a file, by its
 * address in the error; not without a connection, nor where somebody has typed, unless that screen `isLeft`.
 */
export async function reloadOnce(error: unknown, isLeft = false): Promise<never> {
  if (!isLeft && typedAt === location.href) throw error;
  const { ok } = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => {
    throw new ConnectionLost('no connection', { cause: error });
  });
  if (!ok) throw error;
  const missing = String(error);
  const isNew = quietly(() => {
    if (sessionStorage.getItem(reloadedKey) === missing) return false;
    sessionStorage.setItem(reloadedKey, missing);
    return true;
  });
  if (!isNew) throw error;
  location.reload();
  return new Promise(() => undefined);
}
