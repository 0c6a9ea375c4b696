import { create } from 'zustand';
import type { CurrentUser } from '#shared/auth.ts';
import type { Role } from '#shared/constants.ts';
import { accessTokenKey, comingKey, forgetEverything, leftKey, quietly, sessionKey } from './stored-keys.ts';

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
  /**
   * Where the user landed who logged out or ended the account; false if the session expired, so that the login says so
   * and returns to the current page; null for who was not logged in.
   */
  left: Landing | false | null;
  /** Whether the server has yet to be told of a logout. */
  isEnding: boolean;
}

type Landing = 'login' | 'accountDeleted';
type Person = Omit<CurrentUser, 'id' | 'has_password'>;

const nobody = {
  token: null,
  role: null,
  email: null,
  username: null,
  professional_id: null,
  client_id: null,
  isLoggedIn: false,
  left: null,
} satisfies Partial<Session>;

/** The session for screens: empty on the server and while hydrating, then filled by `restoreSession`. */
export const useSession = create((): Session => ({ ...nobody, hydrated: false, isEnding: false }));

// A session of nobody removes the entry.
useSession.subscribe((state) =>
  quietly(() =>
    state.isLoggedIn
      ? localStorage.setItem(sessionKey, JSON.stringify({ state, version: 0 }))
      : localStorage.removeItem(sessionKey),
  ),
);

const onEnd = new Set<() => void>();

/** Runs `listener` whenever a session ends, in this tab or another. Returns a function that unsubscribes. */
export function whenSessionEnds(listener: () => void) {
  onEnd.add(listener);
  return () => {
    onEnd.delete(listener);
  };
}

function end(left: Landing | false) {
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
  // Of somebody else, if the tab did not see that session end.
  quietly(() => localStorage.removeItem(comingKey));
  useSession.setState({
    ...nobody,
    token,
    role,
    email,
    username,
    professional_id,
    client_id,
    isLoggedIn: true,
    hydrated: true,
  });
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
export function endSession(landing: Landing = 'login') {
  end(landing);
}

/** Ends the session after the server refused `token`; ignored if the session has ended or has another token by now. */
export function tokenRefused(token: string) {
  if (useSession.getState().token === token) end(false);
}

/** Reads the stored session. Not before hydration, as the first rendering must not depend on it. */
export function restoreSession() {
  const stored: Partial<Session> | undefined = quietly(
    () => JSON.parse(localStorage.getItem(sessionKey) ?? 'null')?.state,
  );
  const { token, role, isLoggedIn } = stored ?? nobody;
  const whole = isLoggedIn && typeof token === 'string' && typeof role === 'string';
  useSession.setState({ ...nobody, ...(whole ? stored : null), hydrated: true });
}

/** Follows logins and logouts in other tabs. Returns a function that stops it. */
export function watchOtherTabs() {
  let leftElsewhere = false;
  const follow = (event: StorageEvent) => {
    if (event.key === leftKey) leftElsewhere ||= event.newValue !== null;
    // `localStorage.clear()` sends an event without a key.
    if (event.key !== null && event.key !== sessionKey) return;
    if (event.key === null || event.newValue === null) {
      if (!useSession.getState().isLoggedIn) return;
      end(leftElsewhere || event.key === null ? 'login' : false);
      return;
    }
    leftElsewhere = false;
    const before = useSession.getState().token;
    restoreSession();
    if (before !== null && before !== useSession.getState().token) for (const listener of onEnd) listener();
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}
