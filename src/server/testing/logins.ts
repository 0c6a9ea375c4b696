import { afterEach, beforeAll } from 'vitest';
import { hashPassword } from '#server/features/auth/passwords.ts';
import type { TestApp } from './app.ts';
import { password } from './make.ts';

export const wrong = { status: 401, body: { detail: 'Incorrect email or password' } };

/** Address of an account that `useLogins` creates in each file. */
export const known = 'known@example.com';

/**
 * Makers of accounts and logins for the calling test file. Failures and known addresses are forgotten after each test.
 */
export function useLogins(t: TestApp) {
  /** Creates another account that can log in; returns its address. */
  async function account(given: { email?: string; passwordHash?: string } = {}): Promise<string> {
    const { email } = await t.make.user('client', { passwordHash: await hashPassword(password), ...given });
    return email;
  }

  /** Logs in, by default from an address of the documentation's network. */
  async function login(
    username: unknown,
    secret: unknown = password,
    { app = t, from = '198.51.100.1', headers = {} } = {},
  ) {
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
  afterEach(async () => {
    for (const table of ['login_failures', 'login_guesses', 'login_addresses'] as const)
      await t.deps.db.deleteFrom(table).execute();
  });
  return { account, login };
}

/** Runs `work` so many times, one after another. */
export async function times<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let index = 0; index < count; index++) results.push(await work(index));
  return results;
}
