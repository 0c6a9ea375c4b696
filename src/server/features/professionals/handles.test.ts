import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type TestApp, useTestApp } from '#server/testing/app.ts';
import type { ProfessionalPerson } from '#server/testing/make.ts';
import { qrModules, qrSvg } from '#shared/qr.ts';

const t = useTestApp();
const profile = {
  display_name: 'Zoë Ng',
  professional_type: 'barber',
  location: 'Carlton',
  experience_years: 2,
  specializations: [],
};

function give(person: ProfessionalPerson, handle: unknown, { trpc }: Pick<TestApp, 'trpc'> = t) {
  return trpc.call(person, 'professionals.updateMe', { ...profile, ...(handle === undefined ? {} : { handle }) });
}

async function led(handle: string, { app }: Pick<TestApp, 'app'> = t) {
  const { statusCode, headers } = await app.inject({ url: `/p/${handle}`, headers: { accept: '*/*' } });
  return statusCode === 308 ? String(headers.location) : statusCode;
}

const addressOf = ({ professionalId }: ProfessionalPerson) => `/public-professional-page/${professionalId}/zoe-ng`;

test('a handle is given, kept when it is not named, and taken away by null', async () => {
  const person = await t.make.professional();
  const handle = 'zoe-adjei';
  const call = async (more: object) =>
    (await t.rest.call(person, 'professionals.updateMe', { ...profile, ...more })).body;
  expect(await call({})).toMatchObject({ handle: null });
  expect(await call({ handle })).toMatchObject({ handle });
  expect(await call({})).toMatchObject({ handle });
  const seen = await t.rest.call(null, 'professionals.byId', { id: person.professionalId });
  expect(seen.body).toMatchObject({ handle });
  expect(await led(handle.toUpperCase())).toBe(addressOf(person));
  expect(await call({ handle: null })).toMatchObject({ handle: null });
});

test.each([
  'ab',
  'x'.repeat(31),
  '-abc',
  'abc-',
  'a--b',
  'Abc',
  'a b c',
  'ä-bc',
  '',
  7,
  'login',
  'find',
  'booking',
  'admin',
  'security',
  'billing',
  'legal',
  'status',
  'about',
  'login',
  'log-in',
  'saluni-support',
  'www',
  'public-professional-page',
])('the handle %j is refused at its field', async (handle) => {
  const { status, body } = await give(await t.make.professional(), handle);
  expect([status, body]).toMatchObject([422, { detail: [{ loc: ['body', 'handle'] }] }]);
});

test('a handle leads to the canonical address, in any case of letters, and to nobody whom others do not see', async () => {
  const person = await t.make.professional();
  expect((await give(person, 'Zoe')).status).toBe(422);
  expect((await give(person, 'zoe-cuts')).status).toBe(200);
  const answer = await t.app.inject('/p/ZOE-cuts/');
  expect([answer.statusCode, answer.headers.location, answer.headers['cache-control']]).toEqual([
    308,
    addressOf(person),
    'no-cache',
  ]);
  for (const unknown of ['nobody', 'x', '%00', 'zoe-cut']) expect(await led(unknown)).toBe(404);
  await t.rest.call(person, 'professionals.updateMe', { ...profile, is_active: false });
  expect(await led('zoe-cuts')).toBe(404);
});

test("a former handle leads on for ever, is nobody else's, and may be taken back", async () => {
  const [owner, other] = [await t.make.professional(), await t.make.professional()];
  await give(owner, 'first-name');
  await give(owner, 'second-name');
  expect(await led('first-name')).toBe(addressOf(owner));
  const taken = { status: 409, body: { detail: 'That address is taken.' } };
  expect(await give(other, 'first-name')).toMatchObject(taken);
  expect(await give(other, 'second-name')).toMatchObject(taken);
  expect((await give(owner, 'first-name')).status).toBe(200);
  expect(await led('second-name')).toBe(addressOf(owner));
  const later = await t.at('3660 days');
  expect(await led('second-name', later)).toBe(addressOf(owner));
  expect(await give(await later.make.professional(), 'second-name', later)).toMatchObject(taken);
});

test('a handle hands on where somebody came from, and nothing else', async () => {
  const person = await t.make.professional();
  await give(person, 'zoe-links');
  const there = addressOf(person);
  expect(await led('zoe-links?from=qr&token=1')).toBe(`${there}?from=qr`);
  for (const from of ['QR', 'a_b', 'x'.repeat(21), '']) expect(await led(`zoe-links?from=${from}`)).toBe(there);
});

test('a code leads to the handle, at any size that is asked for; a former handle leads to that of today', async () => {
  const person = await t.make.professional();
  await give(person, 'zoe-before');
  await give(person, 'zoe-codes');
  const get = (url: string) => t.app.inject({ url });
  const drawn = await get('/p/ZOE-codes/qr.svg');
  expect([drawn.statusCode, drawn.headers['content-type']]).toEqual([200, 'image/svg+xml']);
  expect(drawn.body).toBe(qrSvg(`${t.deps.config.publicUrl}/p/zoe-codes?from=qr`));
  for (const [query, side] of [
    ['', 1_024],
    ['?size=256', 256],
    ['?size=2048', 2_048],
  ] as const) {
    const { rawPayload, headers } = await get(`/p/zoe-codes/qr.png${query}`);
    const { data, info } = await sharp(rawPayload).greyscale().raw().toBuffer({ resolveWithObject: true });
    expect([headers['content-type'], info.width, info.height]).toEqual(['image/png', side, side]);
    // Four modules are quiet, and the first dark one is the corner of a mark of seven.
    const modules = qrModules(`${t.deps.config.publicUrl}/p/zoe-codes?from=qr`).length;
    const at = (x: number, y: number) =>
      data[Math.floor(((y + 0.5) * side) / modules) * side + Math.floor(((x + 0.5) * side) / modules)];
    expect([at(3, 3), at(4, 4), at(10, 4), at(11, 4)]).toEqual([255, 0, 0, 255]);
  }
  for (const size of ['255', '2049', '1e3', '512.5', '', 'x', '-512', '512&size=512'])
    expect((await get(`/p/zoe-codes/qr.png?size=${size}`)).json()).toMatchObject({
      detail: [{ loc: ['query', 'size'] }],
    });
  const former = await get('/p/Zoe-before/qr.png?size=300');
  expect([former.statusCode, former.headers.location]).toEqual([308, '/p/zoe-codes/qr.png?size=300']);
  await t.rest.call(person, 'professionals.updateMe', { ...profile, is_active: false });
  for (const handle of ['zoe-codes', 'zoe-before', 'nobody', '%00'])
    for (const file of ['qr.svg', 'qr.png']) expect((await get(`/p/${handle}/${file}`)).statusCode).toBe(404);
});

test('the fourth change in 30 days is refused with the days to wait; the same handle is no change', async () => {
  const person = await t.make.professional();
  for (const handle of ['one-two', 'one-two', null, 'three-four', 'three-four'])
    expect((await give(person, handle)).status).toBe(200);
  const { status, body, headers } = await give(person, 'five-six');
  expect([status, body]).toEqual([429, { detail: 'Too many changes. Try again in 30 days.' }]);
  expect(Number(headers['retry-after'])).toBeGreaterThan(29 * 86_400);
  expect((await give(person, undefined)).body).toMatchObject({ handle: 'three-four' });
  const daysLater = (days: number) =>
    t.deps.db
      .updateTable('handle_changes')
      .set({ changed_at: sql`changed_at - make_interval(days => ${days}::int)` })
      .where('professional_id', '=', person.professionalId)
      .execute();
  await daysLater(29);
  expect((await give(person, 'five-six')).body).toEqual({ detail: 'Too many changes. Try again in 1 days.' });
  await daysLater(1);
  expect((await give(person, 'five-six')).status).toBe(200);
});

test('of many who ask for one handle at once, one gets it', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => t.make.professional()));
  const answers = await Promise.all(people.map((person) => give(person, 'the-best')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(11).fill(409)]);
});
