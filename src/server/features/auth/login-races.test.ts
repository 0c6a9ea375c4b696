import { expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { behind } from '#server/testing/lock-waits.ts';
import { useLogins } from '#server/testing/logins.ts';
import { password } from '#server/testing/make.ts';
import { hashPassword } from './passwords.ts';
import { findUserByEmail } from './queries.ts';

const t = useTestApp({ LOGIN_MAX_FAILURES_PER_ADDRESS: '0' });
const { account, login } = useLogins(t);

test.each([
  ['has another password', { password_hash: 'another' }],
  ['is disabled', { is_active: false }],
] as const)(
  'S3: a login whose old password was right starts no session once the user %s, and ends none',
  async (_what, change) => {
    const email = await account();
    const next = await hashPassword('another battery, correct');
    const set = 'password_hash' in change ? { password_hash: next } : change;
    const { id } = (await findUserByEmail(t.deps.db, email)) ?? expect.fail('the account is missing');
    await t.deps.db.deleteFrom('sessions').where('user_id', '=', id).execute();
    for (let n = 0; n < 20; n++) expect((await login(email)).status).toBe(200);
    // The old password is right by what the login sees, and its session waits for this change.
    const [answer] = await behind(
      t.deps.db,
      (trx) => trx.updateTable('users').set(set).where('id', '=', id).execute(),
      () => login(email),
    );
    expect(answer).toMatchObject({ status: 401, body: { detail: 'Incorrect email or password' } });
    const { rows } = await t.deps.pool.query('select count(*)::int as count from sessions where user_id = $1', [id]);
    expect(rows).toEqual([{ count: 20 }]);
  },
);

test('a login that renews an outdated hash does not bring back a password that was replaced meanwhile', async () => {
  const { hash } = await import('@node-rs/argon2');
  const outdated = await hash(password, { memoryCost: 8_192, timeCost: 2, parallelism: 1, algorithm: 2 });
  const email = await account({ passwordHash: outdated });
  const next = await hashPassword('another battery, correct');
  const [answer] = await behind(
    t.deps.db,
    (trx) => trx.updateTable('users').set({ password_hash: next }).where('email', '=', email).execute(),
    () => login(email),
  );
  expect(answer.status).toBe(401);
  expect((await login(email)).status).toBe(401);
  expect((await login(email, 'another battery, correct')).status).toBe(200);
});
