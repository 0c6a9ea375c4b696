import ICAL from 'ical.js';
import { beforeEach, expect, test } from 'vitest';
import { runDueTransitions } from '#server/jobs/scheduled-transitions.ts';
import { useTestApp } from '#server/testing/app.ts';
import type { ClientPerson, ProfessionalPerson } from '#server/testing/make.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import type { Reschedule } from '#shared/reschedules.ts';
import { iso } from '#shared/time.ts';

const t = useTestApp({ PUBLIC_URL: 'https://saluni.example' });
const day = Math.ceil(Date.now() / DAY) * DAY + 3 * DAY;

let amara: ProfessionalPerson;
let zoe: ClientPerson;
let id: string;

beforeEach(async () => {
  amara = await t.make.professional({ display_name: 'Amara Okafor' });
  zoe = await t.make.client({ first_name: 'Zoë', last_name: 'Adjei' });
  for (const days of [0, 2]) await t.make.window(amara.professionalId, day + days * DAY, day + days * DAY + 6 * HOUR);
  const service = await t.make.service(amara.professionalId);
  const wish = { professional_id: amara.professionalId, service_ids: [service], start_time: iso(day) };
  const { status, body } = await t.rest.call(zoe, 'bookings.create', wish);
  expect(status).toBe(201);
  id = (body as { id: string }).id;
});

async function ask(who: { token: string }, start: number) {
  const { status, body } = await t.rest.call(who, 'reschedules.ask', { id, start_time: iso(start) });
  expect(status).toBe(201);
  return (body as Reschedule).id;
}
async function answer(who: { token: string }, reschedule_id: string, status: string) {
  expect((await t.rest.call(who, 'reschedules.answer', { id, reschedule_id, status })).status).toBe(200);
}
async function confirm() {
  expect((await t.rest.call(amara, 'bookings.change', { id, status: 'confirmed' })).status).toBe(200);
  await t.drain();
}
async function messagesOf(person: { token: string }) {
  const { body } = await t.rest.call(person, 'notifications.mine');
  return (body as { message: string }[]).map(({ message }) => message);
}
const subjects = ({ email }: { email: string }) => t.inbox.to(email).map(({ subject }) => subject.split(':')[0]);

/** The calendar entries that a client was mailed, oldest first. */
function entriesOf({ email }: { email: string }) {
  return t.inbox.to(email).flatMap(({ calendar }) => {
    if (!calendar) return [];
    const found = ICAL.Component.fromString(calendar.content).getFirstSubcomponent('vevent');
    const event = new ICAL.Event(found ?? undefined);
    return [[calendar.method, event.uid, event.sequence, event.startDate.toJSDate().getTime()]];
  });
}

test('a new time moves the entry in the client’s calendar: the same UID, the next SEQUENCE, in the feed, too', async () => {
  const { body } = await t.rest.call(zoe, 'calendar.createFeed');
  const feed = new URL((body as { url: string }).url).pathname;
  await confirm();
  const before = await t.app.inject({ url: feed });
  await answer(amara, await ask(zoe, day + 2 * HOUR), 'accepted');
  await t.drain();
  await answer(zoe, await ask(amara, day + 2 * DAY), 'accepted');
  await t.drain();
  const after = await t.app.inject({ url: feed });
  await t.rest.call(zoe, 'bookings.change', { id, status: 'cancelled' });
  await t.drain();
  expect(entriesOf(zoe)).toEqual([
    ['REQUEST', id, 0, day],
    ['REQUEST', id, 1, day + 2 * HOUR],
    ['REQUEST', id, 2, day + 2 * DAY],
    ['CANCEL', id, 3, day + 2 * DAY],
  ]);
  const numberOf = (text: string) => Number(/^SEQUENCE:(\d+)/m.exec(text)?.[1]);
  expect([before.body, after.body].map((text) => text.match(/^UID:/gm)?.length ?? 0)).toEqual([1, 1]);
  expect(numberOf(after.body)).toBeGreaterThan(numberOf(before.body));
});

test('a new time has a reminder of its own, and the old one has none', async () => {
  await confirm();
  await answer(amara, await ask(zoe, day + 2 * DAY), 'accepted');
  await t.drain();
  const hoursTo = (at: number) => `${Math.round((at - Date.now()) / 1_000)} seconds`;
  const old = await t.at(hoursTo(day - 23 * HOUR));
  await runDueTransitions(old.deps.db);
  await old.drain();
  const reminders = async () => (await messagesOf(zoe)).filter((message) => message.startsWith('Reminder'));
  expect(await reminders()).toEqual([]);
  const now = await t.at(hoursTo(day + 2 * DAY - 23.9 * HOUR));
  for (let times = 0; times < 2; times++) await runDueTransitions(now.deps.db);
  await now.drain();
  expect(await reminders()).toHaveLength(1);
  expect(subjects(zoe).filter((subject) => subject === 'Reminder')).toHaveLength(1);
});

test('who hears what: asked the other side, accepted the asking one, and the client gets the file in one mail', async () => {
  await confirm();
  const first = await ask(zoe, day + 2 * HOUR);
  await t.drain();
  expect(subjects(amara)).toEqual(['Another time asked for']);
  expect(subjects(zoe)).toEqual(['Confirmed']);
  await answer(amara, first, 'declined');
  await t.drain();
  expect(subjects(zoe)).toEqual(['Confirmed', 'No change']);
  const second = await ask(amara, day + 3 * HOUR);
  await t.drain();
  expect(subjects(zoe)).toEqual(['Confirmed', 'No change', 'Another time asked for']);
  await answer(zoe, second, 'accepted');
  await t.drain();
  expect(subjects(zoe)).toEqual(['Confirmed', 'No change', 'Another time asked for', 'New time']);
  expect(subjects(amara)).toEqual(['Another time asked for', 'New time']);
});

test('withdrawn before it was mailed: a notification to the other side, and no mail of either', async () => {
  await confirm();
  const request = await ask(zoe, day + 2 * HOUR);
  await answer(zoe, request, 'withdrawn');
  await t.drain();
  expect(subjects(amara)).toEqual([]);
  expect(await messagesOf(amara)).toContainEqual(expect.stringMatching(/^Zoë A\. no longer asks to move /));
});

test('a counter-offer that is accepted confirms the booking: one mail, with the first file', async () => {
  await answer(zoe, await ask(amara, day + 2 * HOUR), 'accepted');
  await t.drain();
  expect(entriesOf(zoe)).toEqual([['REQUEST', id, 0, day + 2 * HOUR]]);
  expect(subjects(zoe).filter((subject) => subject !== 'Another time offered')).toHaveLength(1);
});
