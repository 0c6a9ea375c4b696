import { randomUUID } from 'node:crypto';
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
const hairWord = 'Zyqwortle';
const healthWord = 'Qwyzlorte';
const words = [hairWord, healthWord];
const holds = (text: string, which = words) => which.filter((word) => text.includes(word));

test('S21: what a client tells stands in the answers of its two sides, health in clear in no column, neither anywhere else', async () => {
  const { deps, lines } = logged(t.deps);
  const app = await buildApp(deps);
  const amara = await t.make.professional();
  const zuri = await t.make.client();
  const [admin, other] = [await t.make.admin(), await t.make.professional()];
  const ask = async (as: Person | null, method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, payload?: object) => {
    const headers = { ...(as && { authorization: `Bearer ${as.token}` }), 'idempotency-key': randomUUID() };
    const { statusCode, body } = await app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: statusCode, body };
  };
  const sockets = await heard(deps);
  for (const who of [zuri, amara])
    await ask(who, 'POST', '/push/subscriptions', { ...service.subscribe(), time_zone: zoneAt(12) });
  const events = [{ kind: 'cut', month: '2025-01', note: hairWord }];
  const hair = { patterns: { crown: '4C' }, length_cm: 20, events, note: hairWord };
  expect((await ask(zuri, 'PUT', '/clients/me/hair', { hair, counted: true })).status).toBe(200);
  const patch_tests = [{ product: healthWord, applied_on: '2026-01-01' }];
  const health = { allergies: ['other'], allergy_note: healthWord, scalp_note: healthWord, patch_tests, consent: true };
  expect((await ask(zuri, 'PUT', '/clients/me/hair/health', health)).status).toBe(200);
  const refused = [
    await ask(zuri, 'PUT', '/clients/me/hair', { hair: { note: `${hairWord}\u0000`, strand: hairWord } }),
    await ask(zuri, 'PUT', '/clients/me/hair/health', { ...health, tender: healthWord }),
  ];
  expect(refused.map(({ status, body }) => [status, holds(body)])).toEqual([
    [422, []],
    [422, []],
  ]);

  const start = Math.ceil(Date.now() / HOUR) * HOUR + 2 * DAY;
  await t.make.window(amara.professionalId, start, start + 4 * HOUR);
  const braids = await t.make.service(amara.professionalId, { technique: 'knotless' });
  const wish = {
    professional_id: amara.professionalId,
    service_ids: [braids],
    start_time: new Date(start).toISOString(),
    share: { hair: true, health: true },
  };
  const made = await ask(zuri, 'POST', '/bookings/', wish);
  expect(made.status).toBe(201);
  await drain(deps);
  const { id, calendar_url } = JSON.parse(made.body) as Booking;
  const sent = { professional_id: amara.professionalId, text: 'See you then!' };
  expect((await ask(zuri, 'POST', '/threads/', sent)).status).toBe(201);
  const feeds = await Promise.all([zuri, amara].map((who) => ask(who, 'POST', '/calendar-feed')));
  const calendars = feeds.map(({ body }) => (JSON.parse(body) as { url: string }).url.replace('webcal', 'http'));
  await ask(amara, 'PATCH', `/bookings/${id}`, { status: 'confirmed' });
  expect(holds((await ask(amara, 'GET', `/bookings/${id}/hair`)).body)).toEqual(words);
  await ask(zuri, 'PUT', `/bookings/${id}/share`, { health: true });

  await drain(deps);
  const own = (await ask(zuri, 'GET', '/users/me/export')).body;
  expect(holds(own)).toEqual(words);
  const { professionalId } = amara;
  const others = await Promise.all([
    ...[
      '/users/me/export',
      '/contacts/',
      '/notifications/me',
      `/bookings/${id}`,
      `/bookings/professionals/${professionalId}`,
    ].map((url) => ask(amara, 'GET', url)),
    ...[`/clients/${zuri.clientId}`, `/clients/${zuri.clientId}/`].map((url) => ask(amara, 'GET', url)),
    ...[`/bookings/${id}`, `/clients/${zuri.clientId}`, `/admin/users?search=${hairWord}`].map((url) =>
      ask(admin, 'GET', url),
    ),
    ...['/admin/jobs', '/admin/audit', '/admin/overview'].map((url) => ask(admin, 'GET', url)),
    ...[...calendars, calendar_url ?? ''].map((url) => ask(null, 'GET', new URL(url, origin).pathname)),
    ...[zuri, amara].map((who) => ask(who, 'GET', '/threads/')),
    ...[`/bookings/${id}/hair`, `/bookings/${id}`].map((url) => ask(other, 'GET', url)),
    ...[`/professionals/${professionalId}`, `/services/?search=${braids}`, `/professional/${professionalId}`].map(
      (url) => ask(null, 'GET', url),
    ),
    ...['/notifications/me', `/bookings/${id}`].map((url) => ask(zuri, 'GET', url)),
  ]);
  expect(service.pushes.length).toBeGreaterThan(1);
  await vi.waitFor(() => expect(sockets.told.length).toBeGreaterThan(1));
  expect(holds(JSON.stringify([service.pushes, sockets.told]), [...words, '4C'])).toEqual([]);
  await sockets.close();
  await app.close();
  expect(others.flatMap(({ body }) => holds(body))).toEqual([]);
  expect(lines.length).toBeGreaterThan(10);
  expect(holds(lines.join(''), [...words, 'knotless', '4C'])).toEqual([]);
  for (const word of words)
    for (const form of ['hex', 'base64'] as const)
      expect(await tablesWith(t.deps, [Buffer.from(word).toString(form)])).toEqual([]);
  expect(await tablesWith(t.deps, [hairWord])).toEqual(['client_hair']);
  expect(await tablesWith(t.deps, [healthWord])).toEqual([]);
  const mails = [zuri, amara, admin].flatMap(({ email }) => t.inbox.to(email));
  expect(mails.length).toBeGreaterThan(1);
  expect(mails.filter(({ text, html }) => holds(`${text}${html}`, [...words, '4C']).length > 0)).toEqual([]);
});
