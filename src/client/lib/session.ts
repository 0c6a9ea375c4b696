import { create } from 'zustand';
import { type PersistStorage, persist } from 'zustand/middleware';
import type { Role } from '#shared/constants.ts';
import { accessTokenKey, forgetEverything, leftKey, quietly, sessionKey } from './stored-keys.ts';
import type { Outputs } from './trpc.ts';

/** The session as the browser stores it (specification 3). */
interface Session {
  token: string | null;
  role: Role | null;
  email: string | null;
  username: string | null;
  professional_id: string | null;
  client_id: string | null;
  isLoggedIn: boolean;
  /** Whether the stored session has been read. Before that, `isLoggedIn` is false for everybody. */
  hydrated: boolean;
  /** Whether the user logged out; false if the session expired, so that the login returns to the current page. */
  left: boolean;
}

type Person = Omit<Outputs['auth']['me'], 'id'>;

const nobody = {
  token: null,
  role: null,
  email: null,
  username: null,
  professional_id: null,
  client_id: null,
  isLoggedIn: false,
} satisfies Partial<Session>;

/** A session of nobody removes the entry. */
const storage: PersistStorage<Session> = {
  getItem: (name) => quietly(() => JSON.parse(localStorage.getItem(name) ?? 'null')),
  setItem: (name, value) =>
    quietly(() => (value.state.isLoggedIn ? localStorage.setItem(name, JSON.stringify(value)) : localStorage.removeItem(name))),
  removeItem: (name) => quietly(() => localStorage.removeItem(name)),
};

/** The session for screens: empty on the server and while hydrating, then filled by `restoreSession`. */
export const useSession = create<Session>()(
  persist((): Session => ({ ...nobody, hydrated: false, left: false }), { name: sessionKey, storage, skipHydration: true }),
);

const onEnd = new Set<() => void>();

/** Runs `listener` whenever a session ends, in this tab or another. Returns a function that unsubscribes. */
export function whenSessionEnds(listener: () => void) {
  onEnd.add(listener);
  return () => {
    onEnd.delete(listener);
  };
}

const unsent = new Set<() => Promise<unknown>>();

/** What a screen holds back for a while, `send` sends before its user logs out. Returns a function that unsubscribes. */
export function beforeLogout(send: () => Promise<unknown>) {
  unsent.add(send);
  return () => {
    unsent.delete(send);
  };
}

/** Sends what screens hold back; resolves when all of it is answered. */
export function sendUnsent() {
  return Promise.allSettled([...unsent].map((send) => send()));
}

function end(left: boolean) {
  // Other tabs must see this before the session is gone.
  if (left) quietly(() => localStorage.setItem(leftKey, '1'));
  useSession.setState({ ...nobody, hydrated: true, left });
  quietly(() => forgetEverything(localStorage));
  quietly(() => forgetEverything(sessionStorage));
  for (const listener of onEnd) listener();
}

/** Stores a new session. */
export function startSession(token: string, person: Person) {
  const { role, email, username, professional_id, client_id } = person;
  useSession.setState({ token, role, email, username, professional_id, client_id, isLoggedIn: true, hydrated: true, left: false });
  quietly(() => localStorage.setItem(accessTokenKey, token));
}

/** Updates the session from `auth.me`: role and profiles may have changed since the login. */
export function refreshPerson({ role, email, username, professional_id, client_id }: Person) {
  const now = useSession.getState();
  if (!now.isLoggedIn) return;
  if (now.role === role && now.email === email && now.username === username) {
    if (now.professional_id === professional_id && now.client_id === client_id) return;
  }
  useSession.setState({ role, email, username, professional_id, client_id });
}

/** Logs out and removes all stored data, in every tab. */
export function endSession() {
  end(true);
}

/** Ends the session after the server refused `token`; ignored if the session has ended or has another token by now. */
export function tokenRefused(token: string) {
  if (useSession.getState().token === token) end(false);
}

/** Reads the stored session. Not before hydration, as the first rendering must not depend on it. */
export async function restoreSession() {
  await useSession.persist.rehydrate();
  const { token, role, isLoggedIn } = useSession.getState();
  const whole = isLoggedIn && typeof token === 'string' && typeof role === 'string';
  useSession.setState(whole ? { hydrated: true, left: false } : { ...nobody, hydrated: true, left: false });
}

/** Follows logins and logouts in other tabs. Returns a function that stops it. */
export function watchOtherTabs() {
  let leftElsewhere = false;
  const follow = (event: StorageEvent) => {
    if (event.key === leftKey) leftElsewhere ||= event.newValue !== null;
    // `localStorage.clear()` sends an event without a key.
    if (event.key !== null && event.key !== sessionKey) return;
    if (event.key === null || event.newValue === null) {
      if (useSession.getState().isLoggedIn) end(leftElsewhere || event.key === null);
      return;
    }
    leftElsewhere = false;
    const before = useSession.getState().token;
    void restoreSession().then(() => {
      if (before !== null && before !== useSession.getState().token) for (const listener of onEnd) listener();
    });
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}
