import { beforeEach, describe, expect, test } from 'vitest';
import { findBroken } from '#server/db/invariants.ts';
import { transact } from '#server/db/transact.ts';
import { goThroughList } from '#server/features/cancellation-list/go-through-list.ts';
import { listRound } from '#server/features/cancellation-list/scheduled-transitions.ts';
import { runDueTransitions } from '#server/jobs/scheduled-transitions.ts';
import { type TestApp, useTestApp } from '#server/testing/app.ts';
import { behind } from '#server/testing/lock-waits.ts';
import type { ClientPerson, MadeBooking, ProfessionalPerson } from '#server/testing/make.ts';
import { zoneAt } from '#server/testing/zone-at.ts';
import type { Booking } from '#shared/bookings.ts';
import type { ListEntry, Opening, WaitingEntry } from '#shared/cancellation-list.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { iso, localParts } from '#shared/time.ts';

const t = useTestApp();
const call = (...args: Parameters<typeof t.rest.call>) => t.rest.call(...args);
const day = Math.ceil(Date.now() / DAY) * DAY + 5 * DAY;
const nobody = '01890000-0000-7000-8000-000000000000';

let amara: ProfessionalPerson;
let zoe: ClientPerson;
let cut: string;
/** All of Amara's single window of three hours, each a booking of its own. */
let taken: MadeBooking[];

const whole = { start: iso(day), end: iso(day + 3 * HOUR) };
const join = (who: ClientPerson = zoe, more: object = {}) =>
  call(who, 'cancellationList.join', {
    professional_id: amara.professionalId,
    service_ids: [cut],
    windows: [whole],
    ...more,
  });
const entryOf = (answer: { body: unknown }) => answer.body as ListEntry;
const mine = async (who: ClientPerson = zoe) => (await call(who, 'cancellationList.mine')).body as ListEntry[];
const openingOf = async (who: ClientPerson = zoe) => (await mine(who)).find(({ opening }) => opening)?.opening ?? null;
const free = (at: number) => call(amara, 'bookings.change', { id: taken[at]?.bookingId, status: 'cancelled' });
const round = (app: TestApp = t) => runDueTransitions(app.deps.db);
const accept = (who: ClientPerson, opening: Opening | null, more: object = {}) =>
  call(who, 'openings.accept', { id: opening?.id, ...more });
const slots = async () => {
  const range = { from: iso(day), to: iso(day + DAY), id: amara.professionalId, service_ids: [cut] };
  const { body } = await call(null, 'availability.ofProfessional', range);
  return (body as { available_slots: { start_time: string }[] }[]).flatMap((one) =>
    one.available_slots.map((slot) => slot.start_time),
  );
};
const holds = async () =>
  (
    await t.deps.db
      .selectFrom('busy_times')
      .select('id')
      .where('professional_id', '=', amara.professionalId)
      .where('opening_id', 'is not', null)
      .execute()
  ).length;

beforeEach(async () => {
  amara = await t.make.professional({
    display_name: 'Amara Okafor',
    time_zone: zoneAt(12),
    slot_interval_minutes: 60,
  });
  zoe = await t.make.client({ first_name: 'Zoë', last_name: 'Adjei' });
  cut = await t.make.service(amara.professionalId);
  await t.make.window(amara.professionalId, day, day + 3 * HOUR);
  taken = [];
  for (const hour of [0, 1, 2]) {
    const booking = { professionalId: amara.professionalId, serviceIds: [cut], status: 'confirmed' as const };
    taken.push(await t.make.booking({ ...booking, start: day + hour * HOUR }));
  }
});

describe('who waits', () => {
  test('an entry names both sides, its services and its windows, united and soonest first', async () => {
    const windows = [
      { start: iso(day + 2 * HOUR), end: iso(day + 3 * HOUR) },
      { start: iso(day), end: iso(day + HOUR) },
      { start: iso(day + HOUR), end: iso(day + 2 * HOUR) },
    ];
    const made = await join(zoe, { windows, note: ' After school ' });
    expect(made).toMatchObject({
      status: 201,
      body: {
        status: 'waiting',
        professional: { id: amara.professionalId, display_name: 'Amara Okafor', location: 'Brunswick, Melbourne' },
        client: { first_name: 'Zoë', last_name: 'Adjei' },
        services: [{ id: cut, name: 'Dry curl cut' }],
        windows: [whole],
        booking_id: null,
        note: 'After school',
        ends_at: whole.end,
        opening: null,
      },
    });
    expect(await call(amara, 'cancellationList.ofProfessional')).toMatchObject({ body: [entryOf(made)] });
    expect(await mine()).toEqual([entryOf(made)]);
    expect(await call(zoe, 'cancellationList.mine', { status: ['left'] })).toMatchObject({ status: 200, body: [] });
  });

  test.each([
    ['none', []],
    ['six', Array(6).fill(whole)],
    ['one that ends before it starts', [{ start: whole.end, end: whole.start }]],
    ['one that is over', [{ start: iso(day - 20 * DAY), end: iso(day - 19 * DAY) }]],
    ['one that begins in 63 days', [{ start: iso(day + 63 * DAY), end: iso(day + 64 * DAY) }]],
    ['one of 63 days', [{ start: iso(day), end: iso(day + 63 * DAY) }]],
    ['one too short for the visit', [{ start: iso(day), end: iso(day + 59 * MINUTE) }]],
    ['seconds', [{ start: iso(day + 1_000), end: whole.end }]],
  ])('windows: %s is 422', async (_name, windows) => {
    const { status, body } = await join(zoe, { windows });
    expect(status).toBe(422);
    expect((body as { detail: { loc: string[] }[] }).detail[0]?.loc.slice(0, 2)).toEqual(['body', 'windows']);
  });

  test('neither or both of professional and booking, and no services, are 422', async () => {
    expect((await join(zoe, { professional_id: undefined })).status).toBe(422);
    expect((await join(zoe, { booking_id: taken[0]?.bookingId })).status).toBe(422);
    expect((await join(zoe, { service_ids: undefined })).status).toBe(422);
  });

  test('what is not there is 404, what is not offered 409, and so is a list that is not kept', async () => {
    expect((await join(zoe, { professional_id: nobody })).status).toBe(404);
    expect((await join(zoe, { service_ids: [nobody] })).status).toBe(404);
    const old = await t.make.service(amara.professionalId, { name: 'Old cut', is_active: false });
    expect(await join(zoe, { service_ids: [old] })).toMatchObject({
      status: 409,
      body: { detail: 'Old cut is no longer offered.' },
    });
    await t.make.change('professionals', amara.professionalId, { cancellation_list: false });
    expect(await join()).toMatchObject({
      status: 409,
      body: { detail: 'Amara Okafor keeps no cancellation list.' },
    });
  });

  test('who could book now does not wait', async () => {
    await free(1);
    expect(await join()).toMatchObject({ status: 409, body: { detail: 'A time is free there now.' } });
    const windows = [{ start: iso(day), end: iso(day + HOUR) }];
    expect((await join(zoe, { windows })).status).toBe(201);
  });

  /** Windows as no other entry of a test has them. */
  const until = (minutes: number) => ({
    windows: [{ start: whole.start, end: iso(day + 2 * HOUR + minutes * MINUTE) }],
  });

  test('the same services in the same windows once, as far as they are ahead, also of four at once', async () => {
    const again = { status: 409, body: { detail: 'You wait for that already.' } };
    const answers = await Promise.all(Array.from({ length: 4 }, () => join()));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject(again);
    const begun = (minutes: number) => ({
      windows: [{ start: iso(day - 30 * DAY - minutes * MINUTE), end: whole.end }],
    });
    expect((await join(zoe, begun(0))).status).toBe(201);
    expect(await join(zoe, begun(1))).toMatchObject(again);
    const beard = await t.make.service(amara.professionalId, { name: 'Beard' });
    const both = await join(zoe, { service_ids: [cut, beard] });
    expect(both.status).toBe(201);
    expect(await join(zoe, { service_ids: [beard, cut] })).toMatchObject(again);
    expect((await join(await t.make.client())).status).toBe(201);
    await call(zoe, 'cancellationList.leave', { id: entryOf(both).id });
    expect((await join(zoe, { service_ids: [beard, cut] })).status).toBe(201);
  });

  test('clients of one network who signed themselves up wait three times with one professional together, for 7 days', async () => {
    const enough = { status: 409, body: { detail: 'You wait for enough already. Leave a list first.' } };
    const [network, other] = ['one network', 'another network'];
    const joined = async (from: string) => {
      const who = await t.make.client();
      await t.deps.db.insertInto('client_signups').values({ client_id: who.clientId, network: from }).execute();
      return who;
    };
    const people = await Promise.all(Array.from({ length: 5 }, () => joined(network)));
    const answers = await Promise.all(people.map((who) => join(who)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject(enough);
    const last = people.find((_, at) => answers[at]?.status === 409) as ClientPerson;
    expect((await join(await joined(other))).status).toBe(201);
    const elsewhere = await t.make.professional();
    const service = await t.make.service(elsewhere.professionalId);
    const wish = { professional_id: elsewhere.professionalId, service_ids: [service] };
    expect((await join(last, wish)).status).toBe(201);
    await t.deps.pool.query("update client_signups set signed_up_at = signed_up_at - interval '7 days 1 second'");
    expect((await join(last)).status).toBe(201);
  });

  test('three with one professional, also of eight at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => join(zoe, until(at))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      detail: 'You wait for enough already. Leave a list first.',
    });
  });

  test('who leaves has left, whom the professional takes off has ended and is told, and again nothing changes', async () => {
    const [first, second] = [entryOf(await join()), entryOf(await join(zoe, until(0)))];
    await free(0);
    await round();
    expect((await openingOf())?.start_time).toBe(iso(day));
    expect((await call(zoe, 'cancellationList.leave', { id: first.id })).status).toBe(204);
    expect(await holds()).toBe(0);
    expect((await call(amara, 'cancellationList.leave', { id: second.id })).status).toBe(204);
    for (const who of [zoe, amara])
      expect((await call(who, 'cancellationList.leave', { id: first.id })).status).toBe(204);
    expect((await mine()).map(({ status }) => status)).toEqual(['ended', 'left']);
    expect(await call(zoe, 'cancellationList.resume', { id: first.id })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('left') },
    });
    await t.drain();
    const told = (await call(zoe, 'notifications.mine')).body as { message: string; link: string }[];
    expect(told.filter(({ message }) => message.includes('took you off'))).toMatchObject([{ link: '/client-profile' }]);
  });
});

describe('who is offered what', () => {
  test('the oldest who waits gets the soonest start that suits, held, and told once', async () => {
    const [mei, ana] = [await t.make.client(), await t.make.client()];
    await join(zoe, { windows: [{ start: iso(day + 2 * HOUR), end: iso(day + 3 * HOUR) }] });
    await join(mei);
    await join(ana);
    await free(0);
    await round();
    expect(await openingOf(zoe)).toBeNull();
    expect(await openingOf(mei)).toMatchObject({
      status: 'offered',
      start_time: iso(day),
      total_price: 95,
      deposit: null,
    });
    expect(await openingOf(ana)).toBeNull();
    expect(await slots()).toEqual([]);
    await round();
    expect(await holds()).toBe(1);
    const booking = { professional_id: amara.professionalId, service_ids: [cut], start_time: iso(day) };
    expect(await call(ana, 'bookings.create', booking)).toMatchObject({
      status: 409,
      body: { detail: 'That time is no longer available.' },
    });
    const opening = await openingOf(mei);
    const writtenIn = { service_ids: [cut], start_time: iso(day + 30 * MINUTE), guest: { name: 'Kim' } };
    const offered = /^This time is offered to Zoë Adjei until .+\.$/;
    expect(await call(amara, 'bookings.writeIn', writtenIn)).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(offered) },
    });
    const change = { id: taken[2]?.bookingId, start_time: iso(day) };
    expect(await call(amara, 'reschedules.ask', change)).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(offered) },
    });
    await t.drain();
    expect(await call(mei, 'notifications.mine')).toMatchObject({
      body: [{ link: `/opening/${opening?.id}`, is_read: false }],
    });
    expect((await t.inbox.to(mei.email)).filter(({ subject }) => subject.startsWith('A time is free'))).toHaveLength(1);
    for (const who of [mei, amara])
      expect(await call(who, 'openings.byId', { id: opening?.id })).toMatchObject({ status: 200, body: opening });
    expect((await call(ana, 'openings.byId', { id: opening?.id })).status).toBe(404);
  });

  test('workers share the lists: one that another goes through is left at once, and is looked at again under its lock', async () => {
    await join();
    const look = () => transact(t.deps.db, (trx) => listRound.apply(trx, amara.professionalId));
    await transact(t.deps.db, async (trx) => {
      expect(await listRound.apply(trx, amara.professionalId)).toBe(true);
      expect(await look()).toBe(false);
    });
    expect(await look()).toBe(false);
    await free(0);
    expect(await look()).toBe(true);
    expect(await openingOf()).not.toBeNull();
  });

  test('passed: the next in line is asked, and the start comes to that entry again by hand alone', async () => {
    const mei = await t.make.client();
    const first = entryOf(await join(zoe));
    await join(mei);
    await free(0);
    await round();
    const opening = await openingOf(zoe);
    expect(await call(zoe, 'openings.pass', { id: opening?.id })).toMatchObject({
      status: 200,
      body: { status: 'passed' },
    });
    expect((await call(zoe, 'openings.pass', { id: opening?.id })).status).toBe(200);
    expect(await accept(zoe, opening)).toMatchObject({
      status: 409,
      body: { detail: 'This offer is no longer open.' },
    });
    await round();
    const second = await openingOf(mei);
    expect(second?.start_time).toBe(iso(day));
    await call(mei, 'openings.pass', { id: second?.id });
    await round();
    expect([await openingOf(zoe), await openingOf(mei)]).toEqual([null, null]);
    expect(await slots()).toEqual([iso(day)]);
    const byHand = { entry_id: first.id, start_time: iso(day) };
    expect(await call(amara, 'openings.offer', byHand)).toMatchObject({ status: 201, body: { status: 'offered' } });
    expect((await call(amara, 'openings.offer', { ...byHand, start_time: iso(day + DAY) })).status).toBe(409);
  });

  test('what a client passed goes to others before another entry of theirs', async () => {
    const mei = await t.make.client();
    await join();
    await join(zoe, { windows: [{ start: whole.start, end: iso(day + 2 * HOUR) }] });
    await join(mei);
    await free(0);
    await round();
    await call(zoe, 'openings.pass', { id: (await openingOf())?.id });
    await round();
    expect([await openingOf(zoe), (await openingOf(mei))?.start_time]).toEqual([null, iso(day)]);
    await call(mei, 'openings.pass', { id: (await openingOf(mei))?.id });
    await round();
    expect((await openingOf(zoe))?.start_time).toBe(iso(day));
  });

  test('accepted: booked at this price, pending, or confirmed where the two know each other; the entry is booked', async () => {
    await t.make.booking({
      professionalId: amara.professionalId,
      clientId: zoe.clientId,
      status: 'completed',
      start: day - 30 * DAY,
    });
    const mei = await t.make.client();
    await join(zoe);
    await join(mei);
    await free(0);
    await free(1);
    await round();
    const opening = await openingOf(zoe);
    expect(await accept(zoe, opening, { total_price: 90 })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('price') },
    });
    expect((await accept(mei, opening)).status).toBe(404);
    const booked = await accept(zoe, opening, { total_price: 95 });
    expect(booked).toMatchObject({ status: 200, body: { status: 'confirmed', start_time: iso(day), total_price: 95 } });
    const booking = booked.body as Booking;
    expect(await accept(zoe, opening)).toMatchObject({ status: 200, body: { id: booking.id } });
    expect(await accept(mei, await openingOf(mei))).toMatchObject({ status: 200, body: { status: 'pending' } });
    expect(await mine()).toMatchObject([{ status: 'booked', booking_id: booking.id, opening: null }]);
    expect(await call(zoe, 'openings.byId', { id: opening?.id })).toMatchObject({
      body: { status: 'accepted', booking_id: booking.id },
    });
    expect((await call(amara, 'openings.withdraw', { id: opening?.id })).status).toBe(409);
    await t.drain();
    expect(await findBroken(t.deps.db)).toEqual([]);
  });

  test('of accept, pass, withdraw, a booking and a walk-in at once one has the time', async () => {
    const ana = await t.make.client();
    await join(zoe);
    await free(0);
    await round();
    const opening = await openingOf();
    const id = opening?.id;
    await Promise.all([
      accept(zoe, opening),
      call(zoe, 'openings.pass', { id }),
      call(amara, 'openings.withdraw', { id }),
      round(),
      call(ana, 'bookings.create', { professional_id: amara.professionalId, service_ids: [cut], start_time: iso(day) }),
      call(amara, 'bookings.writeIn', { service_ids: [cut], start_time: iso(day), guest: { name: 'Kim' } }),
    ]);
    await t.drain();
    expect(await findBroken(t.deps.db)).toEqual([]);
  });

  test('by hand: as a walk-in, and what is accepted is confirmed', async () => {
    const { id } = entryOf(await join());
    const offer = (start: number) => call(amara, 'openings.offer', { entry_id: id, start_time: iso(start) });
    expect((await offer(day + 1_000)).status).toBe(422);
    expect((await offer(day - 30 * DAY)).status).toBe(422);
    expect((await offer(day + 62 * DAY)).status).toBe(422);
    expect(await offer(day)).toMatchObject({ status: 409, body: { detail: 'That time is no longer available.' } });
    const made = await offer(day + 7 * DAY + 7 * MINUTE);
    expect(made.status).toBe(201);
    expect(await accept(zoe, made.body as Opening)).toMatchObject({ status: 200, body: { status: 'confirmed' } });
    expect((await call(amara, 'openings.offer', { entry_id: nobody, start_time: iso(day) })).status).toBe(404);
    expect((await offer(day + 8 * DAY)).status).toBe(409);
  });

  const toldOf = async (who: ClientPerson = zoe) =>
    ((await call(who, 'notifications.mine')).body as { message: string; is_read: boolean }[]).filter(({ message }) =>
      message.startsWith('Amara'),
    );
  const mailedTo = (who: ClientPerson) => t.inbox.to(who.email).map(({ subject }) => subject.split(':')[0]);

  test('withdrawn: the client is told, again 204', async () => {
    const { id } = entryOf(await join());
    const made = await call(amara, 'openings.offer', { entry_id: id, start_time: iso(day + DAY) });
    const opening = made.body as Opening;
    await t.drain();
    for (const _ of [1, 2]) expect((await call(amara, 'openings.withdraw', { id: opening.id })).status).toBe(204);
    expect((await call(zoe, 'openings.pass', { id: opening.id })).status).toBe(409);
    await t.drain();
    const told = await toldOf();
    const withdrawn = ({ message }: { message: string }) => /no longer offers/.test(message);
    expect(told).toHaveLength(2);
    expect(told.filter(withdrawn)).toHaveLength(1);
    expect(told.find((one) => !withdrawn(one))?.is_read).toBe(true);
    expect(mailedTo(zoe)).toEqual(['A time is free', 'No longer free']);
  });

  test('withdrawn before it was mailed: neither it nor its end is mailed', async () => {
    const { id } = entryOf(await join());
    const made = await call(amara, 'openings.offer', { entry_id: id, start_time: iso(day + DAY) });
    await call(amara, 'openings.withdraw', { id: (made.body as Opening).id });
    await t.drain();
    expect(mailedTo(zoe)).toEqual([]);
    expect(await toldOf()).toHaveLength(2);
  });

  test('the sixth offer by hand for one entry in a rolling hour is one too many, and holds nothing', async () => {
    const { id } = entryOf(await join());
    const other = entryOf(await join(await t.make.client()));
    const offer = async (app: TestApp = t, entry_id = id) => {
      const made = await app.rest.call(amara, 'openings.offer', { entry_id, start_time: iso(day + DAY) });
      if (made.status === 201) await app.rest.call(amara, 'openings.withdraw', { id: (made.body as Opening).id });
      return made;
    };
    for (let made = 0; made < 5; made++) expect((await offer()).status).toBe(201);
    const refused = await offer();
    expect(refused).toMatchObject({
      status: 429,
      body: { detail: expect.stringMatching(/^Too many offers\. Try again in \d+ minutes\.$/) },
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
    expect(await holds()).toBe(0);
    expect((await offer(t, other.id)).status).toBe(201);
    expect((await offer(await t.at('61 minutes'))).status).toBe(201);
  });

  test('an offer lasts 2 hours, 30 minutes where the start is soon; three unanswered pause the entry', async () => {
    const { id } = entryOf(await join());
    let at = 0;
    for (const hour of [0, 1, 2]) {
      const app = await t.at(`${at} minutes`);
      await app.rest.call(amara, 'openings.offer', { entry_id: id, start_time: iso(day + DAY + hour * HOUR) });
      const opening = (await app.rest.call(zoe, 'cancellationList.mine')).body as ListEntry[];
      expect(Date.parse(opening[0]?.opening?.expires_at ?? '') - Date.now() - at * MINUTE).toBeLessThanOrEqual(
        2 * HOUR,
      );
      at += 121;
      await round(await t.at(`${at} minutes`));
    }
    expect(await mine()).toMatchObject([{ status: 'paused', opening: null }]);
    await (await t.at(`${at} minutes`)).drain();
    expect((await t.inbox.to(zoe.email)).filter(({ subject }) => subject.startsWith('Still waiting for'))).toHaveLength(
      1,
    );
    await free(0);
    await round();
    expect(await openingOf()).toBeNull();
    const asksWhether = async () => {
      const { body } = await call(zoe, 'notifications.mine');
      const all = body as { message: string; is_read: boolean; link: string }[];
      return all
        .filter(({ message }) => /You keep your place/.test(message))
        .map(({ is_read, link }) => ({ is_read, link }));
    };
    expect(await asksWhether()).toEqual([{ is_read: false, link: '/client-profile' }]);
    for (const _ of [1, 2])
      expect(await call(zoe, 'cancellationList.resume', { id })).toMatchObject({
        status: 200,
        body: { status: 'waiting' },
      });
    expect(await asksWhether()).toEqual([{ is_read: true, link: '/client-profile' }]);
    await round();
    expect(await openingOf()).toMatchObject({ start_time: iso(day) });
  });

  test('by hand, an offer whose time is over makes room for the next one at once', async () => {
    const offered = { entry_id: entryOf(await join()).id, start_time: iso(day + DAY) };
    const { body: first } = await call(amara, 'openings.offer', offered);
    const later = await t.at('121 minutes');
    expect(await later.rest.call(amara, 'openings.offer', offered)).toMatchObject({ status: 201 });
    expect(await later.rest.call(zoe, 'openings.byId', { id: (first as { id: string }).id })).toMatchObject({
      body: { status: 'expired' },
    });
    expect((await later.rest.call(amara, 'openings.offer', offered)).status).toBe(409);
  });

  test('a mail that would leave less than half of the time is not sent; the app has it', async () => {
    await join();
    await free(0);
    await round();
    await (await t.at('61 minutes')).drain();
    expect(t.inbox.to(zoe.email).filter(({ subject }) => subject.startsWith('A time is free'))).toEqual([]);
    const { body } = await call(zoe, 'notifications.mine');
    expect((body as { message: string }[]).filter(({ message }) => /has a time for/.test(message))).toHaveLength(1);
  });

  test('by night nothing is offered for a start more than 12 hours ahead, but by hand', async () => {
    await t.make.change('professionals', amara.professionalId, { time_zone: zoneAt(22) });
    const { id } = entryOf(await join());
    await free(0);
    await round();
    expect(await openingOf()).toBeNull();
    // Its professional sees what waits for the morning, its client does not.
    const shown = (await call(amara, 'cancellationList.ofProfessional')).body as WaitingEntry[];
    const { start_time, offered_from } = shown[0]?.next_opening ?? {};
    expect(start_time).toBe(iso(day));
    expect(localParts(Date.parse(offered_from ?? ''), zoneAt(22))).toMatchObject({ hour: 8, minute: 0 });
    const [own] = (await call(zoe, 'cancellationList.mine')).body as object[];
    expect(Object.keys(own ?? {})).not.toContain('next_opening');
    const { status, body } = await call(amara, 'openings.offer', { entry_id: id, start_time: iso(day) });
    expect(status).toBe(201);
    const { expires_at, professional } = body as Opening;
    expect(localParts(Date.parse(expires_at), professional.time_zone)).toMatchObject({ hour: 10, minute: 0 });
    expect(Date.parse(expires_at) - Date.now()).toBeLessThan(13 * HOUR);
  });

  test('six offers a day by the system', async () => {
    const { id } = entryOf(await join());
    const { professional_id } = await t.make.read('cancellation_list_entries', id);
    for (let made = 0; made < 6; made++)
      await t.make.row('openings', {
        professional_id,
        entry_id: id,
        by_hand: false,
        status: 'withdrawn',
        start_time: iso(day + DAY),
        end_time: iso(day + DAY + HOUR),
        expires_at: iso(day),
        freed_at: iso(day),
        ended_at: iso(Date.now()),
        created_at: iso(Date.now() - 23 * HOUR),
      });
    await free(0);
    await round();
    expect(await openingOf()).toBeNull();
    await round(await t.at('2 hours'));
    expect(await openingOf()).not.toBeNull();
  });
});

describe('what ends an entry or an offer', () => {
  test('a longer service ends the offers it stands in, another price does not', async () => {
    await join();
    await free(0);
    await round();
    const input = { id: cut, name: 'Dry curl cut', description: '', category: 'Haircut', is_active: true, price: 100 };
    await call(amara, 'services.update', { ...input, service_duration_minutes: 60 });
    expect(await openingOf()).toMatchObject({ total_price: 100 });
    const { id } = (await openingOf()) as Opening;
    await call(amara, 'services.update', { ...input, service_duration_minutes: 90 });
    expect(await call(zoe, 'openings.byId', { id })).toMatchObject({ body: { status: 'withdrawn' } });
    expect(await holds()).toBe(0);
    expect(await mine()).toMatchObject([{ status: 'waiting' }]);
    await call(amara, 'services.delete', { id: cut });
    expect(await mine()).toMatchObject([{ status: 'ended' }]);
  });

  test('the list is switched off, or the account is disabled', async () => {
    await join();
    const profile = (await call(amara, 'professionals.profile')).body as Record<string, unknown>;
    expect(profile.cancellation_list).toBe(true);
    const input = { ...profile, specializations: [4], cancellation_list: false };
    expect(await call(amara, 'professionals.updateMe', input)).toMatchObject({
      status: 200,
      body: { cancellation_list: false },
    });
    expect(await mine()).toMatchObject([{ status: 'ended' }]);
    expect(await call(null, 'professionals.byId', { id: amara.professionalId })).toMatchObject({
      body: { cancellation_list: false },
    });
    await call(amara, 'professionals.updateMe', { ...input, cancellation_list: true });
    const admin = await t.make.admin();
    for (const who of [zoe, amara]) {
      const other = await t.make.client();
      const waiting = who === zoe ? zoe : other;
      await join(waiting);
      await call(admin, 'users.change', { id: who.userId, is_active: false });
      const rows = await t.deps.db
        .selectFrom('cancellation_list_entries')
        .select('status')
        .where('client_id', '=', waiting.clientId)
        .execute();
      expect(rows.at(-1)?.status).toBe('ended');
    }
  });

  test('an offer that is made while its client is disabled ends with the entry', async () => {
    const admin = await t.make.admin();
    await join();
    await free(0);
    const [disabling] = await behind(
      t.deps.db,
      (trx) => goThroughList(trx, amara.professionalId),
      () => call(admin, 'users.change', { id: zoe.userId, is_active: false }),
    );
    expect(disabling.status).toBe(200);
    expect(await holds()).toBe(0);
    expect(await findBroken(t.deps.db)).toEqual([]);
  });

  test('its client books the same within its windows, or its last window is over', async () => {
    await join();
    await join(zoe, { windows: [{ start: iso(day), end: iso(day + HOUR) }] });
    await free(1);
    await call(zoe, 'bookings.create', {
      professional_id: amara.professionalId,
      service_ids: [cut],
      start_time: iso(day + HOUR),
    });
    await round();
    expect((await mine()).map(({ status }) => status).sort()).toEqual(['ended', 'waiting']);
    const later = await t.at(`${Math.ceil((day + HOUR - Date.now()) / MINUTE)} minutes`);
    await round(later);
    expect((await mine()).map(({ status }) => status)).toEqual(['ended', 'ended']);
    await later.drain();
    expect(
      (await t.inbox.to(zoe.email)).filter(({ subject }) => subject.startsWith("You're no longer waiting")),
    ).toHaveLength(0);
  });

  test('while the professional is inactive nothing is offered', async () => {
    await join();
    await t.make.change('professionals', amara.professionalId, { is_active: false });
    await free(0);
    await round();
    expect(await openingOf()).toBeNull();
  });
});

describe('an earlier time', () => {
  let last: MadeBooking;
  const earlier = (more: object = {}) => call(zoe, 'cancellationList.join', { booking_id: last.bookingId, ...more });

  beforeEach(async () => {
    await free(2);
    const given = { professionalId: amara.professionalId, clientId: zoe.clientId, serviceIds: [cut] };
    last = await t.make.booking({ ...given, status: 'confirmed', start: day + 2 * HOUR });
    await t.make.change('bookings', last.bookingId, {
      cancellation_cutoff_hours: 168,
      created_at: iso(day - 20 * DAY),
    });
  });

  test('waits until its booking ends, once, and moves it with everything else kept', async () => {
    // What is waited for is what was booked, whatever else was sent.
    const made = await earlier({ service_ids: [cut] });
    expect(made).toMatchObject({ status: 201, body: { booking_id: last.bookingId, ends_at: last.end_time } });
    expect(await earlier()).toMatchObject({ status: 409, body: { detail: 'You wait for an earlier time already.' } });
    expect((await earlier({ windows: [{ start: iso(day), end: iso(day + 4 * HOUR) }] })).status).toBe(422);
    await free(1);
    await round();
    const opening = await openingOf();
    expect(opening).toMatchObject({ start_time: iso(day + HOUR), booking_id: last.bookingId });
    expect(await accept(zoe, opening)).toMatchObject({
      status: 200,
      body: {
        id: last.bookingId,
        status: 'confirmed',
        start_time: iso(day + HOUR),
        previous_start_time: last.start_time,
      },
    });
    const booking = (await call(zoe, 'bookings.byId', { id: last.bookingId })).body as Booking;
    expect(Date.parse(booking.cancel_until) - Date.now()).toBeGreaterThan(14 * MINUTE);
    expect(await slots()).toEqual([iso(day + 2 * HOUR)]);
    await t.drain();
    const mails = await t.inbox.to(zoe.email);
    expect(mails.some(({ calendar }) => calendar?.method === 'REQUEST')).toBe(true);
    expect(await findBroken(t.deps.db)).toEqual([]);
    for (const who of [zoe, amara])
      expect((await call(who, 'users.export')).body).toMatchObject({
        cancellation_list: [
          {
            status: 'booked',
            professional: 'Amara Okafor',
            last_name: 'Adjei',
            services: ['Dry curl cut'],
            openings: [{ status: 'accepted', start: iso(day + HOUR) }],
          },
        ],
      });
  });

  test('its own time does not stand in the way, and the offer goes with the booking', async () => {
    await free(1);
    await t.make.change('professionals', amara.professionalId, { slot_interval_minutes: 30 });
    expect(await earlier()).toMatchObject({ status: 409, body: { detail: 'A time is free there now.' } });
    await call(amara, 'bookings.writeIn', { service_ids: [cut], start_time: iso(day + HOUR), guest: { name: 'Kim' } });
    const { id } = entryOf(await earlier());
    const kim = (
      (await call(amara, 'bookings.ofProfessional', { id: amara.professionalId, status: ['confirmed'] }))
        .body as Booking[]
    ).find(({ guest }) => guest);
    await call(amara, 'bookings.change', { id: kim?.id, status: 'cancelled' });
    await call(amara, 'bookings.writeIn', {
      service_ids: [await t.make.service(amara.professionalId, { service_duration_minutes: 30 })],
      start_time: iso(day + HOUR),
      guest: { name: 'Kim' },
    });
    await round();
    expect(await openingOf()).toMatchObject({ start_time: iso(day + 90 * MINUTE) });
    const held = await t.deps.db
      .selectFrom('busy_times')
      .select(['start_time', 'end_time'])
      .where('opening_id', 'is not', null)
      .execute();
    expect(held).toEqual([{ start_time: iso(day + 90 * MINUTE), end_time: iso(day + 2 * HOUR) }]);
    await call(amara, 'bookings.change', { id: last.bookingId, status: 'cancelled' });
    expect((await accept(zoe, await openingOf())).status).toBe(409);
    await round();
    expect(await holds()).toBe(0);
    expect((await mine()).find((one) => one.id === id)).toMatchObject({ status: 'ended', booking_id: last.bookingId });
  });

  test('another’s booking is 404, one that is over 409', async () => {
    expect((await call(zoe, 'cancellationList.join', { booking_id: taken[0]?.bookingId })).status).toBe(404);
    await call(amara, 'bookings.change', { id: last.bookingId, status: 'cancelled' });
    expect((await earlier()).status).toBe(409);
  });
});
