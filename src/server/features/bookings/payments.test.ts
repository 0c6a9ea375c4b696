import { beforeEach, describe, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import type { ClientPerson, ProfessionalPerson } from '#server/testing/make.ts';
import { type Person, password, profileInput } from '#server/testing/make.ts';
import type { Booking } from '#shared/bookings.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import type { Income } from '#shared/insights.ts';
import type { Receipt } from '#shared/payments.ts';
import { dayKey } from '#shared/time.ts';

// What was paid, and put on paper (contract 26).

const t = useTestApp();
const zone = 'Australia/Melbourne';
const now = Date.now();
const today = dayKey(now, zone);
let amara: ProfessionalPerson;
let zoe: ClientPerson;
let hours: number;

beforeEach(async () => {
  amara = await t.make.professional({ display_name: 'Amara Okafor' });
  zoe = await t.make.client({ first_name: 'Zoë', last_name: 'Adjei' });
  hours = 0;
});

const say = (caller: ClientPerson | ProfessionalPerson, procedure: string, input: object) =>
  t.rest.call(caller, `bookings.${procedure}`, { ...input });
const pay = (id: string, ...payments: object[]) => say(amara, 'writePayments', { id, payments });
const cash = (amount: number, paid_on?: string) => ({ method: 'cash', amount, paid_on });

/** A visit of an hour that cost 95 dollars, each earlier than the one before. */
async function visit(given: Partial<Parameters<typeof t.make.booking>[0]> = {}): Promise<string> {
  hours += 2;
  const service = await t.make.service(amara.professionalId, { name: 'Silk press' });
  const { bookingId } = await t.make.booking({
    professionalId: amara.professionalId,
    clientId: zoe.clientId,
    serviceIds: [service],
    start: Math.floor(now / HOUR) * HOUR - hours * HOUR,
    status: 'completed',
    ...given,
  });
  return bookingId;
}

describe('payments', () => {
  test('all are replaced at once, with tips, and both sides see them and the deposit that stays', async () => {
    const id = await visit({ deposit: { status: 'applied', cents: 2_000 } });
    const payments = [
      { method: 'cash', amount: 50, paid_on: today },
      { method: 'card', amount: 30.05, paid_on: '2026-01-31' },
    ];
    expect(await pay(id, cash(50), payments[1] ?? {})).toMatchObject({ status: 200, body: { payments, paid: 100.05 } });
    for (const whose of [
      await say(zoe, 'byId', { id }),
      await t.rest.call(zoe, 'bookings.ofClient', { id: zoe.clientId }),
    ])
      expect([whose.body].flat()).toMatchObject([{ payments, paid: 100.05, receipt: null }]);
    expect((await pay(id)).body).toMatchObject({ payments: [], paid: 20 });
  });

  test.each([
    ['none named', { payments: undefined }],
    ['null', { payments: null }],
    ['no method', { payments: [{ amount: 1 }] }],
    ['nothing', { payments: [cash(0)] }],
    ['too much', { payments: [cash(10_000.01)] }],
    ['half a cent', { payments: [cash(1.005)] }],
    ['a day ahead', { payments: [cash(1, dayKey(now + 2 * DAY, zone))] }],
    ['no date', { payments: [cash(1, '2026-02-30')] }],
    ['before 2000', { payments: [cash(1, '1999-12-31')] }],
    ['seven', { payments: Array.from({ length: 7 }, () => cash(1)) }],
  ])('refuses %s', async (_, input) => {
    expect((await say(amara, 'writePayments', { id: await visit(), ...input })).status).toBe(422);
  });

  test('of what has not begun, was missed, ended 90 days ago or is over there are none', async () => {
    const why = async (id: string) => ((await pay(id, cash(1))).body as { detail: string }).detail;
    expect(await why(await visit({ status: 'confirmed', start: now + DAY }))).toBe('This visit has not begun.');
    expect(await why(await visit({ status: 'cancelled' }))).toBe('This booking is cancelled.');
    expect(await why(await visit({ start: now - 91 * DAY }))).toBe('It is too late to change that.');
    const missed = await visit();
    await say(amara, 'markMissed', { id: missed });
    expect(await why(missed)).toBe('This visit was marked as missed.');
    const begun = await visit({ status: 'confirmed', start: Math.floor(now / HOUR) * HOUR - 30 * 60_000 });
    expect((await pay(begun, cash(1))).status).toBe(200);
    expect(await say(amara, 'markMissed', { id: begun })).toMatchObject({
      status: 409,
      body: { detail: 'This visit was paid.' },
    });
  });
});

describe('receipts', () => {
  const issue = (id: string) => say(amara, 'issueReceipt', { id });
  const register = (given: object) => t.rest.call(amara, 'professionals.updateMe', { ...profileInput, ...given });

  test('GST needs a valid ABN, given or kept', async () => {
    const at = { status: 422, body: { detail: [{ loc: ['body', 'abn'] }] } };
    expect(await register({ gst_registered: true })).toMatchObject(at);
    expect(await register({ abn: '51824753557' })).toMatchObject(at);
    const kept = { business_name: null, abn: '51824753556', gst_registered: true };
    expect((await register({ ...kept, business_name: ' ', abn: '51 824 753 556' })).body).toMatchObject(kept);
    expect(await register({ abn: null })).toMatchObject(at);
    const { body } = await t.rest.call(null, 'professionals.byId', { id: amara.professionalId });
    expect(Object.keys(body as object)).not.toContain('abn');
  });

  test('a tax invoice says what was paid, stands once, is voided and replaced by the next number', async () => {
    await register({ business_name: 'Okafor Hair', abn: '51824753556', gst_registered: true });
    const id = await visit({ deposit: { status: 'applied', cents: 2_000 } });
    await pay(id, { method: 'payid', amount: 75.5 });
    await t.make.change('bookings', id, { total_price_cents: 9_000 });
    const issued = await issue(id);
    const content: Receipt = {
      number: 1,
      issued_on: today,
      title: 'Tax invoice',
      business_name: 'Okafor Hair',
      abn: '51824753556',
      client: 'Zoë Adjei',
      lines: [
        { name: 'Silk press', amount: 95 },
        { name: 'Adjustment', amount: -5 },
      ],
      total: 90,
      deposit: 20,
      payments: [{ method: 'payid', amount: 75.5, paid_on: today }],
      paid: 95.5,
      gst: 8.68,
      voided: false,
    };
    expect(issued).toMatchObject({ status: 201, body: content });
    expect(await issue(id)).toMatchObject({ status: 200, body: content });
    expect(await pay(id)).toMatchObject({ status: 409, body: { detail: 'A receipt was issued.' } });
    // As it was issued, whatever is called otherwise since.
    await register({ business_name: 'New name' });
    expect((await say(zoe, 'receipt', { id })).body).toEqual(content);
    for (let again = 0; again < 2; again++) expect((await say(amara, 'voidReceipt', { id })).status).toBe(204);
    expect((await say(zoe, 'byId', { id })).body).toMatchObject({ receipt: { number: 1, voided: true } });
    expect((await issue(id)).body).toMatchObject({ number: 2, business_name: 'New name', voided: false });
    for (let number = 3; number <= 5; number++) {
      await say(amara, 'voidReceipt', { id });
      expect((await issue(id)).body).toMatchObject({ number });
    }
    await say(amara, 'voidReceipt', { id });
    expect(await issue(id)).toMatchObject({ status: 409, body: { detail: 'This booking has enough receipts.' } });
  });

  test('without a payment there is none, and none to void; to others it is not there', async () => {
    const id = await visit();
    expect(await issue(id)).toMatchObject({ status: 409, body: { detail: 'Nothing was paid yet.' } });
    const none = { status: 404, body: { detail: 'Receipt not found' } };
    expect(await say(amara, 'voidReceipt', { id })).toMatchObject(none);
    expect(await say(zoe, 'receipt', { id })).toMatchObject(none);
    await pay(id, cash(10));
    await issue(id);
    expect(await t.rest.call(await t.make.admin(), 'bookings.receipt', { id })).toMatchObject(none);
    expect(await say(await t.make.client(), 'receipt', { id })).toMatchObject(none);
  });

  test('its client is told of it and of its voiding; a guest is mailed all of it', async () => {
    const id = await visit();
    await pay(id, cash(95));
    await issue(id);
    const guest = `guest-${now}@example.com`;
    const writtenIn = (await say(amara, 'writeIn', {
      start_time: new Date(Math.floor(now / 60_000) * 60_000 - HOUR / 2).toISOString(),
      guest: { name: 'Kim', email: guest },
      service_ids: [await t.make.service(amara.professionalId, { name: 'Trim', price: 40 })],
    })) as { body: Booking };
    await pay(writtenIn.body.id, cash(40));
    await issue(writtenIn.body.id);
    await t.drain();
    await say(amara, 'voidReceipt', { id });
    await t.drain();
    const { body } = await t.rest.call(zoe, 'notifications.mine');
    expect((body as { link: string; message: string }[]).map(({ link, message }) => [link, message])).toEqual([
      [`/receipt/${id}`, 'Receipt 1 was voided.'],
      [`/receipt/${id}`, expect.stringContaining('Your receipt from')],
    ]);
    expect(t.inbox.to(zoe.email)).toHaveLength(2);
    const [mail] = t.inbox.to(guest);
    expect(mail?.text).toContain('Receipt 2');
    expect(mail?.text).toContain('Trim: $40.00');
    expect(mail?.text).not.toContain('/receipt/');
  });
});

test('receipts are in both exports, lose an ended client’s name, and stay with a client whose professional is gone', async () => {
  type Exported = { receipts: { content: { client: string } }[] };
  const receiptsOf = async (who: ClientPerson | ProfessionalPerson) =>
    ((await t.rest.call(who, 'users.export')).body as Exported).receipts;
  const kofi = await t.make.client();
  const [ofZoe, ofKofi] = [await visit(), await visit({ clientId: kofi.clientId })];
  for (const id of [ofZoe, ofKofi]) {
    await pay(id, cash(95));
    await say(amara, 'issueReceipt', { id });
  }
  const [issued] = await receiptsOf(zoe);
  expect(issued).toMatchObject({ booking_id: ofZoe, number: 1, content: { client: 'Zoë Adjei' }, voided_at: null });
  expect(await receiptsOf(amara)).toHaveLength(2);
  await endAccount(kofi);
  expect((await say(amara, 'receipt', { id: ofKofi })).body).toMatchObject({ client: 'Former client' });
  await endAccount(amara);
  expect((await say(zoe, 'receipt', { id: ofZoe })).status).toBe(404);
  expect((await say(zoe, 'byId', { id: ofZoe })).body).toMatchObject({ receipt: null, paid: 95 });
  expect(await receiptsOf(zoe)).toEqual([issued]);
  expect(await t.deps.db.selectFrom('receipts').select('number').where('booking_id', '=', ofKofi).execute()).toEqual(
    [],
  );
});

async function endAccount(person: Person) {
  await t.make.password(person);
  expect((await t.rest.call(person, 'auth.deleteAccount', { password, confirm: true })).status).toBe(204);
}

describe('income', () => {
  test('payments by their date and deposits by the day they came, as sums and as a file', async () => {
    await t.make.change('professionals', amara.professionalId, { abn: '51824753556', gst_registered: true });
    const paid = await visit({ deposit: { status: 'applied', cents: 1_000 } });
    await pay(paid, cash(60.01, '2026-02-28'), { method: 'card', amount: 20, paid_on: '2026-03-01' });
    await say(amara, 'issueReceipt', { id: paid });
    const kept = await visit({ deposit: { status: 'kept', cents: 2_000 } });
    await t.deps.db
      .updateTable('deposits')
      .set({ received_at: '2026-02-28T12:59:00Z', pay_to: JSON.stringify({ kind: 'bank', value: '1', name: 'A' }) })
      .where('booking_id', '=', kept)
      .execute();
    await t.make.change('bookings', kept, { no_show: true });
    const open = await visit();
    const range = { from: '2026-02-01', to: '2026-03-01' };
    const { body } = await t.rest.call(amara, 'insights.income', range);
    expect(body).toEqual({
      paid: 100.01,
      gst: 9.1,
      by_method: [
        { method: 'cash', amount: 60.01 },
        { method: 'bank', amount: 20 },
        { method: 'card', amount: 20 },
      ],
      by_month: [
        { month: '2026-02', paid: 80.01, gst: 7.28 },
        { month: '2026-03', paid: 20, gst: 1.82 },
      ],
      receipts: 0,
      unpaid: [],
    });
    const csv = await t.rest.call(amara, 'insights.incomeCsv', range);
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.body).toBe(
      [
        '\ufeffdate,receipt,client,method,amount,gst',
        '2026-02-28,,Zoë Adjei,bank,20.00,1.82',
        '2026-02-28,1,Zoë Adjei,cash,60.01,5.46',
        '2026-03-01,1,Zoë Adjei,card,20.00,1.82',
        '',
      ].join('\r\n'),
    );
    const recent = { from: dayKey(now - 3 * DAY, zone), to: today };
    expect((await t.rest.call(amara, 'insights.income', recent)).body as Income).toMatchObject({
      paid: 10,
      receipts: 1,
      unpaid: [
        { booking_id: paid, client: 'Zoë Adjei', open: 4.99 },
        { booking_id: open, open: 95 },
      ],
    });
  });
});
