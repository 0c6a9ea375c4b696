import { expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';

const t = useTestApp({ PUBLIC_URL: 'https://saluni.example', LOGIN_MAX_FAILURES_PER_ADDRESS: '0' });
const chosen = 'braids and barrel curls';

test('an admin sends somebody the way into their account again; the link sets a password once and ends what was open', async () => {
  const [admin, other] = [await t.make.admin(), await t.make.admin()];
  const user = await t.make.user('professional', { username: 'Tevita Moala' });
  expect(await t.rest.call(admin, 'users.invite', { id: user.userId })).toMatchObject({
    status: 204,
    body: undefined,
  });
  for (let n = 0; n < 4; n++) await t.rest.call(other, 'users.invite', { id: user.userId });
  await t.drain();
  // Three an hour, however often it is asked for.
  const mails = t.inbox.to(user.email);
  expect(mails.map(({ subject }) => subject)).toEqual(Array(3).fill('Your Saluni invitation'));
  const [older = '', , token = ''] = mails.flatMap(
    ({ text }) => /accept-invite\?token=([\w-]{43})\b/.exec(text)?.[1] ?? [],
  );
  expect((await t.rest.call(null, 'auth.invitation', { token: older })).status).toBe(400);
  expect(await t.rest.call(null, 'auth.invitation', { token })).toMatchObject({
    status: 200,
    body: { email: user.email, name: 'Tevita Moala', role: 'professional' },
  });
  const accepted = await t.rest.call(null, 'auth.accept', { token, password: chosen });
  expect(accepted.status).toBe(201);
  const session = { token: (accepted.body as { access_token: string }).access_token };
  expect((await t.rest.call(session, 'auth.me')).body).toMatchObject({ id: user.userId });
  expect((await t.rest.call(user, 'auth.me')).status).toBe(401);
  expect((await t.rest.call(null, 'auth.login', { username: user.email, password: chosen })).status).toBe(200);
  for (const dead of [older, token])
    expect((await t.rest.call(null, 'auth.accept', { token: dead, password: chosen })).status).toBe(400);
  const { rows } = await t.deps.pool.query(
    "select actor_id from audit_entries where action = 'user.invited' and subject_id = $1 order by id",
    [user.userId],
  );
  expect(rows.map(({ actor_id }) => actor_id)).toEqual([admin.userId, ...Array(4).fill(other.userId)]);
  await t.drain();
  expect(t.inbox.to(user.email).at(-1)?.subject).toBe('Your password was changed');
});

test('a disabled user is not invited, and what was mailed before opens nothing', async () => {
  const admin = await t.make.admin();
  const user = await t.make.client();
  await t.rest.call(admin, 'users.invite', { id: user.userId });
  await t.drain();
  const token =
    /accept-invite\?token=([\w-]{43})\b/.exec(t.inbox.to(user.email)[0]?.text ?? '')?.[1] ?? expect.fail('no link');
  await t.rest.call(admin, 'users.change', { id: user.userId, is_active: false });
  expect(await t.rest.call(admin, 'users.invite', { id: user.userId })).toMatchObject({
    status: 409,
    body: { detail: 'This user is disabled. Enable them first.' },
  });
  expect((await t.rest.call(null, 'auth.accept', { token, password: chosen })).status).toBe(400);
});
