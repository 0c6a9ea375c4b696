import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { insertEmailChange } from '#server/features/auth/email-queries.ts';
import { startSession } from '#server/features/auth/sessions.ts';
import { newLink } from '#server/links/mailed-links.ts';
import { useTestApp } from '#server/testing/app.ts';
import { useCodes } from '#server/testing/codes.ts';
import type { ProfessionalPerson } from '#server/testing/make.ts';
import { password } from '#server/testing/make.ts';
import type { DepositSettings } from '#shared/deposits.ts';

const t = useTestApp({ PUBLIC_URL: 'https://saluni.example' });
const { codesTo } = useCodes(t);

const phone = { kind: 'payid_phone', value: '+61 400 111 222', name: 'Amara Okafor' };
const kept = { ...phone, value: '0400111222' };
const bank = { kind: 'bank', value: '063-000 12345678', name: 'A Okafor' };

let amara: ProfessionalPerson;
const put = (input: object, app = t) => app.rest.call(amara, 'deposits.updateSettings', { ...input });
const settings = async (app = t) => (await app.rest.call(amara, 'deposits.settings')).body as DepositSettings;

beforeEach(async () => {
  amara = await t.make.professional();
  await t.make.password(amara);
});

/** The token of a mail that told of a payee that waits. */
function tokenTo({ email }: { email: string }): string {
  const texts = t.inbox.to(email).map(({ text }) => text);
  return /keep-pay-to\?token=([\w-]+)/.exec(texts.join('\n'))?.[1] ?? '';
}
const keep = (token: string, app = t) => app.rest.call(null, 'deposits.keepPayTo', { token });

test('the first payee counts at once, another one in 24 hours, and both are mailed with their last three characters', async () => {
  expect(await settings()).toEqual({ percent: 0, who: 'everyone', pay_to: null, pay_to_next: null, pay_to_from: null });
  const first = await put({ percent: 20, who: 'new_clients', pay_to: phone, password });
  const counting = { percent: 20, who: 'new_clients', pay_to: kept, pay_to_next: null, pay_to_from: null };
  expect(first).toMatchObject({ status: 200, body: counting });
  const second = await put({ pay_to: bank, password });
  expect(second.body).toEqual({ ...counting, pay_to_next: bank, pay_to_from: expect.any(String) });
  const wait = Date.parse((second.body as DepositSettings).pay_to_from ?? '') - Date.now();
  expect(Math.round(wait / 60_000)).toBe(24 * 60);
  await t.drain();
  const mails = t.inbox.to(amara.email);
  expect(mails.map(({ text }) => /ending in (\w+)/.exec(text)?.[1]).sort()).toEqual(['222', '678']);
  expect(mails.every(({ text }) => !text.includes('0400111222') && !text.includes('12345678'))).toBe(true);
  const later = await t.at('24 hours');
  expect(await settings(later)).toEqual({ ...counting, pay_to: bank });
  expect((await keep(tokenTo(amara), later)).status).toBe(400);
});

test.each([
  ['the link of any such mail', (token: string) => keep(token)],
  [
    'a reset password',
    async () => {
      const token = await newLink(t.deps.db, 'password_reset', { email: amara.email, userId: amara.userId });
      return t.rest.call(null, 'auth.reset', { token, password: 'another battery, correct' });
    },
  ],
  [
    'a changed address',
    async () => {
      const email = `moved-${randomUUID()}@example.com`;
      await insertEmailChange(t.deps.db, amara.userId, email);
      const token = await newLink(t.deps.db, 'email_change', { email, userId: amara.userId });
      return t.rest.call(null, 'auth.confirmEmail', { token });
    },
  ],
  ['the one that counts, given again', () => put({ pay_to: phone })],
])('%s drops the payee that waits', async (_, drop) => {
  await put({ percent: 20, pay_to: phone, password });
  await put({ pay_to: bank, password });
  await t.drain();
  const token = tokenTo(amara);
  // Each change starts the 24 hours anew, and the older mail's way drops what is newest.
  await put({ pay_to: { ...bank, name: 'Someone Else' }, password });
  expect((await drop(token)).status).toBeLessThan(300);
  expect((await keep(token)).status).toBe(400);
  const { body } = await t.rest.call(null, 'professionals.byId', { id: amara.professionalId });
  expect(body).toMatchObject({ asks_deposit: false });
  const { rows } = await t.deps.pool.query('select pay_to, pay_to_next from pay_to where professional_id = $1', [
    amara.professionalId,
  ]);
  expect(rows).toEqual([{ pay_to: kept, pay_to_next: null }]);
});

describe('for 7 days after the address changed', () => {
  const move = async () => {
    const email = `moved-${randomUUID()}@example.com`;
    await insertEmailChange(t.deps.db, amara.userId, email);
    const token = await newLink(t.deps.db, 'email_change', { email, userId: amara.userId });
    expect((await t.rest.call(null, 'auth.confirmEmail', { token })).status).toBe(200);
    return { email };
  };
  const hours = (body: unknown) =>
    Math.round((Date.parse((body as DepositSettings).pay_to_from ?? '') - Date.now()) / 3_600_000);

  test('another payee waits 72 hours, and the former address is told, too, and keeps the old one', async () => {
    await put({ percent: 20, pay_to: phone, password });
    const thief = await move();
    const { body } = await put({ pay_to: bank, password });
    expect([body, hours(body)]).toEqual([expect.objectContaining({ pay_to: kept, pay_to_next: bank }), 72]);
    await t.drain();
    const mailed = t.inbox.to(amara.email).find(({ text }) => text.includes('keep-pay-to'))?.text ?? '';
    expect(mailed).toContain('ending in 678');
    expect(mailed).toContain('in 72 hours');
    expect(tokenTo(thief)).not.toBe('');
    // A new password of whoever is in the account ends no way back.
    const next = { current_password: password, password: 'another battery, correct' };
    expect((await t.rest.call(amara, 'auth.changePassword', next)).status).toBe(204);
    const late = await t.at('71 hours');
    expect((await keep(tokenTo(amara), late)).status).toBe(204);
    expect(await settings(late)).toMatchObject({ pay_to: kept, pay_to_next: null });
  });

  test('so does the first one; taken back, what waits goes, and who was undone hears of nothing more', async () => {
    const thief = await move();
    const first = await put({ percent: 20, pay_to: phone, password });
    expect([first.body, hours(first.body)]).toEqual([expect.objectContaining({ pay_to: null, pay_to_next: kept }), 72]);
    const token = await newLink(t.deps.db, 'email_undo', { email: amara.email, userId: amara.userId });
    expect((await t.rest.call(null, 'auth.undoEmail', { token })).status).toBe(204);
    amara = { ...amara, ...(await startSession(t.deps.db, t.deps.config, amara.userId)) };
    expect(await settings()).toMatchObject({ pay_to: null, pay_to_next: null });
    expect(hours((await put({ pay_to: bank, password })).body)).toBe(72);
    await t.drain();
    const told = ({ email }: { email: string }) =>
      t.inbox.to(email).filter(({ text }) => text.includes('ending in 678')).length;
    expect([told(amara), told(thief)]).toEqual([1, 0]);
  });

  test('and not longer', async () => {
    await put({ percent: 20, pay_to: phone, password });
    await move();
    const late = await t.at('7 days 1 minute');
    const { pay_to_from } = (await put({ pay_to: bank, password }, late)).body as DepositSettings;
    const wait = Date.parse(pay_to_from ?? '') - Date.now() - 7 * 24 * 3_600_000;
    expect(Math.round(wait / 3_600_000)).toBe(24);
  });
});

test('none counts at once; whoever had one before waits', async () => {
  await put({ percent: 20, pay_to: phone, password });
  expect((await put({ pay_to: null, password })).status).toBe(422);
  expect((await put({ percent: 0, pay_to: null, password })).body).toMatchObject({ percent: 0, pay_to: null });
  expect((await put({ percent: 10, pay_to: bank, password })).body).toMatchObject({ pay_to: null, pay_to_next: bank });
  await t.drain();
  // Nothing is left to be paid to: what is not said stays, and no percent can be asked anew.
  expect((await keep(tokenTo(amara))).status).toBe(204);
  expect([(await put({ who: 'new_clients' })).status, (await put({ percent: 10 })).status]).toEqual([200, 422]);
  expect((await put({ percent: 0 })).status).toBe(200);
});

describe('another payee needs a proof of who asks', () => {
  test('a password, and wrong ones count as failed logins', async () => {
    expect(await put({ pay_to: phone })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'password'], msg: 'Password is required' }] },
    });
    for (let tries = 0; tries < 10; tries++)
      expect((await put({ pay_to: phone, password: 'wrong horse battery' })).status).toBe(409);
    expect((await put({ pay_to: phone, password })).status).toBe(429);
    expect((await put({ who: 'after_no_show' })).status).toBe(200);
  });

  test('a code, for an account without a password', async () => {
    await t.make.change('users', amara.userId, { password_hash: null });
    expect(await put({ pay_to: phone, password })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'code'] }] },
    });
    const { body } = await t.rest.call(amara, 'codes.askToConfirm');
    await t.drain();
    const [code = ''] = await codesTo(amara.email);
    const { attempt } = body as { attempt: string };
    expect((await put({ pay_to: phone, attempt, code: code === '000000' ? '000001' : '000000' })).status).toBe(409);
    expect((await put({ pay_to: phone, attempt, code })).status).toBe(200);
  });
});

test.each([
  [{ percent: 101 }, 'percent'],
  [{ percent: 12.5 }, 'percent'],
  [{ percent: -1 }, 'percent'],
  [{ who: 'nobody' }, 'who'],
  [{ percent: 20 }, 'pay_to'],
  [{ pay_to: 'amara@example.com' }, 'pay_to'],
  [{ pay_to: { ...phone, kind: 'card' } }, 'pay_to'],
  [{ pay_to: { ...phone, value: '0300 111 222' } }, 'pay_to'],
  [{ pay_to: { ...phone, kind: 'payid_abn', value: '51824753557' } }, 'pay_to'],
  [{ pay_to: { ...bank, value: '63-000 12345678' } }, 'pay_to'],
  [{ pay_to: { ...phone, name: 'A' } }, 'pay_to'],
  [{ pay_to: { ...phone, name: 'A\u0007mara' } }, 'pay_to'],
  [{ pay_to: { ...phone, name: 'A'.repeat(141) } }, 'pay_to'],
])('%j is refused at its field', async (input, field) => {
  for (const api of t.apis) {
    const { status, body } = await api.call(amara, 'deposits.updateSettings', { ...input, password });
    const [problem] = (body as { detail: { loc: string[] }[] }).detail;
    expect([status, problem?.loc[1]]).toEqual([422, field]);
  }
});
