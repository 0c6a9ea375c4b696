import { describe, expect, test } from 'vitest';
import { newLink } from '#server/links/mailed-links.ts';
import { useTestApp } from '#server/testing/app.ts';
import { DAY, HOUR } from '#shared/constants.ts';

const t = useTestApp();

/** Somebody who has just accepted an invitation. */
async function accepted(given: { role?: string; location?: string } = {}) {
  const email = `new-${++made}@accounts.example`;
  const entry = { name: 'Mere Te Ao', email, role: 'Barber', status: 'approved', ...given };
  await t.make.row('waitlist_entries', entry);
  const token = await newLink(t.deps.db, 'invitation', { email });
  const { body } = await t.rest.call(null, 'auth.accept', { token, password: 'braids and barrel curls' });
  const me = { token: (body as { access_token: string }).access_token };
  const own = async () => (await t.rest.call(me, 'professionals.profile')).body as Record<string, unknown>;
  return { me, own, id: String((await own()).id) };
}
let made = 0;
const place = { kind: 'mobile' };
const profile = { display_name: 'Mere Te Ao', professional_type: 'barber', location: 'Carlton', experience_years: 2 };

test('first steps follow what is there; left for later or done with is stored; who was here before has none', async () => {
  const { me, id } = await accepted();
  const steps = async () => (await t.rest.call(me, 'professionals.firstSteps')).body;

  expect(await steps()).toEqual({ state: 'open', profile: false, place: false, service: false, hours: false });
  await t.rest.call(me, 'professionals.updateMe', { ...profile, bio: 'Fades', specializations: [] });
  expect(await steps()).toMatchObject({ profile: false });
  await t.rest.call(me, 'professionals.updateMe', { ...profile, bio: 'Fades', specializations: [1] });
  await t.rest.call(me, 'professionals.updateMe', { ...profile, bio: 'Fades', specializations: [1], place });
  const service = await t.make.service(id);
  await t.make.window(id, Date.now() - 2 * DAY, Date.now() - 2 * DAY + HOUR);
  expect(await steps()).toEqual({ state: 'open', profile: true, place: true, service: true, hours: false });
  await t.make.window(id, Date.now() + DAY, Date.now() + DAY + HOUR);
  await t.rest.call(me, 'services.delete', { id: service });
  expect(await steps()).toEqual({ state: 'open', profile: true, place: true, service: false, hours: true });
  for (const state of ['hidden', 'open', 'done'] as const) {
    expect(await t.trpc.call(me, 'professionals.updateFirstSteps', { state })).toMatchObject({
      status: 200,
      body: { state },
    });
    expect(await steps()).toMatchObject({ state });
  }
  expect((await t.rest.call(me, 'professionals.updateFirstSteps', { state: 'gone' })).status).toBe(422);
  expect((await t.rest.call(await t.make.professional(), 'professionals.firstSteps')).body).toMatchObject({
    state: 'done',
  });
});

describe('who was invited', () => {
  const service = { name: 'Fade', service_duration_minutes: 30, price: 40, category: 'Haircut' };
  const about = { ...profile, specializations: [1] };
  const tomorrow = () => new Date(Date.now() + DAY).toISOString();
  const hours = { schedules: [{ hours: [{ weekday: 1, start: '09:00', end: '17:00' }] }] };
  type Me = { token: string };
  const parts = {
    location: (me: Me) => t.rest.call(me, 'professionals.updateMe', { ...about, is_active: false }),
    service: (me: Me) => t.trpc.call(me, 'services.create', service),
    window: (me: Me) =>
      t.rest.call(me, 'availability.create', {
        start_time: tomorrow(),
        end_time: new Date(Date.now() + DAY + HOUR).toISOString(),
      }),
    hours: (me: Me) => t.trpc.call(me, 'hours.replace', hours),
    date: (me: Me) =>
      t.rest.call(me, 'hours.setDate', { date: tomorrow().slice(0, 10), hours: [{ start: '09:00', end: '17:00' }] }),
  };
  const listed = async (id: string) =>
    (
      (await t.rest.call(null, 'professionals.list', { limit: 100 })).body as { results: { id: string }[] }
    ).results.some((one) => one.id === id);

  test.each([
    ['location', 'service', 'window'],
    ['window', 'service', 'location'],
    ['hours', 'location', 'service'],
    ['service', 'location', 'hours'],
    ['service', 'location', 'date'],
  ] as const)('is public once there are %s, %s and %s, and not before', async (...order) => {
    const { me, own, id } = await accepted();
    for (const part of order) {
      expect([part, (await own()).is_active, await listed(id)]).toEqual([part, false, false]);
      expect((await t.rest.call(null, 'professionals.byId', { id })).status).toBe(404);
      expect((await parts[part](me)).status).toBeLessThan(300);
    }
    expect([(await own()).is_active, await listed(id)]).toEqual([true, true]);
  });

  test('needs an active service, and nothing twice: the switch counts before and after', async () => {
    const { me, own } = await accepted({ location: 'Carlton VIC 3053' });
    expect(await own()).toMatchObject({ is_active: false, location: 'Carlton VIC 3053' });
    await parts.window(me);
    const made = await t.rest.call(me, 'services.create', { ...service, is_active: false });
    expect((await own()).is_active).toBe(false);
    const { id } = made.body as { id: string };
    await t.rest.call(me, 'services.update', { ...service, id, is_active: true });
    expect((await own()).is_active).toBe(true);
    await t.rest.call(me, 'professionals.updateMe', { ...about, is_active: false });
    await parts.service(me);
    await parts.hours(me);
    expect((await own()).is_active).toBe(false);

    const early = await accepted({ role: 'Hairdresser' });
    await t.rest.call(early.me, 'professionals.updateMe', { ...about, is_active: true });
    expect((await early.own()).is_active).toBe(true);
    await t.rest.call(early.me, 'professionals.updateMe', { ...about, is_active: false });
    await parts.service(early.me);
    await parts.window(early.me);
    expect((await early.own()).is_active).toBe(false);
  });

  test('is public when the last two parts arrive at once', async () => {
    const { me, own } = await accepted({ location: 'Carlton' });
    await Promise.all([parts.service(me), parts.window(me)]);
    expect((await own()).is_active).toBe(true);
  });
});
