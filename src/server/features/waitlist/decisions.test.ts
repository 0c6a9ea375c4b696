import { describe, expect, test } from 'vitest';
import { type TestApp, useTestApp } from '#server/testing/app.ts';
import type { Person } from '#server/testing/make.ts';

const t = useTestApp({ PUBLIC_URL: 'https://saluni.example' });

let made = 0;
let admin: Promise<Person> | undefined;
const asAdmin = () => (admin ??= t.make.admin());

async function entry(status = 'verified', role = 'Hairdresser') {
  const email = `applicant-${++made}@waitlist.example`;
  const values = { name: 'Wanjiru Kamau', email, role, status };
  const id = await t.make.row('waitlist_entries', values);
  return { id, email };
}

const tokenOf = (mail: { text: string } | undefined, page: string) =>
  new RegExp(`https://saluni\\.example/${page}\\?token=([\\w-]{43})\\b`).exec(mail?.text ?? '')?.[1] ?? '';

describe('deciding', () => {
  const decide = async (what: 'approve' | 'decline', id: string, input = {}) =>
    t.rest.call(await asAdmin(), `waitlist.${what}`, { id, ...input });

  test('approve mails an invitation, again 200 without a second mail; unverified and declined entries are 409', async () => {
    const { id, email } = await entry();
    const shown = {
      id,
      name: 'Wanjiru Kamau',
      email,
      role: 'Hairdresser',
      location: null,
      link: null,
      created_at: expect.stringMatching(/Z$/),
      verified_at: null,
      note: null,
    };
    const answers = await Promise.all([decide('approve', id), decide('approve', id), decide('approve', id)]);
    for (const { status, body } of answers) expect([status, body]).toEqual([200, { ...shown, status: 'approved' }]);
    await t.drain();
    const [mail, ...more] = t.inbox.to(email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Your Saluni invitation');
    expect(mail?.headers['list-unsubscribe']).toBeUndefined();
    expect(mail?.html).toContain('/accept-invite?token=');
    const accepted = await t.rest.call(null, 'auth.accept', {
      token: tokenOf(mail, 'accept-invite'),
      password: 'braids and curls',
    });
    expect(accepted.status).toBe(201);
    const { rows: actions } = await t.deps.pool.query(
      'select action, actor_id from audit_entries where subject_id = $1',
      [id],
    );
    expect(actions).toEqual([{ action: 'waitlist.approved', actor_id: (await asAdmin()).userId }]);
    expect(await decide('decline', id)).toMatchObject({
      status: 409,
      body: { detail: "This entry is approved and can't be declined." },
    });
    for (const state of ['unverified', 'declined']) {
      const other = await entry(state);
      expect(await decide('approve', other.id)).toMatchObject({
        status: 409,
        body: { detail: `This entry is ${state} and can't be approved.` },
      });
      await t.drain();
      expect(t.inbox.to(other.email)).toEqual([]);
    }
  });

  test.each(['unverified', 'verified'])(
    'decline takes %s entries and tells the reason, again 200 without a second mail',
    async (state) => {
      const { id, email } = await entry(state);
      const reason = 'We only take <b>Melbourne</b> for now.';
      expect(await decide('decline', id, { reason })).toMatchObject({ status: 200, body: { status: 'declined' } });
      expect((await decide('decline', id)).status).toBe(200);
      await t.drain();
      const [mail, ...more] = t.inbox.to(email);
      expect(more).toEqual([]);
      expect(mail?.text).toContain(reason);
      expect(mail?.html).toContain('&lt;b&gt;Melbourne');
      expect((await decide('decline', id, { reason: 'x'.repeat(501) })).status).toBe(422);
    },
  );

  test('the list is newest first, by status if asked, and keeps the note', async () => {
    const [older, newer] = [await entry('unverified'), await entry('unverified')];
    const list = async (input = {}) => t.rest.call(await asAdmin(), 'waitlist.list', input);
    const noted = await t.rest.call(await asAdmin(), 'waitlist.setNote', { id: older.id, note: 'Call back' });
    expect(noted).toMatchObject({ status: 200, body: { id: older.id, note: 'Call back' } });
    const { body, headers } = await list({ status: 'unverified', limit: 2 });
    expect(body).toMatchObject([{ id: newer.id }, { id: older.id, note: 'Call back' }]);
    expect(Number(headers['x-total-count'])).toBeGreaterThanOrEqual(2);
    const { rows: actions } = await t.deps.pool.query('select action from audit_entries where subject_id = $1', [
      older.id,
    ]);
    expect(actions).toEqual([{ action: 'waitlist.noted' }]);
    expect((await list({ status: 'invited' })).status).toBe(422);
    expect((await t.rest.call(await asAdmin(), 'waitlist.setNote', { id: older.id, note: '' })).body).toMatchObject({
      note: null,
    });
    expect((await t.rest.call(await asAdmin(), 'waitlist.setNote', { id: older.id })).status).toBe(422);
  });
});

describe('the invitation again', () => {
  const invite = async (id: string) => t.rest.call(await asAdmin(), 'waitlist.invite', { id });

  test('is mailed to whoever was approved and has not accepted, at most three an hour; the older link ends', async () => {
    const { id, email } = await entry();
    await t.rest.call(await asAdmin(), 'waitlist.approve', { id });
    await t.drain();
    expect(await invite(id)).toMatchObject({ status: 204, body: undefined });
    await t.drain();
    for (let n = 0; n < 3; n++) expect((await invite(id)).status).toBe(204);
    await t.drain();
    const mails = t.inbox.to(email);
    expect(mails.map(({ subject }) => subject)).toEqual(Array(3).fill('Your Saluni invitation'));
    const tokens = mails.map((mail) => tokenOf(mail, 'accept-invite'));
    const read = async (token: string) => (await t.rest.call(null, 'auth.invitation', { token })).status;
    expect(await Promise.all(tokens.map(read))).toEqual([400, 400, 200]);
    const later = await t.at('61 minutes');
    await later.rest.call(await asAdmin(), 'waitlist.invite', { id });
    await later.drain();
    const newest = tokenOf(t.inbox.to(email)[3], 'accept-invite');
    const accepted = await t.rest.call(null, 'auth.accept', { token: newest, password: 'braids and curls' });
    expect(accepted.status).toBe(201);
    expect(await invite(id)).toMatchObject({ status: 409, body: { detail: 'This invitation was accepted.' } });
    const { rows } = await t.deps.pool.query(
      'select action, count(*)::int from audit_entries where subject_id = $1 group by action order by action',
      [id],
    );
    expect(rows).toEqual([
      { action: 'waitlist.approved', count: 1 },
      { action: 'waitlist.invited', count: 5 },
    ]);
  });

  test.each(['unverified', 'verified', 'declined'])('is refused for an entry that is %s', async (state) => {
    const { id, email } = await entry(state);
    expect(await invite(id)).toMatchObject({
      status: 409,
      body: { detail: `This entry is ${state} and has no invitation.` },
    });
    await t.drain();
    expect(t.inbox.to(email)).toEqual([]);
  });

  test('who was approved is listed by whether they accepted', async () => {
    const [waits, came] = [await entry('approved'), await entry('approved')];
    await t.make.user('professional', { email: came.email });
    const ids = async (accepted: boolean) => {
      const { body } = await t.rest.call(await asAdmin(), 'waitlist.list', { status: 'approved', accepted, limit: 2 });
      return (body as { id: string }[]).map(({ id }) => id);
    };
    expect((await ids(false))[0]).toBe(waits.id);
    expect((await ids(true))[0]).toBe(came.id);
  });
});

test('whoever has an account already is led to the login', async () => {
  const { id, email } = await entry();
  await t.make.user('client', { email });
  expect((await t.rest.call(await asAdmin(), 'waitlist.approve', { id })).status).toBe(200);
  await t.drain();
  const [mail] = t.inbox.to(email);
  expect(mail?.text).toContain('https://saluni.example/login');
  expect(tokenOf(mail, 'accept-invite')).toBe('');
});

test('who lost the invitation gets another one by signing up again', async () => {
  const { email } = await entry('approved');
  await t.rest.call(null, 'waitlist.signup', { name: 'Wanjiru Kamau', email, role: 'Hairdresser' });
  await t.drain();
  const token = tokenOf(t.inbox.to(email)[0], 'accept-invite');
  expect((await t.rest.call(null, 'auth.invitation', { token })).status).toBe(200);
});

test('WAITLIST_AUTO_APPROVE_CLIENTS: a client who verifies is invited at once, a professional is not', async () => {
  const open = await t.at('0 seconds', { WAITLIST_AUTO_APPROVE_CLIENTS: 'true' });
  const verified = async (app: TestApp, role: string) => {
    const email = `auto-${++made}@waitlist.example`;
    await app.rest.call(null, 'waitlist.signup', { name: 'Zoë Adjei', email, role });
    await app.drain();
    expect(
      (await app.rest.call(null, 'waitlist.verify', { token: tokenOf(t.inbox.to(email)[0], 'verify-email') })).status,
    ).toBe(200);
    await app.drain();
    return t.inbox
      .to(email)
      .slice(1)
      .map(({ subject }) => subject);
  };
  expect(await verified(open, 'Client')).toEqual(['Your Saluni invitation']);
  expect(await verified(open, 'Barber')).toEqual([]);
  expect(await verified(t, 'Client')).toEqual([]);
});
