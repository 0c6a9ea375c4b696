import { expect, test } from 'vitest';
import { newLink } from '#server/links/mailed-links.ts';
import { useTestApp } from '#server/testing/app.ts';
import { DAY, HOUR } from '#shared/constants.ts';

const t = useTestApp();

test('first steps follow what is there; left for later or done with is stored; who was here before has none', async () => {
  const email = 'new@accounts.example';
  await t.deps.db
    .insertInto('waitlist_entries')
    .values({ name: 'Mere Te Ao', email, role: 'Barber', status: 'approved' })
    .execute();
  const token = await newLink(t.deps.db, 'invitation', { email });
  const { body } = await t.rest.call(null, 'auth.accept', { token, password: 'braids and barrel curls' });
  const me = { token: (body as { access_token: string }).access_token };
  const steps = async () => (await t.rest.call(me, 'professionals.firstSteps')).body;
  const { id } = (await t.rest.call(me, 'professionals.profile')).body as { id: string };

  expect(await steps()).toEqual({ state: 'open', profile: false, service: false, hours: false });
  const profile = { display_name: 'Mere Te Ao', professional_type: 'barber', location: 'Carlton', experience_years: 2 };
  await t.rest.call(me, 'professionals.updateMe', { ...profile, bio: 'Fades', specializations: [] });
  expect(await steps()).toMatchObject({ profile: false });
  await t.rest.call(me, 'professionals.updateMe', { ...profile, bio: 'Fades', specializations: [1] });
  const service = await t.make.service(id);
  await t.make.window(id, Date.now() - 2 * DAY, Date.now() - 2 * DAY + HOUR);
  expect(await steps()).toEqual({ state: 'open', profile: true, service: true, hours: false });
  await t.make.window(id, Date.now() + DAY, Date.now() + DAY + HOUR);
  await t.rest.call(me, 'services.delete', { id: service });
  expect(await steps()).toEqual({ state: 'open', profile: true, service: false, hours: true });
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
