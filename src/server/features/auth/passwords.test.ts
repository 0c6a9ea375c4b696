import { hash as argon2 } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { useLogins, wrong } from '#server/testing/logins.ts';
import { password } from '#server/testing/make.ts';
import { hashPassword } from './passwords.ts';

const t = useTestApp();
const { account, login } = useLogins(t);

describe('passwords', () => {
  test('S4: every hash is argon2id with at least the recommended parameters', async () => {
    const rows = await t.deps.db
      .selectFrom('users')
      .select('password_hash')
      .where('password_hash', 'is not', null)
      .execute();
    expect(rows.length).toBeGreaterThan(0);
    for (const { password_hash } of rows) {
      const [, m, iterations, p] = password_hash?.match(/^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/) ?? [];
      expect(Number(m)).toBeGreaterThanOrEqual(19_456);
      expect(Number(iterations)).toBeGreaterThanOrEqual(2);
      expect(Number(p)).toBeGreaterThanOrEqual(1);
    }
  });

  test('S4: bytes after the 72nd count', async () => {
    const long = 'é'.repeat(64) + 'x'.repeat(64);
    const email = await account({ passwordHash: await hashPassword(long) });
    expect((await login(email, long)).status).toBe(200);
    expect(await login(email, long.slice(0, 72))).toMatchObject(wrong);
    expect(await login(email, `${long.slice(0, 127)}y`)).toMatchObject(wrong);
  });

  test('S4: a successful login replaces a weaker hash', async () => {
    const email = await account({
      passwordHash: await argon2(password, { memoryCost: 8_192, timeCost: 1, parallelism: 1, algorithm: 2 }),
    });
    const stored = async () =>
      (await t.deps.db.selectFrom('users').select('password_hash').where('email', '=', email).executeTakeFirstOrThrow())
        .password_hash;
    await login(email, 'wrong password');
    expect(await stored()).toContain('m=8192,t=1');
    expect((await login(email)).status).toBe(200);
    expect(await stored()).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    expect((await login(email)).status).toBe(200);
  });
});
