import { afterEach, expect, test, vi } from 'vitest';
import { findBroken } from '#server/db/invariants.ts';
import { runDueTransitions } from '#server/jobs/scheduled-transitions.ts';
import { useTestApp } from '#server/testing/app.ts';
import type { ClientPerson } from '#server/testing/make.ts';
import { type ServerProcess, startProcess } from '#server/testing/processes.ts';
import { useRace } from '#server/testing/race.ts';
import { full, repetitions } from '#server/testing/repetitions.ts';
import { zoneAt } from '#server/testing/zone-at.ts';
import type { ListEntry, Opening } from '#shared/cancellation-list.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import { iso } from '#shared/time.ts';

const t = useTestApp();
const { call } = useRace(t);
vi.setConfig({ testTimeout: full ? 1_800_000 : 300_000 });
const day = Math.ceil(Date.now() / DAY) * DAY + 3 * DAY;

const noon = zoneAt(12);
const round = () => runDueTransitions(t.deps.db);
const mine = async (who: ClientPerson) => (await t.rest.call(who, 'cancellationList.mine')).body as ListEntry[];

test('B20: of accept, pass, withdraw, expiry, a walk-in and a booking of its start one has the time', async () => {
  const amara = await t.make.professional({ time_zone: noon });
  const service = await t.make.service(amara.professionalId);
  const seen = new Set<string>();
  for (let at = 0; at < (full ? 300 : 40); at++) {
    const [zoe, other] = [await t.make.client(), await t.make.client()];
    const start = day + at * 4 * HOUR;
    await t.make.window(amara.professionalId, start, start + HOUR);
    const given = { professionalId: amara.professionalId, clientId: zoe.clientId, serviceIds: [service] };
    const { openingId } = await t.make.opening({ ...given, start });
    if (at % 3 === 0)
      await t.deps.pool.query(`update openings set expires_at = clock_now() + interval '20 ms' where id = $1`, [
        openingId,
      ]);
    const path = `/openings/${openingId}`;
    const booking = { professional_id: amara.professionalId, service_ids: [service], start_time: iso(start) };
    const guest = { service_ids: [service], start_time: iso(start), guest: { name: 'Kim' } };
    const tries = await Promise.all(
      [
        () => call(zoe, 'POST', `${path}/accept`, {}),
        () => call(zoe, 'POST', `${path}/accept`, {}),
        () => call(zoe, 'POST', `${path}/pass`),
        () => call(amara, 'DELETE', path),
        () => call(amara, 'POST', '/bookings/walk-in', guest),
        () => call(other, 'POST', '/bookings/', booking),
        () => call(other, 'POST', '/bookings/', booking),
        () => round().then(() => ({ status: 200, text: '' })),
      ]
        .sort(() => Math.random() - 0.5)
        .map((one) => one()),
    );
    expect(tries.filter(({ status }) => ![200, 201, 204, 409].includes(status))).toEqual([]);
    const { rows } = await t.deps.pool.query<{ status: string; taken: number; held: number }>(
      `select o.status, (select count(*)::int from busy_times where professional_id = $2 and start_time = $3) as taken,
         (select count(*)::int from busy_times where opening_id = $1) as held
       from openings o where o.id = $1`,
      [openingId, amara.professionalId, iso(start)],
    );
    expect(rows[0]?.taken).toBeLessThanOrEqual(1);
    expect(rows[0]?.held).toBe(rows[0]?.status === 'offered' ? 1 : 0);
    expect(await findBroken(t.deps.db)).toEqual([]);
    seen.add(rows[0]?.status ?? '');
    await t.deps.db.deleteFrom('cancellation_list_entries').where('client_id', '=', zoe.clientId).execute();
  }
  expect(seen.size).toBeGreaterThan(1);
});

test('B20: 64 callers want an offered start, one of them its offer: that one has it', async () => {
  const amara = await t.make.professional({ time_zone: noon });
  const service = await t.make.service(amara.professionalId);
  const zoe = await t.make.client();
  await t.make.window(amara.professionalId, day, day + HOUR);
  const given = { professionalId: amara.professionalId, clientId: zoe.clientId, serviceIds: [service] };
  const { openingId } = await t.make.opening({ ...given, start: day });
  const others = await Promise.all(Array.from({ length: 63 }, () => t.make.client()));
  const booking = { professional_id: amara.professionalId, service_ids: [service], start_time: iso(day) };
  const answers = await Promise.all([
    ...others.map((who) => call(who, 'POST', '/bookings/', booking)),
    call(zoe, 'POST', `/openings/${openingId}/accept`, {}),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([...Array(63).fill(409), 200]);
});

/** The same answers by the slot calls: the oldest first gets the soonest listed slot that nobody before them got. */
test('B20: who is offered what, as the slot calls say, of random lists', async () => {
  for (let list = 0; list < repetitions(500); list++) {
    const random = (below: number) => Math.floor(Math.random() * below);
    const buffer = random(3) * 10;
    const settings = {
      time_zone: noon,
      buffer_minutes: buffer,
      min_notice_minutes: random(2) * 3_000,
      slot_interval_minutes: [15, 30, 60][random(3)] ?? 30,
    };
    const amara = await t.make.professional(settings);
    const services = [
      await t.make.service(amara.professionalId, { service_duration_minutes: 15 + 15 * random(6) }),
      await t.make.service(amara.professionalId, {
        service_duration_minutes: 90,
        processing_start_minutes: 30,
        processing_minutes: 30,
      }),
    ];
    for (let days = 0; days < 3; days++) {
      await t.make.window(amara.professionalId, day + days * DAY, day + days * DAY + (1 + random(5)) * HOUR);
      if (random(2))
        await t.make.timeOff(
          amara.professionalId,
          day + days * DAY + random(4) * 30 * MINUTE,
          day + days * DAY + 3 * HOUR,
        );
      if (random(2))
        await t.make.booking({
          professionalId: amara.professionalId,
          serviceIds: services.slice(0, 1),
          status: 'confirmed',
          start: day + days * DAY + random(8) * 15 * MINUTE,
        });
    }
    const waiting: { who: ClientPerson; service: string; from: number; to: number }[] = [];
    for (let entries = 0; entries < 1 + random(6); entries++) {
      const who = await t.make.client();
      const from = day + random(3) * DAY + random(4) * 15 * MINUTE;
      const one = { who, service: services[random(2)] ?? '', from, to: from + (2 + random(4)) * HOUR };
      const windows = `{[${iso(one.from)},${iso(one.to)})}`;
      await t.make.row('cancellation_list_entries', {
        professional_id: amara.professionalId,
        client_id: who.clientId,
        service_ids: [one.service],
        windows,
        created_at: iso(Date.now() - (10 - entries) * MINUTE),
      });
      waiting.push(one);
    }
    await t.deps.db.insertInto('cancellation_lists').values({ professional_id: amara.professionalId }).execute();
    // Each takes their time before the next one looks: a walk-in of that length keeps it.
    const expected: (string | null)[] = [];
    const kept: string[] = [];
    for (const { service, from, to } of waiting) {
      const range = { id: amara.professionalId, service_ids: [service], from: iso(day), to: iso(day + 4 * DAY) };
      const found = (await t.rest.call(null, 'availability.ofProfessional', range)).body as {
        available_slots: { start_time: string; end_time: string }[];
      }[];
      const slots = found
        .flatMap(({ available_slots }) => available_slots)
        .filter((slot) => Date.parse(slot.start_time) >= from && Date.parse(slot.end_time) <= to);
      const first = slots[0]?.start_time ?? null;
      expected.push(first);
      if (first === null) continue;
      const writtenIn = { service_ids: [service], start_time: first, guest: { name: 'Kim' } };
      const made = await t.rest.call(amara, 'bookings.writeIn', writtenIn);
      kept.push((made.body as { id: string }).id);
    }
    for (const id of kept) await t.rest.call(amara, 'bookings.change', { id, status: 'cancelled' });
    await round();
    const got: (string | null)[] = [];
    for (const { who } of waiting) got.push((await mine(who))[0]?.opening?.start_time ?? null);
    expect([list, settings, got]).toEqual([list, settings, expected]);
  }
});

const running: ServerProcess[] = [];
afterEach(async () => {
  t.inbox.onEmail = undefined;
  for (const one of running.splice(0)) await one.kill();
});
async function startWorker(skew = 0) {
  const worker = await startProcess(t.databaseUrl, { SMTP_URL: t.inbox.url }, 'worker', skew);
  running.push(worker);
  return worker;
}

/** Somebody who waits for the only time of a professional, which a booking has. */
async function waiting() {
  const amara = await t.make.professional({ time_zone: noon });
  const service = await t.make.service(amara.professionalId);
  const zoe = await t.make.client();
  const given = { professionalId: amara.professionalId, serviceIds: [service], status: 'confirmed' as const };
  await t.make.window(amara.professionalId, day, day + HOUR);
  const { bookingId } = await t.make.booking({ ...given, start: day });
  const windows = [{ start: iso(day), end: iso(day + HOUR) }];
  const entry = { professional_id: amara.professionalId, service_ids: [service], windows };
  await t.rest.call(zoe, 'cancellationList.join', entry);
  const told = () => t.inbox.to(zoe.email).filter(({ subject }) => subject.startsWith('A time is free'));
  return {
    amara,
    service,
    zoe,
    other: await t.make.client(),
    free: () => t.rest.call(amara, 'bookings.change', { id: bookingId, status: 'cancelled' }),
    offered: () => vi.waitUntil(async () => (await mine(zoe))[0]?.opening, { timeout: 30_000, interval: 20 }),
    told,
    /** There is one offer of this status, told once in the app and by mail, and nothing is held that nobody has. */
    async expectOne(status: string, mails: number) {
      expect(new Set(told().map(({ messageId }) => messageId)).size).toBe(mails);
      const { rows } = await t.deps.pool.query(
        `select (select array_agg(status) from openings where professional_id = $1) as openings,
           (select count(*)::int from notifications where user_id = $2 and type = 'opening_offered') as notifications`,
        [amara.professionalId, zoe.userId],
      );
      expect(rows).toEqual([{ openings: [status], notifications: 1 }]);
      expect(await findBroken(t.deps.db)).toEqual([]);
    },
  };
}

test('B20: kill -9 between offer and mail: offered once, told once', async () => {
  // In a full run thousands of events of the tests before would come first.
  await t.drain();
  for (let kill = 0; kill < repetitions(50); kill++) {
    const one = await waiting();
    await one.free();
    const killed = await startWorker();
    await one.offered();
    await killed.kill();
    const worker = await startWorker();
    await vi.waitUntil(() => one.told().length > 0, { timeout: 90_000, interval: 50 });
    await worker.stop();
    running.length = 0;
    await one.expectOne('offered', 1);
  }
});

test('B20: clocks two minutes wrong either way: one offer of two hours, told once', async () => {
  const one = await waiting();
  await Promise.all([startWorker(2 * MINUTE), startWorker(-2 * MINUTE)]);
  const before = Date.now();
  await one.free();
  const opening = await one.offered();
  expect(Math.abs(Date.parse(opening.expires_at) - before - 2 * HOUR)).toBeLessThan(45_000);
  await vi.waitUntil(() => one.told().length > 0, { timeout: 30_000 });
  for (const worker of running) expect(await worker.stop()).toBe(0);
  await one.expectOne('offered', 1);
});

test('B20: a mail server that hangs: told once, however long it takes, and the offer ends meanwhile', async () => {
  const one = await waiting();
  const answered = Promise.withResolvers<void>();
  let asked = 0;
  t.inbox.onEmail = async ({ to }) => {
    if (!to.includes(one.zoe.email)) return;
    asked++;
    await answered.promise;
  };
  await startWorker();
  await one.free();
  const { id } = await one.offered();
  await vi.waitUntil(() => asked > 0, { timeout: 30_000 });
  await t.deps.pool.query(`update openings set expires_at = clock_now() where id = $1`, [id]);
  const status = async () => ((await t.rest.call(one.zoe, 'openings.byId', { id })).body as Opening).status;
  await vi.waitUntil(async () => (await status()) === 'expired', { timeout: 30_000 });
  const other = { professional_id: one.amara.professionalId, service_ids: [one.service], start_time: iso(day) };
  const booked = () => t.rest.call(one.other, 'bookings.create', other);
  await vi.waitUntil(async () => (await booked()).status === 201, { timeout: 30_000 });
  answered.resolve();
  await vi.waitUntil(() => one.told().length > 0, { timeout: 30_000 });
  for (const worker of running) expect(await worker.stop()).toBe(0);
  expect(asked).toBe(1);
  await one.expectOne('expired', 1);
});
