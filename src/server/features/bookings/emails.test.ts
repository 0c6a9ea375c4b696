import { beforeEach, describe, expect, test } from 'vitest';
import { runDueTransitions } from '#server/jobs/scheduled-transitions.ts';
import { useTestApp } from '#server/testing/app.ts';
import type { ClientPerson, ProfessionalPerson } from '#server/testing/make.ts';
import { DAY, HOUR } from '#shared/constants.ts';

const t = useTestApp({ PUBLIC_URL: 'https://saluni.example', BOOKINGS_PER_HOUR: '0' });

let amara: ProfessionalPerson;
let zoe: ClientPerson;
let service: string;
let start: number;

beforeEach(async () => {
  amara = await t.make.professional({ display_name: 'Amara Okafor' });
  zoe = await t.make.client({ first_name: 'Zoë', last_name: 'Adjei' });
  service = await t.make.service(amara.professionalId);
  start = Math.ceil(Date.now() / HOUR) * HOUR + 3 * DAY;
  await t.make.window(amara.professionalId, start, start + 10 * HOUR);
});

/** Books through the call, `hours` after the first start; returns the booking's id. */
async function book({ hours = 0, notes = '' } = {}): Promise<string> {
  const start_time = new Date(start + hours * HOUR).toISOString();
  const input = { professional_id: amara.professionalId, service_ids: [service], start_time, notes };
  const { body, status } = await t.rest.call(zoe, 'bookings.create', input);
  expect(status).toBe(201);
  return (body as { id: string }).id;
}

const change = async (person: { token: string }, id: string, status: 'confirmed' | 'cancelled') =>
  expect((await t.rest.call(person, 'bookings.change', { id, status })).status).toBe(200);
const subjects = (person: { email: string }) =>
  t.inbox.to(person.email).map(({ subject }) => subject.replace(/ with .*/, ''));
const notifications = async (person: { token: string }) =>
  ((await t.rest.call(person, 'notifications.mine')).body as unknown[]).length;

/** What became of a booking's deliveries, a request's first: `sent`, or the reason why they were skipped. */
async function outcomes(id: string): Promise<(string | null)[]> {
  const { rows } = await t.deps.pool.query(
    `select payload ->> 'about' as about, case when sent_at is not null then 'sent' else skip_reason end as outcome
     from deliveries where payload ->> 'booking_id' = $1 and dead_at is null order by about desc`,
    [id],
  );
  return rows.map(({ about, outcome }) => `${about}: ${outcome}`);
}

/** Until `release` is called, the mail server does not answer to the emails that it got. */
function holdEmails(): { begun: Promise<unknown>; release(): void } {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  t.inbox.onEmail = async () => {
    begin();
    await released;
    t.inbox.onEmail = undefined;
  };
  return { begun, release };
}

test('names from right to left move nothing beside them, in notifications, subjects and mails', async () => {
  amara = await t.make.professional({ display_name: 'عائشة الزهراء' });
  zoe = await t.make.client({ first_name: 'נועה', last_name: 'לוי' });
  service = await t.make.service(amara.professionalId, { name: 'Dry curl cut' });
  await t.make.window(amara.professionalId, start, start + 10 * HOUR);
  await change(amara, await book(), 'confirmed');
  await t.drain();
  const [told] = (await t.rest.call(amara, 'notifications.mine')).body as { message: string }[];
  expect(told?.message).toMatch(/^New booking request from \u2068נועה ל\.\u2069 for Dry curl cut on \w/);
  const mail = t.inbox.to(zoe.email).at(-1);
  expect(mail?.subject).toBe('Confirmed: Dry curl cut with \u2068عائشة الزهراء\u2069');
  expect(mail?.text).toContain('Hi \u2068נועה\u2069,');
  expect(mail?.text).toContain('\u2068عائشة الزهراء\u2069 confirmed your booking for Dry curl cut on ');
});

test('how to prepare, as it is now, is in a booking and in the mails of its confirmation and reminder alone', async () => {
  await t.make.change('services', service, { preparation: 'Come with it wet.' });
  const id = await book();
  await t.make.change('services', service, { preparation: 'Come with it dry.' });
  await change(amara, id, 'confirmed');
  await t.make.change('bookings', id, { reminder_at: new Date().toISOString() });
  await runDueTransitions(t.deps.db);
  await t.drain();
  for (const person of [amara, zoe])
    expect((await t.rest.call(person, 'bookings.byId', { id })).body).toMatchObject({
      services: [{ id: service, preparation: 'Come with it dry.' }],
    });
  const mails = t.inbox.to(zoe.email).map(({ text }) => text);
  expect(mails).toHaveLength(2);
  for (const text of mails) expect(text).toMatch(/How to prepare: +Come with it dry\./);
  expect(t.inbox.to(amara.email).filter(({ text }) => text?.includes('Come with it'))).toEqual([]);
  await change(zoe, id, 'cancelled');
  await t.drain();
  expect(t.inbox.to(zoe.email).at(-1)?.text).not.toContain('Come with it');
});

describe('J13: emails of yesterday', () => {
  test('a request that was answered before it was sent is skipped, and its notification is written', async () => {
    const id = await book();
    await change(amara, id, 'confirmed');
    await t.drain();
    expect(subjects(amara)).toEqual([]);
    expect(subjects(zoe)).toEqual(['Confirmed: Dry curl cut']);
    expect(await outcomes(id)).toEqual(['requested: the booking is confirmed now', 'confirmed: sent']);
    expect(await notifications(amara)).toBe(1);
  });

  test('a reminder that could not be sent for days is skipped once the booking was cancelled, has ended or has begun', async () => {
    const [cancelled, ended, begun, live] = [
      await book(),
      await book({ hours: 2 }),
      await book({ hours: 4 }),
      await book({ hours: 6 }),
    ];
    for (const id of [cancelled, ended, begun, live]) await change(amara, id, 'confirmed');
    await t.drain();
    const dayBefore = await t.at(`${start - 17 * HOUR - Date.now()} milliseconds`);
    await runDueTransitions(dayBefore.deps.db);
    t.inbox.refuse = { at: 'data', code: 451, text: '4.2.0 later' };
    await dayBefore.drain();
    t.inbox.refuse = undefined;
    await dayBefore.rest.call(zoe, 'bookings.change', { id: cancelled, status: 'cancelled' });
    const whenItBegan = await t.at(`${start + 4.5 * HOUR - Date.now()} milliseconds`);
    await runDueTransitions(whenItBegan.deps.db);
    await whenItBegan.drain();
    const reminders = async (id: string) => (await outcomes(id)).filter((outcome) => outcome?.startsWith('reminder'));
    expect(await reminders(cancelled)).toEqual(Array(2).fill('reminder: the booking is cancelled now'));
    expect(await reminders(ended)).toEqual(Array(2).fill('reminder: the booking is completed now'));
    expect(await reminders(begun)).toEqual(Array(2).fill('reminder: the booking has begun'));
    expect(await reminders(live)).toEqual(Array(2).fill('reminder: sent'));
    expect(subjects(amara).filter((subject) => subject.startsWith('Reminder'))).toHaveLength(1);
    expect(await notifications(amara)).toBe(4 + 4 + 1);
  });

  test('a confirmation is sent to the client although the booking was cancelled since', async () => {
    const id = await book();
    await change(amara, id, 'confirmed');
    await change(amara, id, 'cancelled');
    await t.drain();
    expect(subjects(zoe).toSorted()).toEqual(['Cancelled: Dry curl cut', 'Confirmed: Dry curl cut']);
  });
});

describe('J14: a request that the client takes back', () => {
  test('before it was mailed: neither it nor the cancellation is mailed, and both notifications are written', async () => {
    const id = await book();
    await change(zoe, id, 'cancelled');
    await t.drain();
    expect(subjects(amara)).toEqual([]);
    expect(await outcomes(id)).toEqual([
      'requested: the booking is cancelled now',
      'cancelled: the request was never mailed',
    ]);
    expect(await notifications(amara)).toBe(2);
  });

  test('after it was mailed: the cancellation is mailed, too', async () => {
    const id = await book();
    await t.drain();
    await change(zoe, id, 'cancelled');
    await t.drain();
    expect(subjects(amara)).toEqual(['New booking request: Dry curl cut', 'Cancelled: Dry curl cut']);
  });

  test.each([
    { answer: 'accepted', mailed: ['New booking request: Dry curl cut', 'Cancelled: Dry curl cut'] },
    { answer: 'refused', mailed: [] },
  ])('while it is being mailed: the cancellation waits until it is $answer', async ({ answer, mailed }) => {
    const { begun, release } = holdEmails();
    const id = await book();
    const sending = t.drain();
    await begun;
    await change(zoe, id, 'cancelled');
    await t.drain();
    await (await t.at('4 seconds')).drain();
    expect(await outcomes(id)).toEqual(['requested: null', 'cancelled: null']);
    if (answer === 'refused') t.inbox.refuse = { at: 'data', code: 451, text: '4.2.0 later' };
    release();
    await sending;
    t.inbox.refuse = undefined;
    await (await t.at('15 seconds')).drain();
    expect(subjects(amara)).toEqual(mailed);
    expect(await outcomes(id)).not.toContain('cancelled: null');
    const { rows } = await t.deps.pool.query(
      `select attempts from deliveries where payload ->> 'booking_id' = $1 order by payload ->> 'about'`,
      [id],
    );
    expect(rows[0]).toEqual({ attempts: 1 });
  });

  test('after an attempt whose end nobody saw: the cancellation is mailed, because the request may have been', async () => {
    const id = await book();
    t.inbox.refuse = { at: 'data', code: 451, text: '4.2.0 later' };
    await t.drain();
    t.inbox.refuse = undefined;
    await t.deps.db
      .updateTable('deliveries')
      .set({ sending_until: new Date().toISOString() })
      .where('recipient', '=', amara.userId)
      .execute();
    await change(zoe, id, 'cancelled');
    await (await t.at('10 seconds')).drain();
    expect(subjects(amara)).toEqual(['Cancelled: Dry curl cut']);
  });

  test('when the professional cancels, the client is mailed although the request never was', async () => {
    const id = await book();
    await change(amara, id, 'cancelled');
    await t.drain();
    expect(subjects(amara)).toEqual([]);
    expect(subjects(zoe)).toEqual(['Cancelled: Dry curl cut']);
  });
});

describe('notes in emails', () => {
  async function requestWith(notes: string) {
    const id = await book({ notes });
    await t.drain();
    const [email] = t.inbox.to(amara.email);
    const quoted = (email?.text ?? '').split('\n').filter((line) => line.startsWith('> '));
    return { id, email, quoted: quoted.map((line) => line.slice(2)).join('\n') };
  }

  test('500 characters are quoted whole', async () => {
    const notes = `${'a'.repeat(499)}z`;
    const { email, quoted } = await requestWith(notes);
    expect(quoted).toBe(notes);
    expect(email?.html).not.toContain('Read all notes');
  });

  test('longer ones are cut, with an ellipsis and a link to the rest', async () => {
    const { id, email, quoted } = await requestWith('b'.repeat(10_000));
    expect(quoted).toBe(`${'b'.repeat(499)}…`);
    expect(email?.text).toContain(`Read all notes: https://saluni.example/booking-details/${id}`);
    expect(email?.html).toMatch(
      new RegExp(`<a [^>]*href="https://saluni.example/booking-details/${id}"[^>]*>Read all notes</a>`),
    );
  });

  test('they are cut between two characters as people see them', async () => {
    const family = '👩‍👩‍👧‍👦';
    const { quoted } = await requestWith('c'.repeat(495) + family.repeat(20));
    expect(quoted).toBe(`${'c'.repeat(495)}…`);
  });
});
