import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { findBroken } from '#server/db/invariants.ts';
import { startSession } from '#server/features/auth/sessions.ts';
import { forgetOldRefundTo } from '#server/features/bookings/deposits/queries.ts';
import { buildApp } from '#server/http/app.ts';
import { runDueTransitions } from '#server/jobs/scheduled-transitions.ts';
import { type TestApp, useTestApp } from '#server/testing/app.ts';
import { logged, tablesWith } from '#server/testing/canaries.ts';
import { another, useCodes } from '#server/testing/codes.ts';
import { drain } from '#server/testing/drain.ts';
import { type ClientPerson, type Person, type ProfessionalPerson, password, payTo } from '#server/testing/make.ts';
import type { Booking } from '#shared/bookings.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { iso } from '#shared/time.ts';
import { putPayTo, putRule } from './settings-queries.ts';

const t = useTestApp({ PUBLIC_URL: 'https://saluni.example' });
const { codesTo } = useCodes(t);
const day = Math.ceil(Date.now() / DAY) * DAY + 3 * DAY;

let amara: ProfessionalPerson;
let zuri: ClientPerson;
let braids: string;

beforeEach(async () => {
  amara = await t.make.professional({ display_name: 'Amara Okafor' });
  zuri = await t.make.client({ first_name: 'Zuri', last_name: 'Sow' });
  braids = await t.make.service(amara.professionalId, { name: 'Knotless Braids', price: 220 });
  await t.make.window(amara.professionalId, day, day + 8 * HOUR);
  await ask(20);
});

async function ask(percent: number, who: 'everyone' | 'new_clients' | 'after_no_show' = 'everyone') {
  await putRule(t.deps.db, amara.professionalId, { percent, who });
  await putPayTo(t.deps.db, amara.professionalId, payTo, null);
}
const wish = (more: object = {}) => ({
  professional_id: amara.professionalId,
  service_ids: [braids],
  start_time: iso(day),
  ...more,
});
async function book(more: object = {}, as: Person = zuri): Promise<Booking> {
  const { status, body } = await t.rest.call(as, 'bookings.create', wish(more));
  expect([status, body]).toEqual([201, expect.anything()]);
  return body as Booking;
}
type Word = 'paid' | 'received' | 'notReceived' | 'refunded';
const say = (as: Person, word: Word, id: string, app: TestApp = t) => app.rest.call(as, `deposits.${word}`, { id });
const change = (as: Person, id: string, status: string, app: TestApp = t) =>
  app.rest.call(as, 'bookings.change', { id, status });
const show = async (as: Person, id: string) => (await t.rest.call(as, 'bookings.byId', { id })).body as Booking;
const messages = async (as: Person) =>
  ((await t.rest.call(as, 'notifications.mine')).body as { message: string }[]).map(({ message }) => message);
const depositOf = ({ body }: { body: unknown }) => (body as Booking).deposit;

test('a booking that asks a deposit waits for it: asked, said to be paid, received, and both sides are told', async () => {
  await t.deps.db.updateTable('professionals').set({ instant_confirmation: true }).execute();
  const made = await book({ deposit: 44 });
  expect(made).toMatchObject({
    status: 'pending',
    expires_at: expect.any(String),
    deposit: {
      amount: 44,
      status: 'due',
      reference: expect.stringMatching(/^[ABCDEFGHJKMNPQRTUVWXY346789]{6}$/),
      pay_to: payTo,
      asked_at: made.created_at,
      said_paid_at: null,
      received_at: null,
      refund_due: 0,
      refund_by: null,
      refund_to: null,
      refunded_at: null,
    },
  });
  expect(await show(zuri, made.id)).toEqual(made);
  await t.drain();
  const [mail] = t.inbox.to(zuri.email);
  for (const part of ['$44.00', payTo.value, payTo.name, made.deposit?.reference ?? ''])
    expect(mail?.text).toContain(part);
  expect(t.inbox.to(amara.email)[0]?.text).toContain('$44.00');

  const said = await say(zuri, 'paid', made.id);
  expect(said).toMatchObject({ status: 200, body: { status: 'pending', deposit: { status: 'said_paid' } } });
  expect((await say(zuri, 'paid', made.id)).body).toEqual(said.body);
  await t.drain();
  expect(await messages(amara)).toContainEqual(expect.stringContaining(`was paid: $44.00, ${made.deposit?.reference}`));

  const received = await say(amara, 'received', made.id);
  expect(received).toMatchObject({ status: 200, body: { status: 'confirmed', deposit: { status: 'received' } } });
  expect((await say(amara, 'received', made.id)).body).toEqual(received.body);
  expect((await show(zuri, made.id)).deposit).toMatchObject({ status: 'received', pay_to: null });
  await t.drain();
  expect(t.inbox.to(zuri.email).filter(({ calendar }) => calendar)).toHaveLength(1);
  expect(await say(zuri, 'paid', made.id)).toMatchObject({
    status: 409,
    body: { detail: 'A received deposit cannot become said_paid.' },
  });
});

describe('the amount', () => {
  test('is that of the services’ own deposits and the percent; another that the client saw is 409', async () => {
    const wash = await t.make.service(amara.professionalId, { name: 'Wash', price: 30, deposit: 5 });
    expect((await book({ service_ids: [braids, wash], deposit: 49 })).deposit?.amount).toBe(49);
    const other = wish({ start_time: iso(day + 4 * HOUR), deposit: 43.99 });
    for (const api of t.apis)
      expect(await api.call(zuri, 'bookings.create', other)).toMatchObject({
        status: 409,
        body: { detail: 'The deposit has changed. Please review your booking.' },
      });
    for (const deposit of ['44', 44.001])
      expect((await t.rest.call(zuri, 'bookings.create', { ...other, deposit })).status).toBe(422);
  });

  test('a service’s own is at most its price, also when the price falls', async () => {
    const given = { name: 'Wash', service_duration_minutes: 30, price: 30, category: 'Treatment' };
    const create = (deposit: unknown) => t.rest.call(amara, 'services.create', { ...given, deposit });
    for (const deposit of [30.01, -1, '5', 5.001])
      expect(await create(deposit)).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'deposit'] }] } });
    const { body } = await create(30);
    expect(body).toMatchObject({ deposit: 30, asks_deposit: true });
    const { id } = body as { id: string };
    const update = (more: object) => t.rest.call(amara, 'services.update', { id, ...given, ...more });
    expect(await update({ price: 29 })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'deposit'] }] },
    });
    expect((await update({ name: 'Rinse' })).body).toMatchObject({ name: 'Rinse', deposit: 30 });
    expect((await update({ deposit: null })).body).toMatchObject({ deposit: null, asks_deposit: true });
    expect((await update({ deposit: 0 })).body).toMatchObject({ deposit: 0, asks_deposit: false });
  });

  test('none is asked of a walk-in, of what begins within 3 hours, nor without a payee', async () => {
    await t.make.window(
      amara.professionalId,
      Math.ceil(Date.now() / HOUR) * HOUR,
      Math.ceil(Date.now() / HOUR) * HOUR + 3 * HOUR,
    );
    expect(
      (await book({ start_time: iso(Math.ceil(Date.now() / HOUR) * HOUR + HOUR), deposit: 0 })).deposit,
    ).toBeNull();
    const guest = { service_ids: [braids], start_time: iso(day + 10 * HOUR), guest: { name: 'Kim' } };
    expect((await t.rest.call(amara, 'bookings.writeIn', guest)).body).toMatchObject({
      status: 'confirmed',
      deposit: null,
    });
    await putPayTo(t.deps.db, amara.professionalId, null, payTo);
    expect((await book()).deposit).toBeNull();
  });

  test('is asked of new clients, or of those who missed a visit, as the quote says', async () => {
    const quote = async (as: Person | null) =>
      (await t.rest.call(as, 'deposits.quote', wish())).body as { amount: number; applies: boolean };
    const visit = (columns: object) =>
      t.make
        .booking({
          professionalId: amara.professionalId,
          clientId: zuri.clientId,
          status: 'completed',
          start: Date.now() - DAY,
        })
        .then(({ bookingId }) => t.make.change('bookings', bookingId, columns));
    await ask(20, 'new_clients');
    expect(await quote(null)).toEqual({ amount: 44, percent_of_total: 20, who: 'new_clients', applies: true });
    await visit({ no_show: true });
    expect(await quote(zuri)).toMatchObject({ applies: true });
    await ask(20, 'after_no_show');
    expect(await quote(zuri)).toMatchObject({ amount: 44, applies: true });
    expect(await quote(null)).toMatchObject({ amount: 44, applies: false });
    await ask(20, 'new_clients');
    await t.deps.db.updateTable('bookings').set({ no_show: false }).where('client_id', '=', zuri.clientId).execute();
    expect(await quote(zuri)).toMatchObject({ applies: false });
    expect((await book()).deposit).toBeNull();
  });

  test('is quoted for a start far ahead where none is named, and applies to none that begins within 3 hours', async () => {
    const query = { professional_id: amara.professionalId, service_ids: [braids] };
    const asked = { amount: 44, percent_of_total: 20, who: 'everyone' };
    for (const api of t.apis) {
      const quote = (more: object = {}) => api.call(null, 'deposits.quote', { ...query, ...more });
      expect(await quote()).toMatchObject({ status: 200, body: { ...asked, applies: true } });
      expect((await quote({ start_time: iso(Date.now() + HOUR) })).body).toEqual({ ...asked, applies: false });
      expect((await quote({ start_time: 'soon' })).status).toBe(422);
    }
  });

  test('is not dodged by a booking that begins within 3 hours and moves: its client is told to book anew', async () => {
    const soon = Math.ceil(Date.now() / MINUTE) * MINUTE;
    await t.make.window(amara.professionalId, soon, soon + 8 * HOUR);
    const { id } = await book({ start_time: iso(soon + 2 * HOUR), deposit: 0 });
    const move = (as: Person, start: number, app: TestApp = t) =>
      app.rest.call(as, 'reschedules.ask', { id, start_time: iso(start) });
    const refused = { status: 409, body: { detail: 'A deposit is asked for that time. Please cancel and book it.' } };
    expect(await move(zuri, day + 2 * HOUR)).toMatchObject(refused);
    // Nor in two steps: at the second start none is asked, either, once it is near.
    const later = await t.at('1 hour');
    expect(await move(zuri, soon + 3.5 * HOUR, later)).toMatchObject({ status: 201, body: { status: 'accepted' } });
    expect(await move(zuri, day + 2 * HOUR, later)).toMatchObject(refused);
    expect(await move(amara, day + 2 * HOUR, later)).toMatchObject({ status: 201 });
  });

  test('is not asked of a booking that was made before, at its new time, either', async () => {
    await ask(0);
    const { id } = await book();
    await ask(20);
    const moved = await t.rest.call(zuri, 'reschedules.ask', { id, start_time: iso(day + 2 * HOUR) });
    expect(moved).toMatchObject({ status: 201, body: { status: 'accepted' } });
    expect((await show(zuri, id)).deposit).toBeNull();
  });

  test('who may ask one says so in profiles, lists and services', async () => {
    const asks = async () => {
      const [profile, list, service, services] = await Promise.all([
        t.rest.call(null, 'professionals.byId', { id: amara.professionalId }),
        t.rest.call(null, 'professionals.list', { limit: 100 }),
        t.rest.call(null, 'services.byId', { id: braids }),
        t.rest.call(null, 'services.list', { limit: 100 }),
      ]);
      type Row = { id: string; asks_deposit: boolean };
      const own = (page: { body: unknown }, id: string) =>
        (page.body as { results: Row[] }).results.find((one) => one.id === id)?.asks_deposit;
      return [
        (profile.body as Row).asks_deposit,
        own(list, amara.professionalId),
        (service.body as Row).asks_deposit,
        own(services, braids),
      ];
    };
    expect(await asks()).toEqual([true, true, true, true]);
    await ask(20, 'after_no_show');
    expect(await asks()).toEqual([false, false, false, false]);
    await ask(0);
    expect(await asks()).toEqual([false, false, false, false]);
  });
});

describe('where it is paid to', () => {
  test('both sides see it, the client as long as there is something to pay, and no list, admin or other text', async () => {
    const { id } = await book();
    const admin = await t.make.admin();
    expect((await show(amara, id)).deposit?.pay_to).toEqual(payTo);
    expect((await show(admin, id)).deposit).toMatchObject({ amount: 44, pay_to: null });
    const lists = [
      await t.rest.call(zuri, 'bookings.ofClient', { id: zuri.clientId }),
      await t.rest.call(amara, 'bookings.ofProfessional', { id: amara.professionalId }),
    ];
    for (const { body } of lists) expect((body as Booking[])[0]?.deposit).toMatchObject({ amount: 44, pay_to: null });
    await putPayTo(t.deps.db, amara.professionalId, { ...payTo, value: '0499999999' }, null);
    expect((await show(zuri, id)).deposit?.pay_to).toEqual(payTo);
    await change(amara, id, 'confirmed');
    expect([(await show(zuri, id)).deposit?.pay_to, (await show(amara, id)).deposit?.pay_to]).toEqual([null, payTo]);
  });

  test('S20: it stands in no log, job, event, notification, file, contact, export or other role’s answer', async () => {
    const payee = { kind: 'payid_email', value: 'canary-7c1f@bank.example', name: 'Canary Payee' };
    const next = { kind: 'payid_email', value: 'canary-8d2e@bank.example', name: 'Canary Next' };
    const refundTo = { kind: 'bank', value: '063-000 987654321', name: 'Canary Client' };
    const [admin, other] = [await t.make.admin(), await t.make.client()];
    await t.make.password(amara);
    await t.deps.db.deleteFrom('pay_to').where('professional_id', '=', amara.professionalId).execute();
    const { deps, lines } = logged(t.deps);
    const app = await buildApp(deps);
    const ask = async (as: Person | null, method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, payload?: object) => {
      const headers = { ...(as && { authorization: `Bearer ${as.token}` }), 'idempotency-key': randomUUID() };
      const { statusCode, body } = await app.inject({ method, url, headers, ...(payload && { payload }) });
      await drain(deps);
      return { status: statusCode, body };
    };
    const set = (pay_to: object) => ask(amara, 'PUT', '/professionals/me/deposit', { pay_to, password });
    expect((await set({ ...payee, kind: 'payid_abn' })).status).toBe(422);
    for (const pay_to of [payee, next]) expect((await set(pay_to)).status).toBe(200);
    const made = await ask(zuri, 'POST', '/bookings/', wish());
    expect(made.body).toContain(payee.value);
    const { id } = JSON.parse(made.body) as Booking;
    await ask(zuri, 'POST', `/bookings/${id}/deposit/paid`);
    await ask(amara, 'PATCH', `/bookings/${id}`, { status: 'cancelled' });
    expect((await ask(zuri, 'POST', `/bookings/${id}/deposit/refund-to`, refundTo)).status).toBe(200);
    const ofOthers = await Promise.all([
      ...['/notifications/me', '/contacts/', '/users/me/export'].map((url) => ask(amara, 'GET', url)),
      ...['/notifications/me', `/professionals/${amara.professionalId}`].map((url) => ask(zuri, 'GET', url)),
      ask(admin, 'GET', `/bookings/${id}`),
      ask(other, 'GET', `/bookings/${id}`),
      ask(null, 'GET', `/services/${braids}`),
      ask(zuri, 'GET', '/users/me/export'),
    ]);
    await app.close();
    const canaries = [payee, next, refundTo].flatMap(({ value, name }) => [value, name]);
    const holds = (text: string, words = canaries) => words.filter((word) => text.includes(word));
    expect(lines.length).toBeGreaterThan(20);
    expect(holds(lines.join(''))).toEqual([]);
    // The answer that showed it to the client is kept for a day, to be repeated for its key.
    expect(await tablesWith(t.deps, canaries)).toEqual(['deposits', 'idempotency_keys', 'pay_to']);
    expect(ofOthers.map(({ status, body }) => [status, holds(body, canaries.slice(0, 4))])).toEqual(
      ofOthers.map(({ status }) => [status, []]),
    );
    // Where a refund goes the two sides see, in their exports, too, and nobody else.
    expect(ofOthers.map(({ body }) => holds(body, canaries.slice(4)).length > 0)).toEqual([
      ...[false, false, true, false, false, false, false, false, true],
    ]);
    const mails = [zuri, amara, admin].flatMap(({ email }) => t.inbox.to(email));
    expect(mails.filter(({ text, html }) => holds(`${text}${html}`).length > 0).map(({ to }) => to)).toEqual([
      [zuri.email],
    ]);
  });
});

describe('when it ends', () => {
  test.each([
    ['due', 'the client', 'released', 0],
    ['due', 'the professional', 'released', 0],
    ['said_paid', 'the client', 'refund_due', 44],
    ['said_paid', 'the system', 'refund_due', 44],
    ['received', 'the client', 'refund_due', 44],
    ['received', 'the professional', 'refund_due', 44],
  ] as const)('while %s, by %s: %s', async (state, by, status, refund) => {
    const { id } = await book();
    if (state !== 'due') await say(zuri, 'paid', id);
    if (state === 'received') await say(amara, 'received', id);
    const app = by === 'the system' ? await t.at('49 hours') : t;
    if (by === 'the system') await runDueTransitions(app.deps.db);
    else await change(by === 'the client' ? zuri : amara, id, 'cancelled');
    await app.drain();
    expect((await show(zuri, id)).deposit).toMatchObject({ status, refund_due: refund, pay_to: null });
    const isReleased = state === 'due' && by === 'the professional';
    expect((await messages(zuri)).some((text) => text.endsWith('The deposit is no longer due.'))).toBe(isReleased);
    const told = [await messages(zuri), await messages(amara)].map((list) => list.some((text) => /back/.test(text)));
    expect(told).toEqual(refund > 0 ? [true, true] : [false, false]);
    const mailed = [zuri, amara].map(({ email }) =>
      t.inbox.to(email).some(({ text }) => /back by|sends your/.test(text)),
    );
    expect(mailed).toEqual(refund > 0 ? [true, true] : [false, false]);
    expect(await findBroken(t.deps.db)).toEqual([]);
  });

  test('with a disabled professional what waits ends as by the system, and what is confirmed stays', async () => {
    const ids: string[] = [];
    for (const hours of [0, 2, 4]) ids.push((await book({ start_time: iso(day + hours * HOUR) })).id);
    const [due = '', said = '', confirmed = ''] = ids;
    await say(zuri, 'paid', said);
    await say(amara, 'received', confirmed);
    const { status } = await t.rest.call(await t.make.admin(), 'users.change', { id: amara.userId, is_active: false });
    expect(status).toBe(200);
    expect(await Promise.all([due, said, confirmed].map((id) => show(zuri, id)))).toMatchObject([
      { status: 'cancelled', cancelled_by: 'system', deposit: { status: 'released', refund_due: 0 } },
      { status: 'cancelled', cancelled_by: 'system', deposit: { status: 'refund_due', refund_due: 44 } },
      { status: 'confirmed', deposit: { status: 'received' } },
    ]);
    expect(await findBroken(t.deps.db)).toEqual([]);
  });

  test('a refund: where it goes, made, and told again after 3 and 7 days until it is over', async () => {
    const { id } = await book();
    await say(zuri, 'paid', id);
    await say(amara, 'received', id);
    await change(zuri, id, 'cancelled');
    const told = async () => (await messages(amara)).filter((text) => text.startsWith('Please send')).length;
    const counts = [];
    for (const days of [2, 3, 4, 7, 9]) {
      const later = await t.at(`${days} days 1 minute`);
      await runDueTransitions(later.deps.db);
      await later.drain();
      counts.push(await told());
    }
    expect(counts).toEqual([0, 1, 1, 2, 2]);
    const to = { kind: 'payid_phone', value: '0400 333 444', name: 'Zuri Sow' };
    expect(await t.rest.call(zuri, 'deposits.refundTo', { id, ...to, value: '1' })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'value'] }] },
    });
    expect(depositOf(await t.rest.call(zuri, 'deposits.refundTo', { id, ...to }))?.refund_to?.value).toBe('0400333444');
    expect((await show(amara, id)).deposit?.refund_to).toEqual({ ...to, value: '0400333444' });
    const refunded = await say(amara, 'refunded', id);
    expect(depositOf(refunded)).toMatchObject({ status: 'refunded', refund_due: 0, refund_to: null });
    expect((await say(amara, 'refunded', id)).body).toEqual(refunded.body);
    expect((await show(zuri, id)).deposit?.refund_to?.value).toBe('0400333444');
    expect((await t.rest.call(zuri, 'deposits.refundTo', { id, ...to })).status).toBe(409);
    await t.drain();
    expect(await messages(zuri)).toContainEqual(expect.stringContaining('sent back your deposit of $44.00'));
  });

  test('where a refund goes is told to both by mail each time, and replaced with a proof of who asks alone', async () => {
    await t.make.change('users', zuri.userId, { password_hash: null });
    const { id } = await book();
    await say(zuri, 'paid', id);
    await change(amara, id, 'cancelled');
    await t.drain();
    const direct = (value: string, more: object = {}, app: TestApp = t) =>
      app.rest.call(zuri, 'deposits.refundTo', { id, kind: 'payid_phone', value, name: 'Zuri Sow', ...more });
    const told = async () => {
      await t.drain();
      return [zuri, amara].map(({ email }) =>
        t.inbox
          .to(email)
          .flatMap(({ text }) => /PayID \(mobile\) ending in (\d+)/.exec(text)?.[1] ?? [])
          .sort(),
      );
    };
    expect((await direct('0400 333 444')).status).toBe(200);
    expect(await told()).toEqual([['444'], ['444']]);
    // The same again is no other one.
    expect((await direct('+61 400 333 444')).status).toBe(200);
    expect(await direct('0400 555 666')).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'code'] }] } });
    const asked = await t.rest.call(zuri, 'codes.askToConfirm');
    await t.drain();
    const [code = ''] = await codesTo(zuri.email);
    const { attempt } = asked.body as { attempt: string };
    expect((await direct('0400 555 666', { attempt, code: another(code) })).status).toBe(409);
    expect(depositOf(await direct('0400 555 666', { attempt, code }))?.refund_to?.value).toBe('0400555666');

    await t.make.password(zuri);
    for (const api of t.apis) {
      const replace = (more: object) =>
        api.call(zuri, 'deposits.refundTo', {
          id,
          kind: 'payid_phone',
          value: '0400777888',
          name: 'Zuri Sow',
          ...more,
        });
      expect(await replace({})).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'password'] }] } });
      expect((await replace({ password: 'wrong horse battery' })).status).toBe(409);
    }
    expect((await show(amara, id)).deposit?.refund_to?.value).toBe('0400555666');
    expect((await direct('0400 777 888', { password })).status).toBe(200);
    expect(await told()).toEqual(Array(2).fill(['444', '666', '888']));
    for (const { text } of [...t.inbox.to(zuri.email), ...t.inbox.to(amara.email)])
      expect(text).not.toMatch(/0400(333444|555666|777888)/);
    // Neither somebody else, nor after the refund: that is said before a proof is asked for.
    expect((await t.rest.call(await t.make.client(), 'deposits.refundTo', { id, ...payTo })).status).toBe(404);
    await say(amara, 'refunded', id);
    expect((await direct('0400 999 000')).status).toBe(409);
  });

  test('what was released can be said to have been paid for 14 days, and not received is the end', async () => {
    const { id } = await book();
    await change(zuri, id, 'cancelled');
    const late = await t.at('14 days 1 minute');
    const session = await startSession(late.deps.db, late.deps.config, zuri.userId);
    expect((await say({ ...zuri, ...session }, 'paid', id, late)).status).toBe(409);
    expect(depositOf(await say(zuri, 'paid', id))).toMatchObject({ status: 'refund_due', refund_due: 44 });
    expect((await say(zuri, 'paid', id)).status).toBe(200);
    expect(depositOf(await say(amara, 'notReceived', id))).toMatchObject({
      status: 'released',
      refund_due: 0,
      refund_by: expect.any(String),
    });
    for (const [as, word] of [
      [zuri, 'paid'],
      [amara, 'received'],
    ] as const)
      expect((await say(as, word, id)).status).toBe(409);
    expect((await say(amara, 'notReceived', id)).status).toBe(200);
  });

  test('a missed visit keeps it, one that took place applies it, also after the mark is gone', async () => {
    const { bookingId: id } = await t.make.booking({
      professionalId: amara.professionalId,
      clientId: zuri.clientId,
      serviceIds: [braids],
      status: 'confirmed',
      start: Date.now() - HOUR / 2,
      deposit: { status: 'received' },
    });
    const mark = async (word: 'markMissed' | 'unmarkMissed', app: TestApp = t) =>
      depositOf(await app.rest.call(amara, `bookings.${word}`, { id }))?.status;
    const later = await t.at('2 hours');
    expect([await mark('markMissed'), await mark('unmarkMissed')]).toEqual(['kept', 'received']);
    await runDueTransitions(later.deps.db);
    expect((await show(amara, id)).deposit?.status).toBe('applied');
    expect([await mark('markMissed', later), await mark('unmarkMissed', later)]).toEqual(['kept', 'applied']);
  });

  test('with the client’s account: kept once it can no longer be cancelled online, else to be given back', async () => {
    const booked = async (person: ClientPerson, columns: object) => {
      const { id } = await book({}, person);
      await say(amara, 'received', id);
      await t.make.change('bookings', id, columns);
      return id;
    };
    const deleted = async (make: (person: ClientPerson) => Promise<string>) => {
      const person = await t.make.client();
      await t.make.password(person);
      const id = await make(person);
      const gone = { password, confirm: true };
      expect((await t.rest.call(person, 'auth.deleteAccount', gone)).status).toBe(204);
      return (await show(amara, id)).deposit;
    };
    const made = { created_at: iso(Date.now() - HOUR) };
    const late = { ...made, cancellation_cutoff_hours: 168 };
    expect(await deleted((person) => booked(person, late))).toMatchObject({ status: 'kept', refund_due: 0 });
    expect(await deleted((person) => booked(person, made))).toMatchObject({ status: 'refund_due', refund_due: 44 });
    // A visit that has begun does not end with the account.
    const begun = async ({ clientId }: ClientPerson) => {
      const deposit = { status: 'received' } as const;
      const visit = { professionalId: amara.professionalId, clientId, serviceIds: [braids], deposit };
      return (await t.make.booking({ ...visit, status: 'confirmed', start: Date.now() - HOUR / 2 })).bookingId;
    };
    expect(await deleted(begun)).toMatchObject({ status: 'received' });
    expect(await findBroken(t.deps.db)).toEqual([]);
  });

  test('what a client is still owed is counted before the account ends, and where it goes stays until it is made, 30 days at most', async () => {
    const owed = async (value: string) => {
      const person = await t.make.client();
      await t.make.password(person);
      const { id } = await book({}, person);
      await say(amara, 'received', id);
      await change(person, id, 'cancelled');
      await t.rest.call(person, 'deposits.refundTo', { id, kind: 'payid_phone', value, name: 'Zyqwortle Adjei' });
      const end = (more: object = {}) => t.rest.call(person, 'auth.deleteAccount', { password, ...more });
      expect(await end()).toMatchObject({
        status: 409,
        body: {
          detail: expect.stringMatching(/^You're still owed 1 refund\. Tell us on its booking which account to refund/),
        },
      });
      expect((await end({ confirm: true })).status).toBe(204);
      return id;
    };
    const holders = () => tablesWith(t.deps, ['Zyqwortle Adjei']);
    const made = await owed('0400333444');
    expect((await show(amara, made)).deposit).toMatchObject({
      status: 'refund_due',
      refund_to: { kind: 'payid_phone', value: '0400333444', name: 'Zyqwortle Adjei' },
    });
    expect(await holders()).toEqual(['deposits']);
    expect(depositOf(await say(amara, 'refunded', made))).toMatchObject({ status: 'refunded', refund_to: null });
    expect(await holders()).toEqual([]);

    const late = await owed('0400555666');
    const app = await t.at('30 days 1 minute');
    const session = await startSession(app.deps.db, app.deps.config, amara.userId);
    const { body } = await app.rest.call({ ...amara, ...session }, 'bookings.byId', { id: late });
    expect((body as Booking).deposit).toMatchObject({ status: 'refund_due', refund_due: 44, refund_to: null });
    expect(await forgetOldRefundTo(app.deps.db, 100)).toBe(1);
    expect(await holders()).toEqual([]);
    expect(await findBroken(t.deps.db)).toEqual([]);
  });

  test('a professional’s open refunds are counted before the account ends, and every payee goes with it', async () => {
    await t.make.password(amara);
    const { id } = await book();
    await say(amara, 'received', id);
    await change(zuri, id, 'cancelled');
    await t.rest.call(zuri, 'deposits.refundTo', { id, ...payTo });
    const end = (more: object = {}) => t.rest.call(amara, 'auth.deleteAccount', { password, ...more });
    expect(await end()).toMatchObject({ status: 409, body: { detail: 'You have 1 refund to make.' } });
    expect((await end({ confirm: true })).status).toBe(204);
    expect((await show(zuri, id)).deposit).toMatchObject({ amount: 44, status: 'refund_due', refund_to: null });
    const { rows } = await t.deps.pool.query(
      'select 1 from pay_to where professional_id = $1 union all select 1 from deposits where professional_id = $1 and (pay_to is not null or refund_to is not null)',
      [amara.professionalId],
    );
    expect(rows).toEqual([]);
  });
});

describe('while it waits', () => {
  test('the first word that it was paid gives a day more; not received takes nothing back and gives no more', async () => {
    const { id, expires_at = '' } = await book();
    const soon = await t.at('23 hours');
    const said = (await say(zuri, 'paid', id, soon)).body as Booking;
    const moved = Date.parse(said.expires_at ?? '');
    expect(Math.round((moved - Date.parse(expires_at)) / HOUR)).toBe(23);
    expect((await say(amara, 'notReceived', id, soon)).body).toMatchObject({
      expires_at: said.expires_at,
      deposit: { status: 'due' },
    });
    expect((await say(zuri, 'paid', id, await t.at('40 hours'))).body).toMatchObject({ expires_at: said.expires_at });
    expect((await say(amara, 'received', id, await t.at('48 hours'))).status).toBe(409);
    await soon.drain();
    // It is read by itself once the client has answered, or nothing is left to pay.
    const told = async () => {
      const { body } = await t.rest.call(zuri, 'notifications.mine');
      const all = body as { message: string; is_read: boolean }[];
      return all
        .filter(({ message }) => message.includes("can't find your deposit of $44.00"))
        .map((one) => one.is_read);
    };
    expect(await told()).toEqual([true]);
    await say(amara, 'notReceived', id, soon);
    expect(await told()).toEqual([false]);
    await change(zuri, id, 'cancelled');
    expect(await told()).toEqual([true]);
  });

  test('a professional who confirms by hand waives what is due; what is said to be paid counts as received', async () => {
    const { id } = await book();
    expect((await change(amara, id, 'confirmed')).body).toMatchObject({
      status: 'confirmed',
      deposit: { status: 'waived' },
    });
    const other = await book({ start_time: iso(day + 4 * HOUR) });
    await say(zuri, 'paid', other.id);
    expect(depositOf(await change(amara, other.id, 'confirmed'))).toMatchObject({
      status: 'received',
      received_at: expect.any(String),
    });
    await t.drain();
    expect(await messages(zuri)).toContainEqual(expect.stringContaining("You don't need to pay the deposit."));
  });

  test('an accepted other time confirms nothing: it moves, carries the deposit over and mails no calendar file', async () => {
    const { id } = await book();
    const asked = await t.rest.call(amara, 'reschedules.ask', { id, start_time: iso(day + 2 * HOUR) });
    const { id: reschedule_id } = asked.body as { id: string };
    expect((await t.rest.call(zuri, 'reschedules.answer', { id, reschedule_id, status: 'accepted' })).status).toBe(200);
    expect(await show(zuri, id)).toMatchObject({
      status: 'pending',
      start_time: iso(day + 2 * HOUR),
      deposit: { status: 'due', amount: 44 },
    });
    await t.drain();
    expect(t.inbox.to(zuri.email).filter(({ calendar }) => calendar)).toEqual([]);
    expect(await findBroken(t.deps.db)).toEqual([]);
  });

  test.each([
    ['when it did before the request', 22, 'own'],
    ['when it does under the request, once its own time is over', 30, 'under the request'],
  ] as const)('with an accepted other time it expires %s', async (_, hours, as) => {
    const { id, expires_at: own } = await book();
    const asked = await t.at('20 hours');
    const { body } = await asked.rest.call(amara, 'reschedules.ask', { id, start_time: iso(day + 2 * HOUR) });
    const { expires_at: until } = await show(zuri, id);
    expect(Math.round((Date.parse(until ?? '') - Date.parse(own ?? '')) / HOUR)).toBe(20);
    const accepted = { id, reschedule_id: (body as { id: string }).id, status: 'accepted' };
    await (await t.at(`${hours} hours`)).rest.call(zuri, 'reschedules.answer', accepted);
    expect(await show(zuri, id)).toMatchObject({ status: 'pending', expires_at: as === 'own' ? own : until });
    expect(await findBroken(t.deps.db)).toEqual([]);
  });

  test('nor does a new time to which the client has agreed already: it moves at once and goes on waiting', async () => {
    const { id } = await book();
    const start_time = iso(day + 2 * HOUR);
    expect(await t.rest.call(amara, 'reschedules.ask', { id, start_time, agreed: true })).toMatchObject({
      status: 201,
      body: { status: 'accepted' },
    });
    expect(await show(zuri, id)).toMatchObject({ status: 'pending', start_time, deposit: { status: 'due' } });
    await t.drain();
    expect(await messages(zuri)).toContainEqual(expect.stringMatching(/^Amara Okafor moved your booking request for/));
    expect(t.inbox.to(zuri.email).filter(({ calendar }) => calendar)).toEqual([]);
    expect(await say(amara, 'received', id)).toMatchObject({ status: 200, body: { status: 'confirmed' } });
    expect(await findBroken(t.deps.db)).toEqual([]);
  });

  test('an opening says what would be due, and once it is accepted the booking waits for that', async () => {
    await t.make.change('professionals', amara.professionalId, { cancellation_list: true, instant_confirmation: true });
    await t.deps.db.deleteFrom('availability').where('professional_id', '=', amara.professionalId).execute();
    const entry = await t.rest.call(zuri, 'cancellationList.join', {
      professional_id: amara.professionalId,
      service_ids: [braids],
      windows: [{ start: iso(day), end: iso(day + 6 * HOUR) }],
    });
    const { id: entry_id } = entry.body as { id: string };
    const offered = await t.rest.call(amara, 'openings.offer', { entry_id, start_time: iso(day + HOUR) });
    expect(offered).toMatchObject({ status: 201, body: { total_price: 220, deposit: 44 } });
    const { id } = offered.body as { id: string };
    expect((await t.rest.call(zuri, 'openings.byId', { id })).body).toMatchObject({ deposit: 44 });
    expect(await t.rest.call(zuri, 'openings.accept', { id })).toMatchObject({
      status: 200,
      body: { status: 'pending', total_price: 220, deposit: { amount: 44, status: 'due', pay_to: payTo } },
    });
    await t.drain();
    expect(t.inbox.to(zuri.email).some(({ text }) => text.includes(payTo.value))).toBe(true);
    expect(await findBroken(t.deps.db)).toEqual([]);
  });

  test('an earlier time that is offered by hand and accepted confirms nothing, either', async () => {
    await t.deps.db.updateTable('professionals').set({ cancellation_list: true }).execute();
    const { id } = await book({ start_time: iso(day + 6 * HOUR) });
    // Nothing else is free before it, so that the list is open.
    await t.deps.db.deleteFrom('availability').where('professional_id', '=', amara.professionalId).execute();
    const entry = await t.rest.call(zuri, 'cancellationList.join', {
      booking_id: id,
      windows: [{ start: iso(day), end: iso(day + 3 * HOUR) }],
    });
    const { id: entry_id } = entry.body as { id: string };
    const offered = await t.rest.call(amara, 'openings.offer', { entry_id, start_time: iso(day + HOUR) });
    expect([offered.status, offered.body]).toEqual([201, expect.anything()]);
    const { id: opening } = offered.body as { id: string };
    expect(await t.rest.call(zuri, 'openings.accept', { id: opening })).toMatchObject({
      status: 200,
      body: { status: 'pending', start_time: iso(day + HOUR), deposit: { status: 'due' } },
    });
    expect(await findBroken(t.deps.db)).toEqual([]);
  });

  test('the client is reminded once at half of the time, while it is due', async () => {
    const [one, other] = [await book(), await book({ start_time: iso(day + 4 * HOUR) })];
    await say(zuri, 'paid', other.id);
    for (const hours of [11, 12.5, 13]) {
      const later = await t.at(`${hours} hours`);
      await runDueTransitions(later.deps.db);
      await later.drain();
      const reminders = (await messages(zuri)).filter((text) => text.startsWith('Please pay the deposit'));
      expect(reminders).toHaveLength(hours < 12 ? 0 : 1);
    }
    // The mail asks as the first one did.
    const [asked, reminder] = t.inbox.to(zuri.email).map(({ text }) => text);
    for (const part of ['$44.00', payTo.value, payTo.name, one.deposit?.reference ?? ''])
      expect([asked, reminder]).toEqual(Array(2).fill(expect.stringContaining(part)));
    expect(one.id).not.toBe(other.id);
  });

  test('a booking without one says so', async () => {
    await ask(0);
    const { id } = await book();
    expect(await say(zuri, 'paid', id)).toMatchObject({
      status: 409,
      body: { detail: 'This booking has no deposit.' },
    });
  });
});
