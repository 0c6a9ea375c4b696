import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { endSession, restoreSession, startSession, tokenRefused, useSession, whenSessionEnds } from './session.ts';

class Memory implements Storage {
  readonly entries = new Map<string, string>();
  get length() {
    return this.entries.size;
  }
  key(index: number) {
    return [...this.entries.keys()][index] ?? null;
  }
  getItem(name: string) {
    return this.entries.get(name) ?? null;
  }
  setItem(name: string, value: string) {
    this.entries.set(name, value);
  }
  removeItem(name: string) {
    this.entries.delete(name);
  }
  clear() {
    this.entries.clear();
  }
}

const zoe = {
  role: 'client',
  email: 'zoe@example.org',
  username: 'Zoë',
  professional_id: null,
  client_id: '1',
} as const;
let local = new Memory();
let tab = new Memory();

beforeEach(() => {
  local = new Memory();
  tab = new Memory();
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', tab);
  useSession.setState(useSession.getInitialState(), true);
});
afterAll(() => {
  vi.unstubAllGlobals();
});

test('a session is stored with the fields of the specification, and its token a second time', () => {
  startSession('secret', zoe);
  expect(JSON.parse(local.getItem('saluni.session') ?? '').state).toMatchObject({
    token: 'secret',
    isLoggedIn: true,
    hydrated: true,
    ...zoe,
  });
  expect(local.getItem('saluni.access_token')).toBe('secret');
});

test('a reload restores the session', async () => {
  startSession('secret', zoe);
  const stored = local.getItem('saluni.session') ?? '';
  useSession.setState(useSession.getInitialState(), true);
  local.setItem('saluni.session', stored);
  expect(useSession.getState()).toMatchObject({ hydrated: false, isLoggedIn: false });
  await restoreSession();
  expect(useSession.getState()).toMatchObject({ hydrated: true, token: 'secret', role: 'client' });
});

test.each([
  ['{'],
  ['{"state":{"isLoggedIn":true}}'],
  ['null'],
  ['{"state":{"isLoggedIn":true,"token":5,"role":"client"}}'],
])('a damaged entry %s counts as no session', async (entry) => {
  local.setItem('saluni.session', entry);
  await restoreSession();
  expect(useSession.getState()).toMatchObject({ hydrated: true, isLoggedIn: false, token: null });
});

test('logout removes every key of ours and no other key', () => {
  startSession('secret', zoe);
  local.setItem('saluni.draft', 'notes');
  tab.setItem('saluni.booking', 'x');
  local.setItem('theirs', 'y');
  endSession();
  expect([...local.entries.keys()]).toEqual(['theirs']);
  expect(tab.length).toBe(0);
  expect(useSession.getState()).toMatchObject({
    isLoggedIn: false,
    token: null,
    email: null,
    client_id: null,
    left: 'login',
  });
});

test('of ten refused calls only the first ends the session, and late ones do not end a new session', () => {
  const ended = vi.fn();
  const stop = whenSessionEnds(ended);
  startSession('old', zoe);
  for (let refusal = 0; refusal < 10; refusal++) tokenRefused('old');
  expect(ended).toHaveBeenCalledTimes(1);
  expect(useSession.getState()).toMatchObject({ isLoggedIn: false, left: false });
  startSession('new', zoe);
  tokenRefused('old');
  expect(useSession.getState().token).toBe('new');
  stop();
});

test('without storage the session lives as long as the page', async () => {
  vi.stubGlobal('localStorage', {
    getItem() {
      throw new Error('denied');
    },
    setItem() {
      throw new Error('denied');
    },
    removeItem() {
      throw new Error('denied');
    },
  });
  await restoreSession();
  startSession('secret', zoe);
  expect(useSession.getState().isLoggedIn).toBe(true);
  endSession();
  expect(useSession.getState().isLoggedIn).toBe(false);
});
