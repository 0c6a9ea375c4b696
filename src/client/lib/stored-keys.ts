export const sessionKey = 'saluni.session';
/** Written only: the specification asks for a separate stored access token that is removed on logout. */
export const accessTokenKey = 'saluni.access_token';
/** Stands for a moment when somebody logs out, so that the other tabs can tell it from a session that expired. */
export const leftKey = 'saluni.left';
/** The address of the last waitlist signup, until its notice is closed. */
export const signupKey = 'saluni.signup';
/** A one-time code that is waited for, until it is used. */
export const codeKey = 'saluni.code';
/** What somebody who is new typed at the login, in this tab. */
export const newcomerKey = 'saluni.newcomer';
/** The coming bookings, readable without a connection. */
export const comingKey = 'saluni.coming';
/** The file for whose sake the page was last loaded again. */
export const reloadedKey = 'saluni.reloaded';
/** Messages that are written and not sent yet. */
export const draftsKey = 'saluni.drafts';
/** Until when news on this device are not offered again, epoch milliseconds; of the device, so that it outlives a session. */
export const pushAskAfterKey = 'saluni-push-ask-after';
/** By which links this browser came to whom; of the device, so that it outlives a session. */
export const sourcesKey = 'saluni-sources';
/** For whose deposits a professional chose to wait. */
export const waitsKey = 'saluni.waits';
/** What was typed into forms, while the page is loaded again. */
export const unsavedKey = 'saluni.unsaved';
const prefix = 'saluni.';

type Keys = Pick<Storage, 'length' | 'key' | 'removeItem'>;

/** Removes every key with our prefix, on logout. A value that should outlive the session needs another prefix. */
export function forgetEverything(storage: Keys) {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const name of names) if (name?.startsWith(prefix)) storage.removeItem(name);
}

/** Runs a storage access; returns null if storage is disabled or full, so that values last as long as the page. */
export function quietly<T>(access: () => T): T | null {
  try {
    return access();
  } catch {
    return null;
  }
}
