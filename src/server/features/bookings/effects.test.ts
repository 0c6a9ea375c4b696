import { setTimeout as delay } from 'node:timers/promises';
import ICAL from 'ical.js';
import { sync as nodeIcal, type VEvent } from 'node-ical';
import { beforeEach, describe, expect, test } from 'vitest';
import { handleEvent } from '#server/jobs/handle-event.ts';
import { runDueTransitions } from '#server/jobs/scheduled-transitions.ts';
import { sendDelivery } from '#server/jobs/send-delivery.ts';
import { type TestApp, useTestApp } from '#server/testing/app.ts';
import type { ClientPerson, ProfessionalPerson } from '#server/testing/make.ts';
import { HOUR } from '#shared/constants.ts';

const t = useTestApp({ PUBLIC_URL: 'https://saluni.example' });
const start = Date.parse('2026-11-25T22:30:00.000Z');

let amara: ProfessionalPerson;
let zoe: ClientPerson;
let service: string;

beforeEach(async () => {
  amara = await t.make.professional({ display_name: 'Amara Okafor', location: 'Brunswick, Melbourne' });
  zoe = await t.make.client({ first_name: 'Zoë', last_name: 'Adjei' });
  service = await t.make.service(amara.professionalId);
});

/** Books through the call, at a clock ten days before the start or as many hours. Returns the booking's id. */
async function book(at = start, notes?: string, hours = 10 * 24): Promise<string> {
  await t.make.window(amara.professionalId, at, at + 2 * HOUR);
  const early = await ahead(at, hours);
  const input = {
    professional_id: amara.professionalId,
    service_ids: [service],
    start_time: new Date(at).toISOString(),
    notes,
  };
  const { body, status } = await early.rest.call(zoe, 'bookings.create', input);
  expect(status).toBe(201);
  return (body as { id: string }).id;
}

/** The app with a clock that is `hours` before an instant. */
function ahead(at: number, hours: number): Promise<TestApp> {
  const key = `${at} ${hours}`;
  const known = apps.get(key) ?? t.at(`${Math.round((at - hours * HOUR - Date.now()) / 1000)} seconds`);
  apps.set(key, known);
  return known;
}
const apps = new Map<string, Promise<TestApp>>();

async function notificationsOf(person: { token: string }): Promise<string[]> {
  const { body } = await t.rest.call(person, 'notifications.mine');
  return (body as { message: string }[]).map(({ message }) => message);
}
const subjects = (email: string) => t.inbox.to(email).map(({ subject }) => subject);

describe('who hears of a change', () => {
  test('a new booking: the professional, by a notification and an e-mail with a link to answer', async () => {
    const id = await book(start, 'Fragrance-free <b>please</b>\nThanks');
    const later = await ahead(start, 240);
    await later.drain();
    expect(await notificationsOf(amara)).toEqual([
      'New booking request from Zoë A. for Dry curl cut on Thu 26 Nov 2026, 9:30 AM AEDT.',
    ]);
    expect(await notificationsOf(zoe)).toEqual([]);
    expect(t.inbox.to(zoe.email)).toEqual([]);
    const [mail, ...more] = t.inbox.to(amara.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('New booking request: Dry curl cut with Zoë A.');
    expect(mail?.headers.to).toBe(`Amara Okafor <${amara.email}>`);
    for (const body of [mail?.text, mail?.html]) {
      expect(body).toContain('Zoë Adjei');
      expect(body).toContain('Thursday 26 November 2026 at 9:30 AM AEDT');
      expect(body).toContain('Brunswick, Melbourne');
      expect(body).toContain('$95.00');
      expect(body).toContain('Dry curl cut, 1 h, $95.00');
      expect(body).toContain(`https://saluni.example/booking/${id}/update`);
    }
    expect(mail?.html).toContain('Fragrance-free &lt;b&gt;please&lt;/b&gt;<br>Thanks');
    expect(mail?.html).not.toContain('<b>please');
    expect(mail?.text).toContain('> Fragrance-free <b>please</b>\n> Thanks');
    expect(mail?.calendar).toBeUndefined();
  });

  test('a request that can be answered until its start says that the appointment begins then', async () => {
    await book(start, undefined, 12);
    await (await ahead(start, 12)).drain();
    const [mail] = t.inbox.to(amara.email);
    expect(mail?.text).toContain('by Thursday 26 November 2026 at 9:30 AM AEDT, when the visit begins.');
  });

  test('a confirmation: the client, with a calendar entry, which the e-mail of a cancellation removes', async () => {
    const id = await book();
    const early = await ahead(start, 239);
    await early.rest.call(amara, 'bookings.change', { id, status: 'confirmed' });
    await early.drain();
    expect(await notificationsOf(zoe)).toEqual([
      'Amara Okafor confirmed your booking for Dry curl cut on Thu 26 Nov 2026, 9:30 AM AEDT.',
    ]);
    const [confirmed] = t.inbox.to(zoe.email);
    expect(confirmed?.attachments).toEqual(['booking.ics']);
    await early.rest.call(amara, 'bookings.change', { id, status: 'cancelled', reason: 'Ill, sorry' });
    await early.drain();
    expect(await notificationsOf(zoe)).toContain(
      'Amara Okafor cancelled your booking for Dry curl cut on Thu 26 Nov 2026, 9:30 AM AEDT.',
    );
    const cancelled = t.inbox.to(zoe.email)[1];
    expect(cancelled?.text).toContain('> Ill, sorry');

    const [added, removed] = [confirmed, cancelled].map((mail) => {
      const calendar = ICAL.Component.fromString(mail?.calendar?.content ?? '');
      const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined);
      // A parser of another author.
      const second = nodeIcal.parseICS(mail?.calendar?.content ?? '');
      return { header: mail?.calendar?.method, calendar, event, second };
    });
    for (const [entry, method, sequence, status] of [
      [added, 'REQUEST', 0, 'CONFIRMED'],
      [removed, 'CANCEL', 1, 'CANCELLED'],
    ] as const) {
      expect(entry?.header).toBe(method);
      expect(entry?.calendar.getFirstPropertyValue('method')).toBe(method);
      expect(entry?.event.uid).toBe(id);
      expect(entry?.event.sequence).toBe(sequence);
      expect(entry?.event.component.getFirstPropertyValue('status')).toBe(status);
      expect(entry?.event.startDate.toJSDate().getTime()).toBe(start);
      expect(entry?.event.endDate.toJSDate().getTime()).toBe(start + HOUR);
      expect(entry?.event.location).toBe('Brunswick, Melbourne');
      expect(entry?.second.vcalendar).toMatchObject({ method });
      const same = entry?.second[id] as VEvent;
      expect([same.start.getTime(), same.end?.getTime()]).toEqual([start, start + HOUR]);
      expect(same).toMatchObject({
        uid: id,
        sequence,
        status,
        location: 'Brunswick, Melbourne',
        organizer: { params: { CN: expect.stringContaining('Amara Okafor') }, val: expect.stringMatching(/^mailto:/i) },
        attendee: { params: { CN: expect.stringContaining('Zoë Adjei') }, val: `MAILTO:${zoe.email}` },
      });
    }
  });

  test('a client who cancels a confirmed booking is mailed what removes it from the calendar, without a notification', async () => {
    const id = await book();
    const early = await ahead(start, 239);
    await early.rest.call(amara, 'bookings.change', { id, status: 'confirmed' });
    await early.drain();
    const told = await notificationsOf(zoe);
    await early.rest.call(zoe, 'bookings.change', { id, status: 'cancelled' });
    await early.drain();
    const [confirmed, cancelled, ...more] = t.inbox.to(zoe.email);
    expect(more).toEqual([]);
    expect(confirmed?.calendar?.method).toBe('REQUEST');
    expect(cancelled?.subject).toBe('Cancelled: Dry curl cut with Amara Okafor');
    expect(cancelled?.text).toContain('You cancelled your booking with Amara Okafor');
    expect([cancelled?.calendar?.method, cancelled?.attachments]).toEqual(['CANCEL', ['cancelled.ics']]);
    const entry = nodeIcal.parseICS(cancelled?.calendar?.content ?? '')[id];
    expect(entry).toMatchObject({ uid: id, status: 'CANCELLED', sequence: 1 });
    expect(await notificationsOf(zoe)).toEqual(told);
  });

  test('a cancellation tells the other side, that of an admin both; without a calendar entry if it was not confirmed', async () => {
    const id = await book();
    const early = await ahead(start, 240);
    await early.rest.call(zoe, 'bookings.change', { id, status: 'cancelled' });
    await early.drain();
    expect(await notificationsOf(zoe)).toEqual([]);
    expect(await notificationsOf(amara)).toContain(
      'Zoë A. cancelled the booking for Dry curl cut on Thu 26 Nov 2026, 9:30 AM AEDT.',
    );
    expect(subjects(zoe.email)).toEqual([]);
    const other = await book(start + 24 * HOUR);
    await early.rest.call(await t.make.admin(), 'bookings.change', { id: other, status: 'cancelled' });
    await early.drain();
    expect(await notificationsOf(zoe)).toEqual([
      'Saluni cancelled your booking with Amara Okafor for Dry curl cut on Fri 27 Nov 2026, 9:30 AM AEDT.',
    ]);
    expect(await notificationsOf(amara)).toContain(
      'Saluni cancelled the booking of Zoë A. for Dry curl cut on Fri 27 Nov 2026, 9:30 AM AEDT.',
    );
    expect(subjects(zoe.email)).toEqual(['Cancelled: Dry curl cut with Amara Okafor']);
    expect(t.inbox.to(zoe.email)[0]?.calendar).toBeUndefined();
  });

  test('B4: after 24 hours the system cancels a pending booking once, notifies each side once, and frees the slot', async () => {
    const id = await book();
    const [soon, due] = [await ahead(start, 240 - 23.9), await ahead(start, 240 - 24.1)];
    await runDueTransitions(soon.deps.db);
    expect((await t.rest.call(zoe, 'bookings.byId', { id })).body).toMatchObject({ status: 'pending' });
    await Promise.all(Array.from({ length: 4 }, () => runDueTransitions(due.deps.db)));
    await due.drain();
    expect((await t.rest.call(zoe, 'bookings.byId', { id })).body).toMatchObject({ status: 'cancelled' });
    expect(await notificationsOf(zoe)).toEqual([
      "Amara Okafor didn't answer your booking request for Dry curl cut on Thu 26 Nov 2026, 9:30 AM AEDT, so it was cancelled.",
    ]);
    expect((await notificationsOf(amara)).filter((message) => message.startsWith("You didn't answer"))).toHaveLength(1);
    expect(subjects(zoe.email)).toHaveLength(1);
    const input = {
      professional_id: amara.professionalId,
      service_ids: [service],
      start_time: new Date(start).toISOString(),
    };
    expect((await due.rest.call(await t.make.client(), 'bookings.create', input)).status).toBe(201);
  });

  test('a reminder 24 hours ahead: both sides, once, for confirmed bookings only; completion at the end: the client', async () => {
    const [id, late, pending] = [await book(), await book(start + 4 * HOUR), await book(start + 8 * HOUR)];
    await (await ahead(start, 239)).rest.call(amara, 'bookings.change', { id, status: 'confirmed' });
    const within = await ahead(start + 4 * HOUR, 23);
    // `late` is confirmed less than 24 hours ahead, which needs a later expiry.
    await t.make.change('bookings', late, { expires_at: new Date(start).toISOString() });
    await within.rest.call(amara, 'bookings.change', { id: late, status: 'confirmed' });
    await t.make.change('bookings', pending, { due_at: new Date(start).toISOString() });
    for (const hours of [24.1, 23.9, 22]) await runDueTransitions((await ahead(start, hours)).deps.db);
    await within.drain();
    const reminder = 'Reminder: your booking with Amara Okafor for Dry curl cut is on Thu 26 Nov 2026, 9:30 AM AEDT.';
    expect((await notificationsOf(zoe)).filter((message) => message.startsWith('Reminder'))).toEqual([reminder]);
    expect((await notificationsOf(amara)).filter((message) => message.startsWith('Reminder'))).toEqual([
      'Reminder: Zoë A. is booked in for Dry curl cut on Thu 26 Nov 2026, 9:30 AM AEDT.',
    ]);
    const over = await ahead(start, -1.01);
    await runDueTransitions(over.deps.db);
    await over.drain();
    expect((await t.rest.call(zoe, 'bookings.byId', { id })).body).toMatchObject({ status: 'completed' });
    // The pending booking expired at the same moment, so the order of the two messages is not fixed.
    expect((await notificationsOf(zoe)).filter((message) => message.includes('is complete'))).toHaveLength(1);
    expect(subjects(zoe.email).filter((subject) => subject.startsWith('Thank you'))).toHaveLength(1);
    const busy = await t.deps.db.selectFrom('busy_times').select('booking_id').where('booking_id', '=', id).execute();
    expect(busy).toHaveLength(1);
  });

  test('preferences switch e-mails off and keep notifications', async () => {
    await t.deps.db
      .insertInto('user_preferences')
      .values({ user_id: amara.userId, mail_booking: false, in_app_booking: true })
      .execute();
    await book();
    await (await ahead(start, 240)).drain();
    expect(await notificationsOf(amara)).toHaveLength(1);
    expect(t.inbox.to(amara.email)).toEqual([]);
  });
});

describe('delivery', () => {
  async function oneEvent(): Promise<string> {
    const id = await book();
    const row = await t.deps.db
      .selectFrom('outbox')
      .select('id')
      .where('payload', '@>', JSON.stringify({ booking_id: id }))
      .executeTakeFirstOrThrow();
    return row.id;
  }
  const deliveries = (event: string) =>
    t.deps.db.selectFrom('deliveries').selectAll().where('event_id', '=', event).execute();

  test('J4: an event that is handled many times, also at once, writes each notification and sends each e-mail once', async () => {
    const event = await oneEvent();
    await Promise.all(Array.from({ length: 6 }, () => handleEvent(t.deps, event)));
    await t.make.change('outbox', event, { done_at: null });
    await handleEvent(t.deps, event);
    expect(await notificationsOf(amara)).toHaveLength(1);
    const [delivery, ...more] = await deliveries(event);
    expect(more).toEqual([]);
    const id = delivery?.id ?? '';
    await Promise.all(Array.from({ length: 6 }, () => sendDelivery(t.deps, id)));
    await sendDelivery(t.deps, id);
    expect(t.inbox.to(amara.email)).toHaveLength(1);
    expect(t.inbox.to(amara.email)[0]?.messageId).toBe(`<${event}.mail-professional@saluni.example>`);
  });

  test('an event whose row somebody else has for a moment, such as a relay, is carried out, not passed over', async () => {
    const event = await oneEvent();
    const relay = await t.deps.pool.connect();
    await relay.query('begin');
    await relay.query('select 1 from outbox where id = $1 for update', [event]);
    const handled = handleEvent(t.deps, event);
    await delay(200);
    await relay.query('rollback');
    relay.release();
    await handled;
    expect(await notificationsOf(amara)).toHaveLength(1);
  });

  test('J7: an event that cannot be handled is given up after five attempts and does not delay others', async () => {
    const poison = await t.deps.db
      .insertInto('outbox')
      .values([
        { event: 'booking.unheard_of', payload: '{}' },
        { event: 'booking.created', payload: JSON.stringify({ booking_id: 'x'.repeat(1_000_000) }) },
      ])
      .returning('id')
      .execute();
    for (let attempt = 1; attempt <= 6; attempt++) {
      await t.deps.db
        .updateTable('outbox')
        .set({ next_attempt_at: new Date(0).toISOString() })
        .where('done_at', 'is', null)
        .execute();
      await t.drain();
    }
    await book();
    await (await ahead(start, 240)).drain();
    expect(await notificationsOf(amara)).toHaveLength(1);
    const rows = await t.deps.db
      .selectFrom('outbox')
      .selectAll()
      .where(
        'id',
        'in',
        poison.map(({ id }) => id),
      )
      .execute();
    for (const row of rows) expect(row).toMatchObject({ attempts: 5, done_at: null, dead_at: expect.any(String) });
  });
});
