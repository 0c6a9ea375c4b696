/** Every key of ours in the browser's storage begins so; what holds a session or a person's data is removed on logout. */
export const sessionKey = 'saluni.session';
export const accessTokenKey = 'saluni.access_token';
const ours = 'saluni.';

type Keys = Pick<Storage, 'length' | 'key' | 'removeItem'>;

/** Removes every key of ours. Anything that should outlive a logout must not be kept under our prefix. */
export function forgetEverything(storage: Keys) {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const name of names) if (name?.startsWith(ours)) storage.removeItem(name);
}

/** Reads or writes storage; null where storage is switched off or full: then a value lives as long as the page. */
export function quietly<T>(access: () => T): T | null {
  try {
    return access();
  } catch {
    return null;
  }
}
