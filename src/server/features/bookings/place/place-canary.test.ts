import { afterAll, expect, test, vi } from 'vitest';
import { buildApp } from '#server/http/app.ts';
import { useTestApp } from '#server/testing/app.ts';
import { heard, logged, tablesWith } from '#server/testing/canaries.ts';
import { drain } from '#server/testing/drain.ts';
import type { Person } from '#server/testing/make.ts';
import { openPushService } from '#server/testing/push-service.ts';
import { zoneAt } from '#server/testing/zone-at.ts';
import type { Booking } from '#shared/bookings.ts';
import { DAY, HOUR } from '#shared/constants.ts';

const service = await openPushService();
afterAll(() => service.close());
const origin = 'http://localhost:4000';
const t = useTestApp({ PUSH_HOSTS: service.origin, PUBLIC_URL: origin });
const [home, note, visit] = ['Zyqwortle', 'Quibblegate', 'Qwyzlorte'];
const words = [home, note, visit];
const holds = (...told: unknown[]) => words.filter((word) => JSON.stringify(told).includes(word));
const start = Math.ceil(Date.now() / HOUR) * HOUR + 2 * DAY;

test('S22: addresses of a home and of a visit are in the answers, mails and calendars of their two sides, and nowhere else', async () => {
  const { deps, lines } = logged(t.deps);
  const app = await buildApp(deps);
  const sockets = await heard(deps);
  const place = { kind: 'home', address: `12 ${home} Lane`, access_note: `${note}, ring twice` } as const;
  const amara = await t.make.professional({ place: { ...place, public: false, facts: [] } });
  const mobile = { kind: 'mobile', address: null, access_note: null, public: false, facts: [] } as const;
  const nia = await t.make.professional({ display_name: 'Nia Bello', place: mobile });
  const [zoe, admin, other] = [await t.make.client(), await t.make.admin(), await t.make.client()];
  const people = [amara, nia, zoe];
  const ask = async (as: Person | null, path: string, method: 'GET' | 'POST' | 'PATCH' = 'GET', payload?: object) => {
    const headers = as ? { authorization: `Bearer ${as.token}` } : {};
    return (await app.inject({ method, url: path, headers, ...(payload && { payload }) })).body;
  };
  for (const person of people)
    await ask(person, '/push/subscriptions', 'POST', { ...service.subscribe(), time_zone: zoneAt(12) });
  const mails = ({ email }: Person) => t.inbox.to(email);
  const feedOf = async (who: Person) => {
    const { url: feed } = JSON.parse(await ask(who, '/calendar-feed', 'POST')) as { url: string };
    expect(holds(feed)).toEqual([]);
    return ask(null, new URL(feed.replace('webcal', 'http')).pathname);
  };
  const own = async (booking: Booking) => [
    await ask(zoe, `/bookings/${booking.id}`),
    await ask(zoe, `/bookings/clients/${zoe.clientId}`),
    await ask(zoe, '/users/me/export'),
    await ask(null, new URL(booking.calendar_url ?? '', origin).pathname),
    await feedOf(zoe),
  ];

  const made: Booking[] = [];
  for (const { professionalId } of [amara, nia]) {
    const id = await t.make.service(professionalId);
    await t.make.window(professionalId, start, start + 4 * HOUR);
    const wish = { professional_id: professionalId, service_ids: [id], start_time: new Date(start).toISOString() };
    const at = new Date(start + made.length * HOUR).toISOString();
    made.push(
      JSON.parse(await ask(zoe, '/bookings/', 'POST', { ...wish, start_time: at, visit_address: `9 ${visit} Road` })),
    );
    await ask(zoe, '/threads/', 'POST', { professional_id: professionalId, text: 'Is there parking?' });
  }
  const [there, here] = made as [Booking, Booking];

  /** What nobody but the two sides is told, in any state. */
  const everywhereElse = async () => {
    const shown = [
      ...made.map(({ id }) => `/bookings/${id}`),
      ...[amara, nia].map(({ professionalId }) => `/professionals/${professionalId}`),
    ];
    const searched = words.flatMap((word) => ['services', 'professionals'].map((list) => `/${list}/?search=${word}`));
    const lists = [`/professionals/?location=${home}`, `/localities?search=${home}`, '/sitemap/professionals-1.xml'];
    const answers = await Promise.all([
      ...shown.flatMap((path) => [null, other, admin].map((who) => ask(who, path))),
      ...[...searched, ...lists].map((path) => ask(null, path)),
      ...words.map((word) => ask(admin, `/admin/users?search=${word}`)),
      ...people.flatMap((who) => ['/notifications/me', '/threads/'].map((path) => ask(who, path))),
      ...[amara, nia].map((who) => ask(who, '/contacts/')),
      ask(other, '/users/me/export'),
    ]);
    // A search without a result answers its words nowhere.
    expect(answers.flatMap((answer) => holds(answer))).toEqual([]);
    expect(holds(lines, service.pushes, sockets.told)).toEqual([]);
    expect(await tablesWith(t.deps, words)).toEqual(['bookings', 'professionals']);
    expect(holds(mails(amara), mails(other), mails(admin))).toEqual([]);
  };

  // Asked for: the professional who would come knows where to.
  await drain(deps);
  expect(holds(mails(zoe), await feedOf(zoe), await feedOf(nia))).toEqual([]);
  expect(holds(await own(there))).toEqual([visit]);
  expect([here.place, here.visit_address]).toEqual([null, `9 ${visit} Road`]);
  expect(holds(mails(nia))).toEqual([visit]);
  await everywhereElse();

  for (const [who, { id }] of [
    [amara, there],
    [nia, here],
  ] as const)
    await ask(who, `/bookings/${id}`, 'PATCH', { status: 'confirmed' });
  await drain(deps);
  for (const told of await own(there)) expect(holds(told)).toContain(home);
  expect(holds(mails(zoe))).toEqual(words);
  await everywhereElse();
  expect(service.pushes.length).toBeGreaterThan(3);
  await vi.waitFor(() => expect(sockets.told.length).toBeGreaterThan(3));

  const before = mails(zoe).length;
  for (const [who, { id }] of [
    [amara, there],
    [nia, here],
  ] as const)
    await ask(who, `/bookings/${id}`, 'PATCH', { status: 'cancelled' });
  await drain(deps);
  expect(holds(mails(zoe).slice(before), await feedOf(zoe), await feedOf(nia))).toEqual([]);
  expect(holds(await ask(zoe, `/bookings/${there.id}`))).toEqual([]);
  expect(holds(await ask(zoe, '/users/me/export'))).toEqual([visit]);
  await everywhereElse();
  await sockets.close();
  await app.close();
});
