import { describe, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { another, newAddress, useCodes, wrongCode } from '#server/testing/codes.ts';
import { times, useLogins } from '#server/testing/logins.ts';
import { password } from '#server/testing/make.ts';

const t = useTestApp({ CLIENT_SIGNUP: 'open' });
const { account, login } = useLogins(t);
const { verify, codeTo, mailed, newcomer } = useCodes(t);

const refused = { status: 409, body: { detail: 'That code is not right, or no longer valid.' } };
const chosen = 'another battery, correct';
type Person = { token: string; email: string };

/** A code with which somebody confirms something. */
async function confirmation(person: Person, attempt?: string) {
  const asked = await t.rest.call(person, 'codes.askToConfirm', { attempt });
  expect(asked).toMatchObject({ status: 202, body: { attempt: expect.stringMatching(/^[\w-]{22,64}$/) } });
  return { attempt: (asked.body as { attempt: string }).attempt, code: await codeTo(person.email) };
}
const problemOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  ...((body as { detail: { loc: string[] }[] }).detail ?? []).map(({ loc }) => loc.join('.')),
];
const knows = async ({ token }: Person) => (await t.rest.call({ token }, 'auth.me')).status === 200;

describe('an account without a password', () => {
  test('says so, and gets its first one by a code; all other sessions end and it is told', async () => {
    const person = await newcomer();
    const again = await mailed(person.email);
    const other = (await verify(again.attempt, again.code)).body.access_token;
    const open = await mailed(person.email);
    const link = async () => {
      await t.rest.call(null, 'auth.forgot', { email: person.email });
      await t.drain();
      return /token=([\w-]+)/.exec(t.inbox.to(person.email).at(-1)?.text ?? '')?.[1] ?? '';
    };
    const forgotten = await link();
    const set = (more: object) => t.rest.call(person, 'auth.changePassword', { password: chosen, ...more });
    // Whoever found an open session alone sets none.
    expect(problemOf(await set({}))).toEqual([422, 'body.code']);
    const proof = await confirmation(person);
    expect(problemOf(await set({ code: proof.code }))).toEqual([422, 'body.attempt']);
    expect(await set({ ...proof, code: another(proof.code) })).toMatchObject(refused);
    expect((await set({ ...proof, password: 'password1' })).status).toBe(422);
    expect((await t.rest.call(person, 'auth.me')).body).toMatchObject({ has_password: false });
    expect(await set(proof)).toMatchObject({ status: 204 });
    expect((await t.rest.call(person, 'auth.me')).body).toMatchObject({ has_password: true });
    expect(await knows({ ...person, token: other })).toBe(false);
    expect(await verify(open.attempt, open.code)).toMatchObject(wrongCode);
    expect((await t.rest.call(null, 'auth.reset', { token: forgotten, password: chosen })).status).toBe(400);
    expect((await login(person.email, chosen)).status).toBe(200);
    await t.drain();
    expect(t.inbox.to(person.email).at(-1)?.subject).toBe('Your password was set');
    expect(problemOf(await t.rest.call(person, 'auth.changePassword', { password: chosen }))).toEqual([
      422,
      'body.current_password',
    ]);
  });

  test('two first passwords at once: one stands', async () => {
    const person = await newcomer();
    const proof = await confirmation(person);
    const inputs = [chosen, 'yet another battery'].map((password) => ({ ...proof, password }));
    const answers = await Promise.all(inputs.map((input) => t.rest.call(person, 'auth.changePassword', input)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    // The other one is refused while it is under way, or finds that there is a password by now.
    expect(answers.filter(({ status }) => status === 409 || status === 422)).toHaveLength(1);
  });

  test('gets one by a forgotten password, too', async () => {
    const person = await newcomer();
    await t.rest.call(null, 'auth.forgot', { email: person.email });
    await t.drain();
    const token = /token=([\w-]+)/.exec(t.inbox.to(person.email).at(-1)?.text ?? '')?.[1] ?? '';
    expect((await t.rest.call(null, 'auth.reset', { token, password: chosen })).status).toBe(204);
    expect((await login(person.email, chosen)).status).toBe(200);
  });

  test('confirms another address by a code, once, and by its latest attempt as by earlier ones', async () => {
    const person = await newcomer();
    const first = await confirmation(person);
    const second = await confirmation(person, first.attempt);
    expect(second.attempt).toBe(first.attempt);
    const email = newAddress();
    expect((await t.rest.call(person, 'auth.requestEmail', { ...first, email })).status).toBe(202);
    expect(await t.rest.call(person, 'auth.requestEmail', { ...first, email })).toMatchObject(refused);
    await t.drain();
    expect(t.inbox.to(email)).toHaveLength(1);
    expect(t.inbox.to(person.email).some(({ subject }) => /^\d{6} is your code to confirm/.test(subject))).toBe(true);
  });

  test('is told of what is missing at `code`, and of a wrong one by 409; its own password counts for nothing', async () => {
    const person = await newcomer();
    const email = newAddress();
    const call = (more: object) => t.rest.call(person, 'auth.requestEmail', { email, ...more });
    expect(problemOf(await call({}))).toEqual([422, 'body.code']);
    expect(problemOf(await call({ current_password: password }))).toEqual([422, 'body.code']);
    expect(problemOf(await t.rest.call(person, 'auth.deleteAccount', { password }))).toEqual([422, 'body.code']);
    const { attempt, code } = await confirmation(person);
    expect(problemOf(await call({ code }))).toEqual([422, 'body.attempt']);
    expect(problemOf(await call({ attempt, code: '12345' }))).toEqual([422, 'body.code']);
    expect(await call({ attempt, code: another(code) })).toMatchObject(refused);
    expect(await t.rest.call(person, 'auth.deleteAccount', { attempt, code: another(code) })).toMatchObject(refused);
    expect(await knows(person)).toBe(true);
    expect((await call({ attempt, code })).status).toBe(202);
  });

  test("a code to confirm logs nobody in, one to log in confirms nothing, and nobody uses another user's", async () => {
    const [person, other] = [await newcomer(), await newcomer()];
    const own = await confirmation(person);
    expect(await verify(own.attempt, own.code)).toMatchObject(wrongCode);
    const toLogIn = await mailed(person.email);
    const email = newAddress();
    expect(await t.rest.call(person, 'auth.requestEmail', { ...toLogIn, email })).toMatchObject(refused);
    expect(await t.rest.call(other, 'auth.requestEmail', { ...own, email })).toMatchObject(refused);
    expect((await t.rest.call(person, 'auth.requestEmail', { ...own, email })).status).toBe(202);
  });

  test('guessing is over after 5 wrong ones, and counts as logging in does', async () => {
    const person = await newcomer();
    const { attempt, code } = await confirmation(person);
    const email = newAddress();
    await times(5, async () => {
      const guess = { attempt, code: another(code), email };
      expect(await t.rest.call(person, 'auth.requestEmail', guess)).toMatchObject(refused);
    });
    expect(await t.rest.call(person, 'auth.requestEmail', { attempt, code, email })).toMatchObject(refused);
    await times(4, () => t.rest.call(person, 'auth.requestEmail', { attempt, code, email }));
    expect((await t.rest.call(person, 'auth.requestEmail', { attempt, code, email })).status).toBe(429);
  });

  test('is deleted by a code, which a refusal for another reason leaves good', async () => {
    const person = await newcomer();
    const { client_id } = (await t.rest.call(person, 'auth.me')).body as { client_id: string };
    await t.make.booking({ clientId: client_id, status: 'confirmed' });
    const proof = await confirmation(person);
    expect(await t.rest.call(person, 'auth.deleteAccount', proof)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('1 confirmed booking ahead') },
    });
    expect((await t.rest.call(person, 'auth.deleteAccount', { ...proof, confirm: true })).status).toBe(204);
    expect(await knows(person)).toBe(false);
  });
});

test('an account with a password is mailed no code to confirm, and cannot use one', async () => {
  const email = await account();
  const { body } = await login(email);
  const person = { token: body.access_token, email };
  const asked = await t.rest.call(person, 'codes.askToConfirm');
  expect(asked).toMatchObject({ status: 202, body: { message: expect.any(String), attempt: expect.any(String) } });
  await t.drain();
  expect(t.inbox.to(email)).toEqual([]);
  const given = { attempt: (asked.body as { attempt: string }).attempt, code: '123456' };
  expect(problemOf(await t.rest.call(person, 'auth.requestEmail', { ...given, email: newAddress() }))).toEqual([
    422,
    'body.current_password',
  ]);
  expect(problemOf(await t.rest.call(person, 'auth.deleteAccount', given))).toEqual([422, 'body.password']);
});
