import ICAL from 'ical.js';
import { sync as nodeIcal, type VEvent } from 'node-ical';
import { describe, expect, test } from 'vitest';
import { hashToken } from '#server/links/tokens.ts';
import { useTestApp } from '#server/testing/app.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
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

    await t.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', person.userId).execute();
    expect(await get(second)).toBe(404);
    await t.deps.db.updateTable('users').set({ is_active: true }).where('id', '=', person.userId).execute();
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
  await t.deps.db
    .updateTable('bookings')
    .set({ status: 'confirmed', version: 1 })
    .where('id', '=', bookingId)
    .execute();
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
        version: 2,
        start,
        end: start + 45 * MINUTE,
        updated: start - DAY,
        total_price_cents: 9_500,
        display_name: 'Amara Okafor',
        location: 'Brunswick',
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
