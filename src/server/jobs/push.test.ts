import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '#server/http/app.ts';
import { type TestApp, useTestApp } from '#server/testing/app.ts';
import { logged, tablesWith } from '#server/testing/canaries.ts';
import { drain } from '#server/testing/drain.ts';
import type { ClientPerson, ProfessionalPerson } from '#server/testing/make.ts';
import { openPushService, type TestSubscription } from '#server/testing/push-service.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { formatShortMoment } from '#shared/time.ts';
import { sendDelivery } from './send-delivery.ts';
import { quietUntil } from './send-push.ts';

const service = await openPushService();
afterAll(() => service.close());
const t = useTestApp({ PUSH_HOSTS: service.origin, PUBLIC_URL: 'https://saluni.example' });

let amara: ProfessionalPerson;
let zoe: ClientPerson;
let braids: string;
beforeEach(async () => {
  service.answer = () => ({ status: 201 });
  amara = await t.make.professional({ display_name: 'Amara Okafor' });
  zoe = await t.make.client({ first_name: 'Zoë', last_name: 'Adjei' });
  braids = await t.make.service(amara.professionalId, { name: 'Knotless braids' });
});

/** A zone in which it is this hour now. */
function zoneAt(hour: number): string {
  const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
  return `Etc/GMT${ahead >= 0 ? '-' : '+'}${Math.abs(ahead)}`;
}
const noon = () => zoneAt(12);
const night = () => zoneAt(23);

async function subscribe(who: { token: string }, time_zone = noon()): Promise<TestSubscription> {
  const subscription = service.subscribe();
  expect((await t.rest.call(who, 'push.subscribe', { ...subscription, time_zone })).status).toBe(201);
  return subscription;
}

const hourFrom = (hours: number) => Math.ceil(Date.now() / HOUR) * HOUR + hours * HOUR;

async function book(start: number, app: TestApp = t): Promise<string> {
  await t.make.window(amara.professionalId, start, start + 2 * HOUR);
  const wish = {
    professional_id: amara.professionalId,
    service_ids: [braids],
    start_time: new Date(start).toISOString(),
  };
  const { body, status } = await app.rest.call(zoe, 'bookings.create', wish);
  expect([status, body]).toEqual([201, body]);
  return (body as { id: string }).id;
}
const confirm = (id: string) => t.rest.call(amara, 'bookings.change', { id, status: 'confirmed' });

async function deliveryOf({ endpoint }: TestSubscription) {
  const { rows } = await t.deps.pool.query(
    `select d.id, d.attempts, d.deferrals, d.sent_at, d.dead_at, d.skip_reason, d.last_error, d.held,
       extract(epoch from d.next_attempt_at - clock_now())::float8 as wait
     from deliveries d left join push_subscriptions s on s.id::text = d.recipient where s.endpoint = $1 order by d.id`,
    [endpoint],
  );
  return rows;
}

describe('what is pushed', () => {
  test('what makes a notification: service and time alone, until the request expires, to each browser', async () => {
    const [one, two] = [await subscribe(amara), await subscribe(amara)];
    const start = hourFrom(50);
    const id = await book(start);
    await t.drain();
    const [push, ...more] = service.to(one);
    expect([more, service.to(two).length]).toEqual([[], 1]);
    expect(push?.payload).toEqual({
      web_push: 8030,
      notification: {
        title: 'New booking request',
        body: `Knotless braids, ${formatShortMoment(start, 'Australia/Melbourne')}`,
        navigate: `https://saluni.example/booking-details/${id}`,
        tag: push?.topic,
      },
    });
    expect(push?.topic).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(push?.urgency).toBe('normal');
    // A request waits for a day.
    expect(push?.ttl).toBeGreaterThan(86_000);
    expect(push?.ttl).toBeLessThanOrEqual(86_400);
    const { publicKey = '' } = t.deps.push ?? {};
    expect(push?.vapid).toEqual({ sub: 'mailto:hello@saluni.example', aud: service.origin, publicKey });

    // Of one booking one topic, and the time of a confirmed one is its start.
    const her = await subscribe(zoe);
    await confirm(id);
    await t.drain();
    const [confirmed] = service.to(her);
    expect(confirmed?.payload.notification).toMatchObject({ title: 'Booking confirmed', tag: push?.topic });
    expect(Math.abs((confirmed?.ttl ?? 0) - (start - Date.now()) / 1_000)).toBeLessThan(60);
    expect((await deliveryOf(her))[0]).toMatchObject({ attempts: 1, sent_at: expect.anything() });
  });

  test('with details it has names and texts, and the payload stays small; a soon visit is urgent', async () => {
    const her = await subscribe(amara);
    await t.rest.call(amara, 'users.updatePreferences', { push_details: true });
    await book(hourFrom(5));
    await t.drain();
    const [push] = service.to(her);
    expect(push?.payload.notification.body).toMatch(/^New booking request from \u2068?Zoë A\.\u2069? for /);
    expect(push?.urgency).toBe('high');
    expect(Buffer.byteLength(JSON.stringify(push?.payload))).toBeLessThan(3_000);
  });

  test('each channel by its own preference; a push alone leaves nothing in the app', async () => {
    const [hers, his] = [await subscribe(amara), await subscribe(zoe)];
    await t.rest.call(amara, 'users.updatePreferences', { in_app: { booking: false } });
    await t.rest.call(zoe, 'users.updatePreferences', { push: { booking: false } });
    const id = await book(hourFrom(30));
    await t.drain();
    await confirm(id);
    await t.drain();
    expect([service.to(hers).length, service.to(his).length]).toEqual([1, 0]);
    expect((await t.rest.call(amara, 'notifications.mine')).body).toEqual([]);
    expect((await t.rest.call(amara, 'notifications.mine')).headers['x-total-count']).toBe('0');
    expect((await t.rest.call(zoe, 'notifications.mine')).body).toHaveLength(1);
  });

  test('J15: nothing is pushed to a session that ended, another account, or what was answered meanwhile', async () => {
    const [one, two, moved] = [await subscribe(amara), await subscribe(amara), await subscribe(amara)];
    service.answer = ({ endpoint }) => ({ status: endpoint === one.endpoint ? 503 : 201 });
    const id = await book(hourFrom(30));
    await t.rest.call(zoe, 'push.subscribe', { ...moved, time_zone: noon() });
    await t.drain();
    expect([service.to(one).length, service.to(two).length, service.to(moved).length]).toEqual([1, 1, 0]);
    service.answer = () => ({ status: 201 });
    await confirm(id);
    await (await t.at('1 minute')).drain();
    // The request was answered; the client's own news went to the browser that is theirs now.
    expect([service.to(one).length, service.to(moved).length]).toEqual([1, 1]);
    await t.rest.call(amara, 'auth.logout');
    await t.rest.call(zoe, 'bookings.change', { id, status: 'cancelled' });
    await t.drain();
    expect([service.to(one).length, service.to(two).length]).toEqual([1, 1]);
  });
});

describe('what the service answers', () => {
  async function pushed(answer: typeof service.answer) {
    const subscription = await subscribe(amara);
    service.answer = answer;
    await book(hourFrom(30));
    await t.drain();
    return { subscription, rows: await deliveryOf(subscription) };
  }
  const stays = async ({ userId }: { userId: string }) =>
    (await t.deps.db.selectFrom('push_subscriptions').select('id').where('user_id', '=', userId).execute()).length;

  test.each([404, 410])('%i deletes the subscription', async (status) => {
    const { subscription } = await pushed(() => ({ status }));
    expect(await stays(amara)).toBe(0);
    await (await t.at('1 hour')).drain();
    expect(service.to(subscription)).toHaveLength(1);
  });

  test.each([400, 403, 413, 302])('%i is given up, and the subscription stays', async (status) => {
    const { subscription, rows } = await pushed(() => ({
      status,
      headers: { location: `${service.origin}/elsewhere` },
    }));
    expect(rows).toMatchObject([
      { attempts: 1, dead_at: expect.anything(), last_error: expect.stringContaining(`${status}`) },
    ]);
    expect(await stays(amara)).toBe(1);
    await (await t.at('1 hour')).drain();
    expect(service.pushes.filter(({ endpoint }) => endpoint === subscription.endpoint)).toHaveLength(1);
  });

  test('429, 5xx and a connection that breaks are tried again: soon, then twice as late, until it is too late', async () => {
    const answers = [
      () => ({ status: 429 }),
      () => ({ status: 503, headers: { 'retry-after': '600' } }),
      (_: unknown, response: { destroy(): void }) => void response.destroy(),
    ];
    let tried = 0;
    const { subscription, rows } = await pushed((push, response) => {
      const answer = answers[tried++];
      return answer ? (answer(push, response) ?? undefined) : { status: 500 };
    });
    expect(rows).toMatchObject([{ attempts: 0, deferrals: 1, dead_at: null }]);
    expect(rows[0].wait).toBeGreaterThan(15);
    expect(rows[0].wait).toBeLessThanOrEqual(30);
    await (await t.at('31 seconds')).drain();
    expect((await deliveryOf(subscription))[0].wait).toBeGreaterThan(600);
    await (await t.at('700 seconds')).drain();
    expect((await deliveryOf(subscription))[0]).toMatchObject({ deferrals: 3, attempts: 0 });
    for (const hours of [1, 5, 8]) {
      await (await t.at(`${hours} hours`)).drain();
      const [row] = await deliveryOf(subscription);
      expect(row.wait - hours * 3_600).toBeLessThanOrEqual(900);
    }
    expect(service.to(subscription)).toHaveLength(6);
    const ttls = service.to(subscription).map(({ ttl }) => ttl);
    expect(ttls).toEqual([...ttls].sort((a, b) => b - a));
    expect(new Set(service.to(subscription).map(({ topic }) => topic)).size).toBe(1);
    await (await t.at('25 hours')).drain();
    expect((await deliveryOf(subscription))[0]).toMatchObject({ skip_reason: expect.any(String), dead_at: null });
    expect(service.to(subscription)).toHaveLength(6);
  });

  test('a service that asks to wait for ever is waited for until it is too late', async () => {
    const { subscription, rows } = await pushed(() => ({ status: 429, headers: { 'retry-after': '9'.repeat(400) } }));
    expect(rows).toMatchObject([{ attempts: 0, deferrals: 1, dead_at: null }]);
    await (await t.at('25 hours')).drain();
    expect(await deliveryOf(subscription)).toMatchObject([{ skip_reason: expect.any(String), dead_at: null }]);
  });

  test('hosts that are no longer listed are not written to', async () => {
    const subscription = await subscribe(amara);
    await book(hourFrom(30));
    await (await t.at('0 hours', { PUSH_HOSTS: 'push.example.com' })).drain();
    expect(service.to(subscription)).toEqual([]);
    expect(await deliveryOf(subscription)).toMatchObject([{ skip_reason: 'its host is not listed' }]);
  });
});

test('S20: an address and its keys stand in no log, job, mail, answer or export, also where the service refuses', async () => {
  const { deps, lines } = logged(t.deps);
  const app = await buildApp(deps);
  const subscription = service.subscribe();
  const ask = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${amara.token}` };
    return (await app.inject({ method, url, headers, ...(payload && { payload }) })).body;
  };
  const wanted = { ...subscription, time_zone: noon() };
  const answers = [
    await ask('POST', '/push/subscriptions', { ...wanted, time_zone: 'Mars/Base' }),
    await ask('POST', '/push/subscriptions', wanted),
  ];
  const statuses = [201, 503, 403];
  for (const [i, status] of statuses.entries()) {
    service.answer = () => ({ status });
    await book(hourFrom(30 + 4 * i));
    await drain(deps);
  }
  answers.push(await ask('GET', '/notifications/me'), await ask('GET', '/users/me/export'));
  await app.close();
  expect([
    service.pushes.filter(({ endpoint }) => endpoint === subscription.endpoint).length,
    lines.length > 0,
  ]).toEqual([statuses.length, true]);
  const secrets = [new URL(subscription.endpoint).pathname, ...Object.values(subscription.keys)];
  const mails = t.inbox.to(amara.email).map(({ raw }) => raw);
  for (const text of [...answers, ...mails, lines.join('')])
    for (const secret of secrets) expect(text).not.toContain(secret);
  expect(await tablesWith(t.deps, secrets)).toEqual(['push_subscriptions']);
});

describe('quiet hours', () => {
  test('from 21:00 to 8:00 of the browser’s own clock, also across a change of the clock', () => {
    const at = (text: string) => Date.parse(text);
    const until = (text: string, zone = 'Australia/Melbourne') => {
      const found = quietUntil(at(text), zone);
      return found && new Date(found).toISOString();
    };
    expect(until('2026-11-26T09:59:59Z')).toBeUndefined();
    expect(until('2026-11-26T10:00:00Z')).toBe('2026-11-26T21:00:00.000Z');
    expect(until('2026-11-26T20:59:59Z')).toBe('2026-11-26T21:00:00.000Z');
    expect(until('2026-11-26T21:00:00Z')).toBeUndefined();
    expect(until('2026-11-26T10:00:00Z', 'Australia/Perth')).toBeUndefined();
    // The night of the change to summer time is an hour shorter.
    expect(until('2026-10-03T13:00:00Z')).toBe('2026-10-03T21:00:00.000Z');
    expect(until('2026-04-04T13:00:00Z')).toBe('2026-04-04T22:00:00.000Z');
  });

  test('several wait until the morning and are told as one; a browser elsewhere hears at once', async () => {
    const [here, elsewhere] = [await subscribe(amara, night()), await subscribe(amara)];
    const ids = [await book(hourFrom(60)), await book(hourFrom(64)), await book(hourFrom(68))];
    await t.drain();
    expect([service.to(here).length, service.to(elsewhere).length]).toEqual([0, 3]);
    expect(await deliveryOf(here)).toMatchObject([{ held: true }, { held: true }, { held: true }]);
    // What became worthless is left out.
    await confirm(ids[0] ?? '');
    await (await t.at('3 hours')).drain();
    expect(service.to(here)).toEqual([]);
    const morning = await t.at('10 hours');
    await morning.drain();
    expect(service.to(here).map(({ payload }) => payload.notification)).toEqual([
      {
        title: '2 new on Saluni',
        body: 'New booking request',
        navigate: 'https://saluni.example/notifications',
        tag: service.to(here)[0]?.topic,
      },
    ]);
    await morning.drain();
    expect(service.to(here)).toHaveLength(1);
  });

  test('one alone is told as itself, and what is about a visit of the next 12 hours does not wait', async () => {
    const here = await subscribe(amara, night());
    const soon = await book(hourFrom(4));
    await t.drain();
    expect(service.to(here).map(({ payload }) => payload.notification.navigate)).toEqual([
      `https://saluni.example/booking-details/${soon}`,
    ]);
    const late = await book(hourFrom(60));
    await t.drain();
    expect(service.to(here)).toHaveLength(1);
    await (await t.at('10 hours')).drain();
    expect(service.to(here)[1]?.payload.notification).toMatchObject({
      title: 'New booking request',
      navigate: `https://saluni.example/booking-details/${late}`,
    });
  });

  test('a bundle that its service refuses for now is one bundle when it is tried again', async () => {
    const here = await subscribe(amara, night());
    for (const hours of [60, 64]) await book(hourFrom(hours));
    await t.drain();
    service.answer = () => ({ status: 503 });
    await (await t.at('10 hours')).drain();
    service.answer = () => ({ status: 201 });
    await (await t.at('601 minutes')).drain();
    const told = service.to(here).map(({ payload, topic }) => [payload.notification.title, topic]);
    expect(told).toHaveLength(2);
    expect(told[0]).toEqual(told[1]);
    expect(told[0]?.[0]).toBe('2 new on Saluni');
  });

  test('what a bundle tells that could not be told all day is told with the news of the next night', async () => {
    const here = await subscribe(zoe, night());
    const ids = [await book(hourFrom(60)), await book(hourFrom(64)), await book(hourFrom(68))];
    for (const id of ids.slice(0, 2)) await confirm(id);
    await t.drain();
    service.answer = () => ({ status: 503 });
    await (await t.at('10 hours')).drain();
    const nextNight = await t.at('23 hours 30 minutes');
    await nextNight.drain();
    await nextNight.rest.call(amara, 'bookings.change', { id: ids[2] ?? '', status: 'confirmed' });
    await nextNight.drain();
    service.answer = () => ({ status: 201 });
    const morning = await t.at('34 hours');
    // The newest first.
    for (const { id } of (await deliveryOf(here)).toReversed()) await sendDelivery(morning.deps, id);
    expect(service.to(here).at(-1)?.payload.notification.title).toBe('3 new on Saluni');
  });

  test('of a booking that was cancelled in the night nobody hears in the morning that it is confirmed', async () => {
    const here = await subscribe(zoe, night());
    const id = await book(hourFrom(60));
    await confirm(id);
    await t.drain();
    await t.rest.call(amara, 'bookings.change', { id, status: 'cancelled' });
    await (await t.at('10 hours')).drain();
    expect(service.to(here).map(({ payload }) => payload.notification.title)).toEqual(['Booking cancelled']);
  });
});

describe('messages', () => {
  const send = (who: { token: string }, id: string, text: string) => t.rest.call(who, 'threads.write', { id, text });
  async function thread(): Promise<string> {
    await book(hourFrom(60));
    const wish = { professional_id: amara.professionalId, text: 'Hello' };
    const { body } = await t.rest.call(zoe, 'threads.start', wish);
    await t.drain();
    return (body as { thread: { id: string } }).thread.id;
  }

  test('each is pushed 5 seconds later under the topic of its thread, unless it is read or taken back by then', async () => {
    const hers = await subscribe(amara);
    const id = await thread();
    await send(zoe, id, 'Do you have colour 27?');
    await t.drain();
    const messages = () =>
      service
        .to(hers)
        .filter(({ payload }) => payload.notification.navigate === `https://saluni.example/messages/${id}`);
    expect(messages()).toEqual([]);
    await (await t.at('6 seconds')).drain();
    expect(messages().map(({ payload }) => payload.notification.title)).toEqual(['New message', 'New message']);
    expect(messages()[0]?.payload.notification.body).toBe('Open Saluni to read and answer.');
    expect(new Set(messages().map(({ topic }) => topic)).size).toBe(1);
    expect(messages()[1]?.ttl).toBeGreaterThan(86_000);

    const { body } = await send(zoe, id, 'Forget it');
    await t.rest.call(zoe, 'threads.deleteMessage', { id, message_id: (body as { id: string }).id });
    const read = (await send(zoe, id, 'Or 28?')).body as { id: string };
    await t.rest.call(amara, 'threads.read', { id, message_id: read.id });
    await t.drain();
    await (await t.at('20 seconds')).drain();
    expect(messages()).toHaveLength(2);

    await t.rest.call(amara, 'users.updatePreferences', { push_details: true });
    await send(zoe, id, 'Colour 29?');
    await t.drain();
    await (await t.at('30 seconds')).drain();
    expect(messages()[2]?.payload.notification).toMatchObject({ title: 'Zoë Adjei', body: 'Colour 29?' });
    await send(zoe, id, `30${'\u0001'.repeat(1_998)}`);
    await t.drain();
    await (await t.at('35 seconds')).drain();
    expect(Buffer.byteLength(JSON.stringify(messages()[3]?.payload))).toBeLessThan(3_000);
    await t.rest.call(amara, 'users.updatePreferences', { push: { message: false } });
    await send(zoe, id, 'Colour 30?');
    await t.drain();
    await (await t.at('45 seconds')).drain();
    expect(messages()).toHaveLength(4);
  });

  test('neither a stranger’s request is pushed, nor what a block came before', async () => {
    const hers = await subscribe(amara);
    const { professionalId } = amara;
    const wish = { professional_id: professionalId, text: 'Do you braid?' };
    await t.rest.call(zoe, 'threads.start', wish);
    // Nor of somebody who claimed what was booked as a guest, whom the professional does not know to be a client.
    const claimant = await t.make.client();
    const { bookingId } = await t.make.booking({ professionalId, clientId: claimant.clientId });
    const guest = { professional_id: professionalId, name: 'Zuri' };
    const guest_id = await t.make.row('contacts', guest);
    await t.make.change('bookings', bookingId, { guest_id, written_in: true });
    await t.rest.call(claimant, 'threads.start', wish);
    await t.drain();
    await (await t.at('10 seconds')).drain();
    expect(service.to(hers)).toEqual([]);
    const his = await subscribe(zoe);
    const id = await thread();
    await send(amara, id, 'Yes');
    await t.rest.call(amara, 'threads.block', { id });
    await t.drain();
    await (await t.at('20 seconds')).drain();
    expect(service.to(his)).toEqual([]);
  });
});

test('of a visit that is over a day is left', async () => {
  const her = await subscribe(zoe);
  const id = await book(hourFrom(3));
  await confirm(id);
  await t.drain();
  const later = await t.at('6 hours');
  const { runDueTransitions } = await import('./scheduled-transitions.ts');
  await runDueTransitions(later.deps.db, ({ error }) => {
    throw error;
  });
  await later.drain();
  const completed = service.to(her).find(({ payload }) => payload.notification.title === 'Visit complete');
  expect(completed?.ttl).toBeGreaterThan((DAY - HOUR) / 1_000);
  expect(completed?.ttl).toBeLessThanOrEqual(DAY / 1_000);
});
