import { create } from 'zustand';
import { type PersistStorage, persist } from 'zustand/middleware';
import type { Role } from '#shared/constants.ts';
import { accessTokenKey, forgetEverything, quietly, sessionKey } from './stored-keys.ts';
import type { Outputs } from './trpc.ts';

/** What the browser keeps of a login (specification 3). */
interface Session {
  token: string | null;
  role: Role | null;
  email: string | null;
  username: string | null;
  professional_id: string | null;
  client_id: string | null;
  isLoggedIn: boolean;
  /** Whether what was stored has been read: until then nobody knows who is here. */
  hydrated: boolean;
  /** Set when the person logged out, unset when the session ended by itself and the place should be kept. */
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

/** Nobody's session is stored as nothing at all. */
const storage: PersistStorage<Session> = {
  getItem: (name) => quietly(() => JSON.parse(localStorage.getItem(name) ?? 'null')),
  setItem: (name, value) =>
    quietly(() => (value.state.isLoggedIn ? localStorage.setItem(name, JSON.stringify(value)) : localStorage.removeItem(name))),
  removeItem: (name) => quietly(() => localStorage.removeItem(name)),
};

/** Read by the screens. Rendering on the server and hydrating see nobody; the stored session comes after. */
export const useSession = create<Session>()(
  persist((): Session => ({ ...nobody, hydrated: false, left: false }), { name: sessionKey, storage, skipHydration: true }),
);

const onEnd = new Set<() => void>();

/** Runs `listener` whenever a session ended, in this tab or another. Answers the way to stop. */
export function whenSessionEnds(listener: () => void) {
  onEnd.add(listener);
  return () => {
    onEnd.delete(listener);
  };
}

function end(left: boolean) {
  useSession.setState({ ...nobody, hydrated: true, left });
  quietly(() => forgetEverything(localStorage));
  quietly(() => forgetEverything(sessionStorage));
  for (const listener of onEnd) listener();
}

/** Begins a session; the stored access token is an entry of its own. */
export function startSession(token: string, person: Person) {
  const { role, email, username, professional_id, client_id } = person;
  useSession.setState({ token, role, email, username, professional_id, client_id, isLoggedIn: true, hydrated: true, left: false });
  quietly(() => localStorage.setItem(accessTokenKey, token));
}

/** What the server says of the person behind the token now: a role may have changed. */
export function refreshPerson({ role, email, username, professional_id, client_id }: Person) {
  const now = useSession.getState();
  if (!now.isLoggedIn) return;
  if (now.role === role && now.email === email && now.username === username) {
    if (now.professional_id === professional_id && now.client_id === client_id) return;
  }
  useSession.setState({ role, email, username, professional_id, client_id });
}

/** The person leaves: nothing private stays behind, in any tab. */
export function endSession() {
  end(true);
}

/** The server refused `token`. Only the first of many refusals ends the session, and never one that began meanwhile. */
export function tokenRefused(token: string) {
  if (useSession.getState().token === token) end(false);
}

/** Reads what is stored. Call once after the page is up; `watch` follows the other tabs and answers how to stop. */
export async function restoreSession() {
  await useSession.persist.rehydrate();
  const { token, role, isLoggedIn } = useSession.getState();
  const whole = isLoggedIn && typeof token === 'string' && typeof role === 'string';
  useSession.setState(whole ? { hydrated: true, left: false } : { ...nobody, hydrated: true, left: false });
}

export function watchOtherTabs() {
  const follow = (event: StorageEvent) => {
    // A cleared storage has no key.
    if (event.key !== null && event.key !== sessionKey) return;
    if (event.key === null || event.newValue === null) {
      if (useSession.getState().isLoggedIn) end(true);
      return;
    }
    const before = useSession.getState().token;
    void restoreSession().then(() => {
      if (before !== null && before !== useSession.getState().token) for (const listener of onEnd) listener();
    });
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}
