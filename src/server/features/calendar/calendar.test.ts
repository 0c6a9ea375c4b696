import ICAL from 'ical.js';
import { sync as nodeIcal, type VEvent } from 'node-ical';
import { describe, expect, test } from 'vitest';
import { hashToken } from '#server/links/tokens.ts';
import { type TestApp, useTestApp } from '#server/testing/app.ts';
import type { Booking } from '#shared/bookings.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { iso } from '#shared/time.ts';
import { calendarFeed } from './feed.ts';
import type { FeedBooking } from './queries.ts';

const t = useTestApp();

/** The entries of a feed as a calendar program reads them, with the zones that the feed itself defines. */
function entriesOf(feed: string) {
  const calendar = new ICAL.Component(ICAL.parse(feed));
  ICAL.TimezoneService.reset();
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(new ICAL.Timezone(zone));
  return calendar.getAllSubcomponents('vevent').map((one) => {
    const event = new ICAL.Event(one);
    const [start, end] = [event.startDate, event.endDate];
    return {
      event,
      uid: event.uid,
      zone: start.zone?.tzid,
      start: start.toUnixTime() * 1_000,
      end: end.toUnixTime() * 1_000,
    };
  });
}

function secretOf({ body }: { body: unknown }): string {
  const { url } = body as { url: string };
  const [, secret] = /^webcal:\/\/[^/]+\/calendar\/([\w-]{43})\.ics$/.exec(url) ?? [];
  return secret ?? expect.fail(`${url} is no address of a feed`);
}

describe('a calendar feed', () => {
  const call = (...args: Parameters<typeof t.rest.call>) => t.rest.call(...args);

  test('a feed has a secret address, of which only a hash is stored; a new one ends the old one, and revoking ends it', async () => {
    const person = await t.make.client();
    const get = async (secret: string) => (await call(null, 'calendar.feed', { secret })).status;
    const first = secretOf(await call(person, 'calendar.createFeed'));
    expect(await get(first)).toBe(200);
    const stored = await t.deps.db
      .selectFrom('calendar_feeds')
      .selectAll()
      .where('user_id', '=', person.userId)
      .execute();
    expect(stored).toMatchObject([{ secret_hash: hashToken(first) }]);
    expect(JSON.stringify(stored)).not.toContain(first);
    expect(await get(hashToken(first))).toBe(404);

    const created = await call(person, 'calendar.createFeed');
    expect(created.status).toBe(201);
    const second = secretOf(created);
    expect([await get(first), await get(second)]).toEqual([404, 200]);
    expect((await call(await t.make.client(), 'calendar.deleteFeed')).status).toBe(204);
    expect(await get(second)).toBe(200);

    await t.make.change('users', person.userId, { is_active: false });
    expect(await get(second)).toBe(404);
    await t.make.change('users', person.userId, { is_active: true });
    expect((await call(person, 'calendar.deleteFeed')).status).toBe(204);
    expect((await call(person, 'calendar.deleteFeed')).status).toBe(204);
    for (const gone of [second, 'x', '..', `${second}.ics`]) {
      expect(await call(null, 'calendar.feed', { secret: gone })).toMatchObject({ status: 404 });
    }
  });
});

test('it has the own bookings of the past 90 days and all ahead, but no cancelled ones, for both sides', async () => {
  const [professional, client] = [await t.make.professional({ display_name: 'Wanjiru Kamau' }), await t.make.client()];
  const of = { professionalId: professional.professionalId, clientId: client.clientId };
  const hour = Math.floor(Date.now() / HOUR) * HOUR;
  const made = {
    old: await t.make.booking({ ...of, status: 'completed', start: hour - 91 * DAY }),
    past: await t.make.booking({ ...of, status: 'completed', start: hour - 89 * DAY }),
    pending: await t.make.booking({ ...of, start: hour + 2 * DAY }),
    cancelled: await t.make.booking({ ...of, status: 'cancelled', start: hour + 3 * DAY }),
    ahead: await t.make.booking({ ...of, status: 'confirmed', start: hour + 400 * DAY, notes: 'Tender scalp' }),
  };
  await t.make.booking({ start: hour + 5 * DAY });
  const expected = [made.past, made.pending, made.ahead];
  for (const [person, who] of [
    [professional, 'Zoë Adjei'],
    [client, 'Wanjiru Kamau'],
  ] as const) {
    const secret = secretOf(await t.rest.call(person, 'calendar.createFeed'));
    const { body, headers } = await t.rest.call(null, 'calendar.feed', { secret });
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
    const entries = entriesOf(String(body));
    expect(entries.map(({ uid, start, end }) => [uid, start, end])).toEqual(
      expected.map(({ bookingId, start_time, end_time }) => [bookingId, Date.parse(start_time), Date.parse(end_time)]),
    );
    expect(entries.map(({ event }) => event.component.getFirstPropertyValue('status'))).toEqual([
      'CONFIRMED',
      'TENTATIVE',
      'CONFIRMED',
    ]);
    expect(entries[2]?.event.summary).toBe(`Dry curl cut with ${who}`);
    expect(entries[2]?.event.component.getFirstPropertyValue('url')).toContain(
      `/booking-details/${made.ahead.bookingId}`,
    );
    // Whoever has the address reads it, so it holds no more than an appointment needs.
    expect(body).not.toMatch(/Tender scalp|0400111222|@example/);
  }
});

test('A12: a feed is stored by no cache; an unchanged one is answered with 304, a changed one with the new text', async () => {
  const client = await t.make.client();
  const { bookingId } = await t.make.booking({ clientId: client.clientId });
  const secret = secretOf(await t.rest.call(client, 'calendar.createFeed'));
  const get = (headers = {}) => t.app.inject({ url: `/calendar/${secret}.ics`, headers });
  const first = await get();
  const tag = String(first.headers.etag);
  const again = await get({ 'if-none-match': tag });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  const overTrpc = await t.app.inject(`/trpc/calendar.feed?input=${encodeURIComponent(JSON.stringify({ secret }))}`);
  for (const { headers } of [first, again, overTrpc]) {
    expect(headers['cache-control']).toBe('no-store');
    expect(headers.etag).toMatch(/^W\//);
  }
  await t.make.change('bookings', bookingId, { status: 'confirmed', sequence: 1 });
  const changed = await get({ 'if-none-match': tag });
  expect(changed.statusCode).toBe(200);
  expect(changed.body).toContain('SEQUENCE:1');
  expect(changed.headers.etag).not.toBe(tag);
});

/** Around a change of the clocks in each zone: the Sunday of the change, UTC. */
test.each([
  ['Australia/Melbourne', '2027-04-03', '2027-10-02'],
  ['Australia/Lord_Howe', '2027-04-03', '2027-10-02'],
  ['America/New_York', '2027-03-14', '2027-11-07'],
])('in %s every start is read as the instant that it is, also around both changes of the clocks', (zone, ...days) => {
  const bookings = days.flatMap((day) =>
    Array.from({ length: 96 }, (_, index): FeedBooking => {
      const start = Date.parse(`${day}T00:00:00Z`) + index * 15 * MINUTE;
      return {
        id: `01890000-0000-7000-8000-${String(start).slice(-12)}`,
        status: 'confirmed',
        sequence: 2,
        start,
        end: start + 45 * MINUTE,
        updated: start - DAY,
        total_price_cents: 9_500,
        display_name: 'Amara Okafor',
        location: 'Brunswick',
        place: null,
        visit_address: null,
        now: start,
        time_zone: zone,
        who: 'Zoë Adjei',
        services: [{ name: 'Dry curl cut' }],
      };
    }),
  );
  const feed = calendarFeed(bookings, { side: 'client', publicUrl: 'https://saluni.example' });
  expect(feed.match(/BEGIN:VTIMEZONE/g)).toHaveLength(1);
  const entries = entriesOf(feed);
  expect(entries.map(({ start, end }) => [start, end])).toEqual(bookings.map(({ start, end }) => [start, end]));
  // So does a parser of another author, which knows the zones by their names.
  const second = nodeIcal.parseICS(feed);
  const read = bookings.map(({ id }) => second[id] as VEvent);
  expect(read.map(({ uid, sequence, start, end }) => [uid, sequence, start.getTime(), end?.getTime()])).toEqual(
    bookings.map(({ id, start, end }) => [id, 2, start, end]),
  );
  const named = entries.filter((one) => one.zone === zone);
  expect(named.length).toBeGreaterThan(160);
  // The same text whenever it is made, or no feed were ever unchanged: the stamp is the booking's last change.
  expect(entries.map(({ event }) => String(event.component.getFirstPropertyValue('dtstamp')))).toEqual(
    bookings.map(({ updated }) => new Date(updated).toISOString().replace('.000', '')),
  );
});

test('one SEQUENCE in the feed, in the mail and at calendar_url, which never falls and is raised by what calendars show', async () => {
  const [amara, zoe] = [await t.make.professional({ display_name: 'Amara Okafor' }), await t.make.client()];
  const { professionalId: professional_id } = amara;
  const service = await t.make.service(professional_id);
  const day = Math.ceil(Date.now() / DAY) * DAY + 5 * DAY;
  await t.make.window(professional_id, day, day + 20 * HOUR);
  const wish = { professional_id, service_ids: [service], start_time: iso(day) };
  const booked = (await t.rest.call(zoe, 'bookings.create', wish)).body as Booking;
  const { id } = booked;
  const feeds = await Promise.all(
    [zoe, amara].map(async (who) => secretOf(await t.rest.call(who, 'calendar.createFeed'))),
  );
  const numberOf = (text: unknown) => Number(/^SEQUENCE:(\d+)/m.exec(String(text))?.[1]);
  /** What both sides' feeds and files say, and the last mail. */
  async function told() {
    await t.drain();
    const bodies = await Promise.all(
      feeds.map(async (secret) => (await t.rest.call(null, 'calendar.feed', { secret })).body),
    );
    for (const who of [zoe, amara]) {
      const { calendar_url } = (await t.rest.call(who, 'bookings.byId', { id })).body as Booking;
      const { body, headers } = await t.app.inject({ url: new URL(calendar_url ?? '').pathname });
      expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
      expect(body).toContain(`UID:${id}`);
      bodies.push(body);
    }
    const numbers = [...new Set(bodies.map(numberOf))];
    expect(numbers).toHaveLength(1);
    const mailed = t.inbox.to(zoe.email).findLast(({ calendar }) => calendar)?.calendar?.content;
    return { number: numbers[0], mailed: mailed === undefined ? undefined : numberOf(mailed) };
  }
  const move = async (who: { token: string }, start: number) => {
    const asked = await t.rest.call(who, 'reschedules.ask', { id, start_time: iso(start) });
    expect(asked.status).toBe(201);
    return (asked.body as { id: string }).id;
  };
  const rename = (display_name: string) => t.make.change('professionals', professional_id, { display_name });

  expect(await told()).toEqual({ number: 0, mailed: undefined });
  await move(zoe, day + 2 * HOUR);
  expect(await told()).toEqual({ number: 1, mailed: undefined });
  expect((await t.rest.call(amara, 'bookings.change', { id, status: 'confirmed' })).status).toBe(200);
  expect(await told()).toEqual({ number: 1, mailed: 1 });
  await rename('Amara Hair');
  expect(await told()).toEqual({ number: 2, mailed: 1 });
  const reschedule_id = await move(amara, day + 4 * HOUR);
  expect(await told()).toEqual({ number: 2, mailed: 1 });
  await t.rest.call(zoe, 'reschedules.answer', { id, reschedule_id, status: 'accepted' });
  expect(await told()).toEqual({ number: 3, mailed: 3 });
  await t.make.change('clients', zoe.clientId, { first_name: 'Zora' });
  expect(await told()).toEqual({ number: 4, mailed: 3 });
  await t.rest.call(zoe, 'bookings.change', { id, status: 'cancelled' });
  await t.drain();
  expect(t.inbox.to(zoe.email).findLast(({ calendar }) => calendar)?.calendar).toMatchObject({
    method: 'CANCEL',
    content: expect.stringContaining('SEQUENCE:5'),
  });
});

test('calendar_url: each side has its own, an admin none, as long as it stands and 30 days after its end', async () => {
  const [professional, client] = [await t.make.professional(), await t.make.client()];
  const of = { professionalId: professional.professionalId, clientId: client.clientId, status: 'confirmed' } as const;
  const { bookingId: id } = await t.make.booking({ ...of, start: Date.now() - 2 * HOUR });
  const urlOf = async (who: { token: string }) =>
    ((await t.rest.call(who, 'bookings.byId', { id })).body as Booking).calendar_url;
  const get = async (url: string | null, { app }: Pick<TestApp, 'app'> = t) =>
    app.inject({ url: new URL(url ?? '').pathname });
  const [own, theirs] = [await urlOf(client), await urlOf(professional)];
  expect(own).toMatch(/^http:\/\/[^/]+\/calendar\/bookings\/[\w.-]+\.ics$/);
  expect(own).not.toBe(theirs);
  expect(await urlOf(await t.make.admin())).toBeNull();
  expect((await get(own)).body).toContain('with Amara Okafor');
  expect((await get(theirs)).body).toContain('with Zoë Adjei');
  expect((await get(own)).headers['cache-control']).toBe('no-store');
  for (const wrong of [
    `${own}`.replace(/.\.ics$/, '~.ics'),
    `${own}`.replace(id, 'x'),
    `${own}`.replace(/\.[\w-]+\.ics/, '.ics'),
  ])
    expect((await get(wrong)).statusCode).toBe(404);
  const [late, later] = [await t.at('29 days'), await t.at('31 days')];
  expect((await get(own, late)).statusCode).toBe(200);
  expect((await get(own, later)).statusCode).toBe(404);
  const old = await t.make.booking({ ...of, status: 'completed', start: Date.now() - 31 * DAY });
  expect((await t.rest.call(client, 'bookings.byId', { id: old.bookingId })).body).toMatchObject({
    calendar_url: null,
  });
  await t.make.change('users', client.userId, { is_active: false });
  expect([(await get(own)).statusCode, (await get(theirs)).statusCode]).toEqual([404, 200]);
  const cancelled = { status: 'cancelled', cancelled_by: 'system', due_at: null } as const;
  await t.make.change('bookings', id, cancelled);
  expect((await get(theirs)).statusCode).toBe(404);
  expect(await urlOf(professional)).toBeNull();
});
