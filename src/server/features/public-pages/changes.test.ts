import { beforeAll, expect, test, vi } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { asOwner } from '#server/testing/db.ts';
import type { ClientPerson, ProfessionalPerson } from '#server/testing/make.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { lookForChanges, ofLandingPage, readNotices, type Shown } from './change-queries.ts';

const t = useTestApp();
const start = Math.ceil(Date.now() / DAY) * DAY + 2 * DAY;
const profile = { display_name: 'Amara', professional_type: 'barber', location: 'Carlton', experience_years: 1 };
const service = { name: 'Cut', service_duration_minutes: 60, price: 60, category: 'Haircut' };
let amara: ProfessionalPerson;
let other: ProfessionalPerson;
let zoe: ClientPerson;
let cut: string;

beforeAll(async () => {
  [amara, other, zoe] = [await t.make.professional(), await t.make.professional(), await t.make.client()];
  cut = await t.make.service(amara.professionalId);
  await t.make.window(amara.professionalId, start, start + 8 * HOUR);
});

const of = (id: string) => ({ subjects: [id], everybody: false, allTimes: false });
const list = { subjects: [], everybody: true, allTimes: false };
const soonest = { subjects: [], everybody: true, allTimes: true };

/**
 * From where a look goes on that sees nothing of before: transactions of other tests on this server hold it back while
 * they are open.
 */
async function settled(...shown: Shown[]): Promise<number> {
  return vi.waitFor(
    async () => {
      const { next } = await lookForChanges(t.deps.db);
      for (const one of shown) expect((await lookForChanges(t.deps.db, one, next)).changed).toBe(false);
      return next;
    },
    { timeout: 30_000, interval: 20 },
  );
}

/** For which pages something has changed after `work`: of that professional, of another, a list, one by slots. */
async function changedBy(work: () => Promise<unknown>) {
  const pages = [of(amara.professionalId), of(other.professionalId), list, soonest];
  const next = await settled(...pages);
  await work();
  const looks = pages.map((shown) => lookForChanges(t.deps.db, shown, next));
  return (await Promise.all(looks)).map(({ changed }) => changed);
}

async function call(person: { token: string }, procedure: string, input: Record<string, unknown>) {
  const { status, body } = await t.rest.call(person, procedure, input);
  expect([procedure, status < 300]).toEqual([procedure, true]);
  return body as { id: string };
}

test('whatever changes what pages show is seen by the pages that show it, and by no others', async () => {
  const { db } = t.deps;
  let made = '';
  const everywhere: [string, () => Promise<unknown>][] = [
    ['profile', () => call(amara, 'professionals.updateMe', { ...profile, bio: 'Braids', specializations: [2] })],
    [
      'handle',
      () => call(amara, 'professionals.updateMe', { ...profile, handle: 'amara-braids', specializations: [] }),
    ],
    ['new service', async () => (made = (await call(amara, 'services.create', service)).id)],
    ['changed service', () => call(amara, 'services.update', { id: made, ...service, price: 70 })],
    ['order', () => call(amara, 'services.reorder', { service_ids: [made, cut] })],
    ['removed service', () => call(amara, 'services.delete', { id: made })],
    ['picture', () => t.make.picture(amara.professionalId)],
    ['disabled', () => db.updateTable('users').set({ is_active: false }).where('id', '=', amara.userId).execute()],
    ['enabled', () => db.updateTable('users').set({ is_active: true }).where('id', '=', amara.userId).execute()],
    [
      'specialization',
      () =>
        db
          .insertInto('professional_specializations')
          .values({ professional_id: amara.professionalId, specialization_id: 4 })
          .execute(),
    ],
  ];
  for (const [what, work] of everywhere)
    expect([what, ...(await changedBy(work))]).toEqual([what, true, false, true, expect.any(Boolean)]);
  const times: [string, () => Promise<unknown>][] = [
    ['window', () => t.make.window(amara.professionalId, start + DAY, start + DAY + HOUR)],
    [
      'hours',
      () => call(amara, 'hours.replace', { schedules: [{ hours: [{ weekday: 1, start: '09:00', end: '17:00' }] }] }),
    ],
    [
      'settings',
      () => call(amara, 'professionals.updateMe', { ...profile, min_notice_minutes: 30, specializations: [] }),
    ],
    [
      'booking',
      () =>
        call(zoe, 'bookings.create', {
          professional_id: amara.professionalId,
          service_ids: [cut],
          start_time: new Date(start + HOUR).toISOString(),
        }),
    ],
  ];
  for (const [what, work] of times)
    expect([what, ...(await changedBy(work))]).toEqual([what, true, false, what === 'settings', true]);
  expect(await readNotices(db, [amara.professionalId])).toEqual(new Map([[amara.professionalId, 30]]));
  const next = await settled(of(ofLandingPage), of(amara.professionalId));
  await db
    .insertInto('images')
    .values({ image_type: 'homepage_carousel', storage_key: 'one', width: 10, height: 10 })
    .execute();
  expect((await lookForChanges(db, of(ofLandingPage), next)).changed).toBe(true);
  expect((await lookForChanges(db, of(amara.professionalId), next)).changed).toBe(false);
});

test('what was begun before a page was made, and committed after, is seen', async () => {
  const { db } = t.deps;
  const begun = Promise.withResolvers<void>();
  const made = Promise.withResolvers<void>();
  const slow = db.transaction().execute(async (trx) => {
    await trx.updateTable('services').set({ price_cents: 9_900 }).where('id', '=', cut).execute();
    begun.resolve();
    await made.promise;
  });
  await begun.promise;
  // Another transaction begins and ends meanwhile, so that numbers go on.
  await db.updateTable('services').set({ position: 3 }).where('professional_id', '=', other.professionalId).execute();
  await t.make.service(other.professionalId);
  const next = await settled(of(amara.professionalId));
  made.resolve();
  await slow;
  expect((await lookForChanges(db, of(amara.professionalId), next)).changed).toBe(true);
});

test('changes of long ago are removed by later ones', async () => {
  await t.make.service(amara.professionalId);
  await asOwner(t.databaseUrl, 'update public_changes set version = version - 2000000');
  const counted = async () => (await t.deps.db.selectFrom('public_changes').select('id').execute()).length;
  const before = await counted();
  await t.make.service(amara.professionalId);
  expect([before > 5, await counted()]).toEqual([true, 1]);
});
