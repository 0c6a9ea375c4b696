import { afterEach, beforeAll } from 'vitest';
import { hashPassword } from '#server/features/auth/passwords.ts';
import type { TestApp } from './app.ts';
import { password } from './world.ts';

export const wrong = { status: 401, body: { detail: 'Incorrect email or password' } };

/** The address of somebody who can log in, in every file that uses logins. */
export const known = 'known@example.com';

/** Accounts and logins of the calling test file; what failed in one test does not count in the next. */
export function useLogins(t: TestApp) {
  /** Answers the address of somebody else who can log in. */
  async function account(given: { email?: string; passwordHash?: string } = {}): Promise<string> {
    const { email } = await t.make.user('client', { passwordHash: await hashPassword(password), ...given });
    return email;
  }

  /** A login from an address of the documentation's network, unless told otherwise. */
  async function login(username: unknown, secret: unknown = password, { app = t, from = '198.51.100.1', headers = {} } = {}) {
    const answer = await app.app.inject({
      method: 'POST',
      url: '/login/',
      payload: { username, password: secret } as object,
      remoteAddress: from,
      headers,
    });
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
  }

  beforeAll(() => account({ email: known }));
  afterEach(() => t.deps.db.deleteFrom('login_failures').execute());
  return { account, login };
}

/** One after the other. */
export async function times<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let index = 0; index < count; index++) results.push(await work(index));
  return results;
}
