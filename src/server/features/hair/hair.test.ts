import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { startSession } from '#server/features/auth/sessions.ts';
import { useTestApp } from '#server/testing/app.ts';
import type { ClientPerson, ProfessionalPerson } from '#server/testing/make.ts';
import type { Booking } from '#shared/bookings.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import type { HairReading, OwnHair } from '#shared/hair.ts';
import type { Series } from '#shared/series.ts';
import { reencryptHealth } from './health-secret.ts';
import { deleteOldReadings } from './queries.ts';

const t = useTestApp({}, { store: true });
const canary = 'Zyqwortle';
const { call } = { call: (...args: Parameters<typeof t.rest.call>) => t.rest.call(...args) };

let amara: ProfessionalPerson;
let zuri: ClientPerson;
beforeEach(async () => {
  amara = await t.make.professional();
  zuri = await t.make.client({ first_name: 'Zuri', last_name: 'Sow' });
});

const hair = {
  patterns: { front: '3C', crown: '4B' },
  strand: 'fine',
  length: 'waist',
  length_cm: 40,
  states: ['natural', 'henna'],
  events: [
    { kind: 'cut', month: '2025-03', note: canary },
    { kind: 'henna', month: '2026-01' },
    { kind: 'colour', month: '2025-03', note: ' ' },
  ],
  note: canary,
};
const health = {
  allergies: ['ppd'],
  allergy_note: canary,
  scalp_note: canary,
  tender: true,
  patch_tests: [{ product: canary, applied_on: '2026-01-02', read_on: '2026-01-04', result: 'clear' }],
  consent: true,
};
const picture = async () => {
  const file = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#4a1942' } })
    .jpeg()
    .toBuffer();
  return call(zuri, 'hair.addPicture', { file });
};
const booked = async (more: Parameters<typeof t.make.booking>[0] = {}) =>
  (
    await t.make.booking({
      professionalId: amara.professionalId,
      clientId: zuri.clientId,
      status: 'confirmed',
      start: Date.now() + DAY,
      ...more,
    })
  ).bookingId;
const told = async () => {
  await call(zuri, 'hair.change', { hair });
  await call(zuri, 'hair.putHealth', health);
};
const all = { hair: true, health: true };
const readings = async (api = t) => (await api.rest.call(zuri, 'hair.readings')).body as HairReading[];
const gone = (what: string) => ({ status: 404, body: { detail: `${what} not found` } });

test('a client tells what they know, and reads it with every key; what is given replaces all of it', async () => {
  const empty = { hair: null, health: null, pictures: [], counted: false, updated_at: null };
  expect(await call(zuri, 'hair.mine')).toMatchObject({ status: 200, body: empty });
  expect((await call(zuri, 'hair.change', { counted: true })).body).toEqual({ ...empty, counted: true });
  const { body } = await call(zuri, 'hair.change', { hair });
  expect(body).toEqual({
    ...empty,
    hair: {
      ...hair,
      patterns: { ...hair.patterns, sides: null, nape: null },
      density: null,
      porosity: null,
      events: [
        { kind: 'henna', month: '2026-01', note: null },
        { kind: 'cut', month: '2025-03', note: canary },
        { kind: 'colour', month: '2025-03', note: null },
      ],
    },
    counted: true,
    updated_at: expect.stringMatching(/Z$/),
  });
  expect((await call(zuri, 'hair.mine')).body).toEqual(body);
  const tomorrow = new Date(Date.now() + 40 * DAY).toISOString().slice(0, 7);
  for (const [wrong, loc] of [
    [{ patterns: { front: canary } }, ['patterns', 'front']],
    [{ states: ['locs', 'locs'] }, ['states']],
    [{ note: `${canary}\u0000` }, ['note']],
    [{ length_cm: 201 }, ['length_cm']],
    [{ events: [{ month: tomorrow }] }, ['events', 0, 'month']],
    [{ events: [{ month: '1899-12' }] }, ['events', 0, 'month']],
  ] as const) {
    const answer = await call(zuri, 'hair.change', { hair: wrong });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'hair', ...loc] }] } });
    expect(JSON.stringify(answer.body)).not.toContain(canary);
  }
  expect((await call(zuri, 'hair.change', { hair: null })).body).toMatchObject({ hair: null, counted: true });
});

test('health is kept with consent, encrypted; without the key it reads as null, and the log says so once', async () => {
  expect(await call(zuri, 'hair.putHealth', { ...health, consent: false })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'consent'], msg: 'Please agree that we keep this.' }] },
  });
  const { consent: _, ...kept } = health;
  expect(await call(zuri, 'hair.putHealth', health)).toMatchObject({
    status: 200,
    body: { ...kept, consented_at: expect.stringMatching(/Z$/) },
  });
  const { rows } = await t.deps.pool.query('select c::text as row from client_hair c');
  expect(rows.map(({ row }) => row).join()).not.toContain(canary);
  expect(rows.map(({ row }) => row).join()).not.toContain(Buffer.from(canary).toString('hex'));
  const { secretsKey, log } = t.deps;
  const lines: unknown[] = [];
  Object.assign(t.deps, { secretsKey: Buffer.alloc(32), log: { ...log, error: (line: string) => lines.push(line) } });
  for (let time = 0; time < 2; time++)
    expect((await call(zuri, 'hair.mine')).body).toMatchObject({ health: null, hair: null });
  Object.assign(t.deps, { secretsKey, log });
  expect(lines).toHaveLength(1);
  delete t.deps.secretsKey;
  expect(await call(zuri, 'hair.putHealth', health)).toMatchObject({
    status: 409,
    body: { detail: 'Health notes are not set up here.' },
  });
  const next = Buffer.alloc(32, 1);
  expect(await reencryptHealth(t.deps.db, secretsKey as Buffer, next)).toEqual({ changed: 1, left: 0 });
  Object.assign(t.deps, { secretsKey: next });
  expect((await call(zuri, 'hair.mine')).body).toMatchObject({ health: kept });
  expect(await reencryptHealth(t.deps.db, next, secretsKey as Buffer)).toEqual({ changed: 1, left: 0 });
  Object.assign(t.deps, { secretsKey });
  for (let time = 0; time < 2; time++) expect((await call(zuri, 'hair.deleteHealth')).status).toBe(204);
  expect((await call(zuri, 'hair.mine')).body).toMatchObject({ health: null });
});

test('six pictures, private, gone from every share when they are deleted', async () => {
  const ids: string[] = [];
  for (let made = 0; made < 6; made++) ids.unshift(((await picture()).body as { id: string }).id);
  expect(await picture()).toMatchObject({
    status: 409,
    body: { detail: 'You have enough pictures. Delete one first.' },
  });
  expect(((await call(zuri, 'hair.mine')).body as OwnHair).pictures.map(({ id }) => id)).toEqual(ids);
  const [first = '', second = ''] = ids;
  const id = await booked();
  const share = { hair: false, health: false, picture_ids: [second, first] };
  expect(await call(zuri, 'bookings.share', { id, ...share })).toMatchObject({
    status: 200,
    body: { share, hair_shared: true },
  });
  const { storage_key } = await t.make.read('hair_pictures', first);
  expect((await call(amara, 'hair.pictureOfBooking', { id, picture_id: first })).status).toBe(200);
  expect((await call(zuri, 'hair.deletePicture', { id: first })).status).toBe(204);
  expect(await call(zuri, 'hair.deletePicture', { id: first })).toMatchObject(gone('Picture'));
  expect(await t.deps.images.get(storage_key ?? '', 'large.webp', 'private')).toBeUndefined();
  expect(await call(amara, 'hair.pictureOfBooking', { id, picture_id: first })).toMatchObject(gone('Picture'));
  expect((await call(amara, 'hair.ofBooking', { id })).body).toMatchObject({ pictures: [{ id: second }] });
  expect(await call(zuri, 'bookings.share', { id, picture_ids: [first] })).toMatchObject(gone('Picture'));
  await call(zuri, 'hair.deletePicture', { id: second });
  expect(await call(amara, 'hair.ofBooking', { id })).toMatchObject(gone('Hair'));
});

test('the export has pictures as files, beside all that was told', async () => {
  await told();
  const { id } = (await picture()).body as { id: string };
  const { hair: told_hair, hair_pictures: files } = (await call(zuri, 'users.export')).body as {
    hair: object;
    hair_pictures: { path: string; data: string }[];
  };
  expect(told_hair).toMatchObject({
    hair: { note: canary },
    health: { scalp_note: canary },
    pictures: [{ id, path: 'hair/1.webp' }],
  });
  expect(files).toMatchObject([{ path: 'hair/1.webp' }]);
  expect(await sharp(Buffer.from(files[0]?.data ?? '', 'base64')).metadata()).toMatchObject({ width: 60, height: 40 });
  expect((await call(amara, 'users.export')).body).toMatchObject({ hair: null, hair_pictures: [] });
});

test('each visit of a series has its own share, and more visits have none until it is said', async () => {
  await told();
  const service = await t.make.service(amara.professionalId);
  await booked({ serviceIds: [service], status: 'completed', start: Date.now() - 9 * DAY });
  const start = Math.ceil(Date.now() / HOUR) * HOUR + 3 * DAY;
  const weekly = [0, 7, 14].map((days) => new Date(start + days * DAY).toISOString());
  const wish = { service_ids: [service], every_weeks: 1, client_id: zuri.clientId };
  const { status, body } = await call(amara, 'series.create', { ...wish, start_times: weekly.slice(0, 2) });
  expect([status, body]).toEqual([201, body]);
  const { id, bookings } = body as Series;
  const [first, second] = bookings.map((one) => one.id) as [string, string];
  await call(zuri, 'bookings.share', { id: first, hair: true });
  expect((await call(amara, 'hair.ofBooking', { id: first })).body).toMatchObject({ hair: { note: canary } });
  expect(await call(amara, 'hair.ofBooking', { id: second })).toMatchObject(gone('Hair'));
  await call(zuri, 'bookings.share', { id: second, health: true });
  const move = { id, from: first, start_time: new Date(start + DAY).toISOString() };
  expect((await call(amara, 'series.move', move)).status).toBe(200);
  const more = (await call(amara, 'series.extend', { id, start_times: weekly.slice(2) })).body as Series;
  expect(more.bookings.map(({ hair_shared }) => hair_shared)).toEqual([true, true, false]);
  await call(zuri, 'series.cancel', { id, from: second });
  expect(await call(amara, 'hair.ofBooking', { id: second })).toMatchObject(gone('Hair'));
  expect((await call(amara, 'hair.ofBooking', { id: first })).body).toMatchObject({ hair: { note: canary } });
});

test('S21: what is ticked its professional sees, as it is now, as long as it is; each look is written down', async () => {
  const service = await t.make.service(amara.professionalId);
  await t.make.change('services', service, { min_length_cm: 50 });
  const id = await booked({ serviceIds: [service] });
  expect(await call(amara, 'hair.ofBooking', { id })).toMatchObject(gone('Hair'));
  expect((await call(zuri, 'bookings.byId', { id })).body).toMatchObject({
    share: { hair: false, health: false, picture_ids: [] },
    hair_shared: false,
  });
  // What is not there yet is shared once it is, and an answer that holds nothing is no look.
  await call(zuri, 'bookings.share', { id, ...all });
  const nothing = { hair: null, health: null, pictures: [], length_fits: null };
  expect((await call(amara, 'hair.ofBooking', { id })).body).toEqual(nothing);
  expect(await readings()).toEqual([]);
  await told();
  const seen = (await call(amara, 'hair.ofBooking', { id })).body;
  expect(seen).toMatchObject({ hair: { note: canary }, health: { scalp_note: canary }, length_fits: false });
  expect(JSON.stringify(seen)).not.toContain('consented_at');
  expect((await call(zuri, 'hair.ofBooking', { id })).body).toEqual(seen);
  await call(zuri, 'bookings.share', { id, health: true });
  expect((await call(amara, 'hair.ofBooking', { id })).body).toMatchObject({ hair: null, length_fits: null });
  const look = {
    professional: { id: amara.professionalId, display_name: 'Amara Okafor' },
    booking_id: id,
    read_at: expect.stringMatching(/Z$/),
    parts: ['hair', 'health'],
  };
  expect(await readings()).toEqual([look]);
  expect((await call(amara, 'bookings.byId', { id })).body).toMatchObject({ share: null, hair_shared: true });
  const admin = await t.make.admin();
  expect((await call(admin, 'bookings.byId', { id })).body).toMatchObject({ share: null, hair_shared: null });
  for (const other of [await t.make.professional(), await t.make.client(), admin])
    expect(await call(other, 'hair.ofBooking', { id })).toMatchObject(gone('Booking'));

  await call(zuri, 'hair.deleteHealth');
  await call(zuri, 'hair.putHealth', health);
  expect(await call(amara, 'hair.ofBooking', { id })).toMatchObject(gone('Hair'));
  await call(zuri, 'bookings.share', { id, hair: true });
  await call(zuri, 'bookings.share', { id });
  expect(await call(amara, 'hair.ofBooking', { id })).toMatchObject(gone('Hair'));
  expect(await readings()).toEqual([look]);

  // Looks of an hour are one, and none is kept for more than a year.
  await call(zuri, 'bookings.share', { id, hair: true });
  const readAgo = (ago: string) =>
    t.deps.pool.query(`update hair_readings set read_at = clock_now() - $2::interval where booking_id = $1`, [id, ago]);
  await readAgo('61 minutes');
  await call(amara, 'hair.ofBooking', { id });
  await Promise.all([1, 2, 3].map(() => call(amara, 'hair.ofBooking', { id })));
  expect((await readings()).map(({ parts }) => parts)).toEqual([['hair'], ['hair', 'health']]);
  await readAgo('366 days');
  expect(await readings()).toEqual([]);
  expect(await deleteOldReadings(t.deps.db, 100)).toBe(2);
});

test('a share is over with a cancellation, after 30 days, while one side is disabled, and with an account', async () => {
  await told();
  const admin = await t.make.admin();
  const cancelled = await booked();
  await call(zuri, 'bookings.share', { id: cancelled, ...all });
  await call(amara, 'bookings.change', { id: cancelled, status: 'cancelled' });
  expect(await call(amara, 'hair.ofBooking', { id: cancelled })).toMatchObject(gone('Hair'));
  expect((await call(zuri, 'bookings.share', { id: cancelled, hair: true })).status).toBe(409);
  expect((await call(zuri, 'bookings.byId', { id: cancelled })).body).toMatchObject({
    share: all,
    hair_shared: false,
  });

  const id = await booked({ status: 'completed', start: Date.now() - 2 * HOUR });
  await call(zuri, 'bookings.share', { id, ...all });
  const later = await t.at('30 days');
  const session = { ...amara, ...(await startSession(later.deps.db, later.deps.config, amara.userId)) };
  expect(await later.rest.call(session, 'hair.ofBooking', { id })).toMatchObject(gone('Hair'));
  expect((await call(amara, 'hair.ofBooking', { id })).status).toBe(200);
  await call(admin, 'users.change', { id: zuri.userId, is_active: false });
  expect(await call(amara, 'hair.ofBooking', { id })).toMatchObject(gone('Hair'));
  await call(admin, 'users.change', { id: zuri.userId, is_active: true });
  expect((await call(amara, 'hair.ofBooking', { id })).status).toBe(200);
  expect(await t.deps.db.selectFrom('hair_readings').select('id').where('booking_id', '=', id).execute()).toHaveLength(
    1,
  );
});

test('a booking is made with its share; a picture of somebody else makes nothing', async () => {
  const start = Math.ceil(Date.now() / HOUR) * HOUR + 2 * DAY;
  await t.make.window(amara.professionalId, new Date(start).toISOString(), new Date(start + 3 * HOUR).toISOString());
  const service = await t.make.service(amara.professionalId);
  const input = {
    professional_id: amara.professionalId,
    service_ids: [service],
    start_time: new Date(start).toISOString(),
  };
  const share = { hair: true, health: null, picture_ids: [crypto.randomUUID()] };
  expect(await call(zuri, 'bookings.create', { ...input, share })).toMatchObject(gone('Picture'));
  const { body, status } = await call(zuri, 'bookings.create', { ...input, share: { hair: true } });
  expect(status).toBe(201);
  expect(body).toMatchObject({ share: { hair: true, health: false, picture_ids: [] }, hair_shared: true });
  expect((await call(zuri, 'bookings.byId', { id: (body as Booking).id })).body).toEqual(body);
});
