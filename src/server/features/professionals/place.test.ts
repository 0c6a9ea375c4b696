import { describe, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { DAY, HOUR } from '#shared/constants.ts';

const t = useTestApp();
const canary = 'Zyqwortle';
const profile = {
  display_name: 'Amara Okafor',
  professional_type: 'hairdresser',
  location: 'Footscray VIC 3011',
  experience_years: 3,
  specializations: [2],
};
const salon = { kind: 'salon', address: `12 ${canary} Lane`, access_note: `${canary} gate\nring twice`, public: false };
const whole = { ...salon, facts: ['step_free', 'no_pets'] };

type Me = { token: string };
const put = (me: Me, more: object) => t.rest.call(me, 'professionals.updateMe', { ...profile, ...more });
const seen = async (id: string) => (await t.rest.call(null, 'professionals.byId', { id })).body as { place: object };

test('a place is kept whole for its professional, replaced whole, and kept by an update without it', async () => {
  const me = await t.make.professional();
  const own = async () => (await t.rest.call(me, 'professionals.profile')).body;
  const given = { ...whole, address: `  12 ${canary} Lane `, facts: ['no_pets', 'step_free'] };
  expect(await put(me, { place: given, contact_phone: '0400111222' })).toMatchObject({
    status: 200,
    body: { place: whole, contact_phone: '0400111222' },
  });
  expect(await put(me, {})).toMatchObject({ body: { place: whole, contact_phone: '0400111222' } });
  expect((await put(me, { place: { kind: 'home', address: '3 Park St' } })).body).toMatchObject({
    place: { kind: 'home', address: '3 Park St', access_note: null, public: false, facts: [] },
  });
  await put(me, { place: { kind: 'mobile', access_note: ' ', facts: ['parking'] }, contact_phone: null });
  expect(await own()).toMatchObject({
    place: { kind: 'mobile', address: null, access_note: null, public: false, facts: ['parking'] },
    contact_phone: null,
  });
  await put(me, { place: null });
  expect(await own()).toMatchObject({ place: null });
});

test.each([
  ['no kind', { address: '12 Lane St' }],
  ['another kind', { kind: 'boat', address: canary }],
  ['no address', { kind: 'salon' }],
  ['a short address', { kind: 'home', address: ' 1 A ' }],
  ['an address of two lines', { kind: 'home', address: `12 ${canary}\nFootscray` }],
  ['an address with a tab', { kind: 'home', address: `12 ${canary}\tLane` }],
  ['a long address', { kind: 'salon', address: canary.repeat(30) }],
  ['somebody mobile with an address', { kind: 'mobile', address: `12 ${canary} Lane` }],
  ['somebody mobile with a note', { kind: 'mobile', access_note: canary }],
  ['a long note', { ...salon, access_note: canary.repeat(60) }],
  ['a public home', { kind: 'home', address: `12 ${canary} Lane`, public: true }],
  ['somebody public and mobile', { kind: 'mobile', public: true }],
  ['a fact twice', { ...salon, facts: ['parking', 'parking'] }],
  ['an unknown fact', { ...salon, facts: [canary] }],
  ['a text', canary],
])('%s is 422 at the place, repeats nothing, and nothing is written', async (_what, place) => {
  const me = await t.make.professional();
  const { status, body } = await put(me, { place, bio: 'New' });
  expect(status).toBe(422);
  expect(JSON.stringify(body)).not.toContain(canary);
  for (const { loc } of (body as { detail: { loc: unknown[] }[] }).detail)
    expect(loc.slice(0, 2)).toEqual(['body', 'place']);
  expect((await t.rest.call(me, 'professionals.profile')).body).toMatchObject({ place: null, bio: null });
});

describe('in public', () => {
  test('there are kind and facts, and the address of a salon that wants it; lists tell nothing of it', async () => {
    const me = await t.make.professional();
    const id = me.professionalId;
    await t.make.service(id);
    await put(me, { place: whole });
    expect((await seen(id)).place).toEqual({ kind: 'salon', facts: whole.facts, address: null });
    for (const caller of [await t.make.client(), await t.make.admin(), me])
      expect((await t.rest.call(caller, 'professionals.byId', { id })).body).toMatchObject({
        place: { address: null },
      });
    await put(me, { place: { ...whole, public: true } });
    expect((await seen(id)).place).toEqual({ kind: 'salon', facts: whole.facts, address: whole.address });
    for (const procedure of ['professionals.list', 'services.list']) {
      const { body } = await t.rest.call(null, procedure, { place_kind: 'salon', facts: 'step_free,no_pets' });
      const [row] = (body as { results: { professional?: object }[] }).results;
      expect(row?.professional ?? row).toMatchObject({ location: profile.location });
      expect(JSON.stringify(body)).not.toMatch(new RegExp(`${canary}|"place"|"facts"|contact_phone`));
    }
  });

  test('nothing that everybody can ask for changes with a hidden address or a note', async () => {
    const me = await t.make.professional();
    const id = me.professionalId;
    const service = await t.make.service(id, { name: 'Hidden braids' });
    const home = { kind: 'home', facts: ['parking'] };
    /** Everything public of them, with its headers. */
    const told = async () => {
      const calls: [string, Record<string, unknown>][] = [
        ['professionals.byId', { id }],
        ['services.byId', { id: service }],
        ['services.ofProfessional', { id }],
        ['availability.ofProfessional', { id }],
        ['reviews.ofProfessional', { id }],
        ['pictures.ofProfessional', { id }],
        ['localities.list', { search: canary }],
        ['services.list', { search: 'hidden braids', near: '-37.8,144.9', facets: true }],
        ['professionals.list', { search: canary }],
        ['professionals.list', { location: canary }],
        ['professionals.list', { place_kind: ['home', 'mobile'] }],
      ];
      const answers = await Promise.all(calls.map(([name, input]) => t.rest.call(null, name, input)));
      const files = await Promise.all(
        ['/sitemap/professionals-1.xml', '/sitemap/services-1.xml', '/openapi.json'].map((url) =>
          t.app.inject({ url }),
        ),
      );
      return [
        ...answers.map(({ status, body, headers }) => [status, body, headers.etag]),
        ...files.map(({ body, headers }) => [body, headers.etag]),
      ];
    };
    await put(me, { place: { ...home, address: '1 First Street' } });
    const before = await told();
    await put(me, {
      place: { ...home, address: `12 ${canary} Lane`, access_note: canary },
      contact_phone: '0400999888',
    });
    expect(await told()).toEqual(before);
    expect(JSON.stringify(before)).not.toMatch(/First Street|0400999888/);
    // What is public shows, and when it changed.
    await put(me, { place: { ...home, address: '1 First Street', facts: [] } });
    expect(await told()).not.toEqual(before);
  });

  test('S22: 100 questions by distance around a hidden address tell the suburb and nothing else', async () => {
    const ask = async (address: string) => {
      const me = await t.make.professional({ location: profile.location, display_name: 'Distant Amara' });
      await put(me, { display_name: 'Distant Amara', place: { kind: 'home', address } });
      const found: unknown[] = [];
      for (let n = 0; n < 100; n++) {
        const near = `${-37.8 + (n % 10) * 0.002},${144.89 + Math.floor(n / 10) * 0.002}`;
        const radius_km = 1 + (n % 4) / 2;
        const { body } = await t.rest.call(null, 'professionals.list', { search: 'distant amara', near, radius_km });
        const { results, total } = body as { results: { distance_km: number }[]; total: number };
        found.push([total, results[0]?.distance_km]);
      }
      await put(me, { is_active: false });
      return found;
    };
    const told = await ask('12 Barkly Street, Footscray');
    expect(await ask('900 Geelong Road, Footscray')).toEqual(told);
    expect(new Set(told.map(String)).size).toBeGreaterThan(20);
  });
});

describe('a changed address of confirmed bookings ahead', () => {
  const at = async (id: string) => (await t.make.read('bookings', id)).sequence;

  test('raises SEQUENCE of those alone; note and facts are no change', async () => {
    const me = await t.make.professional();
    const of = { professionalId: me.professionalId };
    const hour = Math.ceil(Date.now() / HOUR) * HOUR;
    const made = {
      ahead: await t.make.booking({ ...of, status: 'confirmed' }),
      pending: await t.make.booking({ ...of, start: hour + 3 * DAY }),
      past: await t.make.booking({ ...of, status: 'completed', start: hour - DAY }),
    };
    // The new suburb shows in calendars, too.
    await put(me, {});
    await t.deps.db.updateTable('bookings').set({ sequence: 0 }).execute();
    const numbers = () => Promise.all(Object.values(made).map(({ bookingId }) => at(bookingId)));
    await put(me, { place: whole });
    expect(await numbers()).toEqual([1, 0, 0]);
    await put(me, { place: { ...whole, access_note: 'Blue gate', facts: [], public: true } });
    expect(await numbers()).toEqual([1, 0, 0]);
    for (const place of [{ ...whole, kind: 'home' }, { ...whole, address: '1 New Street' }, { kind: 'mobile' }, null])
      await put(me, { place });
    expect(await numbers()).toEqual([5, 0, 0]);
  });

  test('is possible five times in a rolling day, and as often as one likes with nobody to tell', async () => {
    const me = await t.make.professional();
    const move = (n: number, app = t) =>
      app.rest.call(me, 'professionals.updateMe', { ...profile, place: { kind: 'home', address: `${n} Canary Lane` } });
    for (let n = 0; n < 7; n++) expect((await move(n)).status).toBe(200);
    const { bookingId } = await t.make.booking({
      professionalId: me.professionalId,
      status: 'confirmed',
      start: Date.now() + 9 * DAY,
    });
    for (let n = 10; n < 15; n++) expect((await move(n)).status).toBe(200);
    const sixth = await move(15);
    expect([sixth.status, sixth.body]).toEqual([429, { detail: 'Too many changes. Try again in 24 hours.' }]);
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(86_000);
    expect((await t.rest.call(me, 'professionals.profile')).body).toMatchObject({
      place: { address: '14 Canary Lane' },
    });
    expect(await at(bookingId)).toBe(5);
    expect((await put(me, { bio: 'New' })).status).toBe(200);
    const later = await t.at('23 hours 30 minutes');
    expect((await move(16, later)).body).toEqual({ detail: 'Too many changes. Try again in 1 hours.' });
    expect((await move(17, await t.at('24 hours'))).status).toBe(200);
  });
});
