import { describe, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { DAY, HOUR } from '#shared/constants.ts';

const t = useTestApp();

/** A professional with a service and a window of tomorrow. */
async function offering({ name = 'Amara Okafor', service = 'Dry curl cut' } = {}) {
  const professional = await t.make.professional({ display_name: name });
  const serviceId = await t.make.service(professional.professionalId, { name: service });
  const start = Math.ceil(Date.now() / HOUR) * HOUR + DAY;
  const windowId = await t.make.window(professional.professionalId, start, start + 8 * HOUR);
  return { ...professional, serviceId, windowId, start };
}

const setActive = (userId: string, is_active: boolean) =>
  t.deps.db.updateTable('users').set({ is_active }).where('id', '=', userId).execute();

describe('S15: a disabled professional', () => {
  test.each([
    ['rest', { name: 'Wanjiru Kamau', service: 'Silk press' }],
    ['trpc', { name: 'Tevita Moala', service: 'Box braids' }],
  ] as const)('is neither listed nor shown nor bookable for others over %s, and comes back as they were', async (api, names) => {
    const door = t[api];
    const [one, client, admin] = [await offering(names), await t.make.client(), await t.make.admin()];
    const booking = { professional_id: one.professionalId, service_ids: [one.serviceId], start_time: new Date(one.start).toISOString() };
    /** What a visitor and a client get of the professional. */
    const seen = async () => [
      await door.call(null, 'professionals.byId', { id: one.professionalId }),
      await door.call(client, 'services.byId', { id: one.serviceId }),
      await door.call(null, 'services.ofProfessional', { id: one.professionalId }),
      await door.call(null, 'availability.ofProfessional', { id: one.professionalId }),
      await door.call(client, 'availability.slots', { id: one.windowId }),
      await door.call(client, 'professionals.list', { search: names.name }),
      await door.call(null, 'services.list', { search: names.service, facets: true }),
    ];
    const before = await seen();
    expect(before.map(({ status }) => status)).toEqual(before.map(() => 200));
    expect(before.slice(5).map(({ body }) => (body as { total: number }).total)).toEqual([1, 1]);

    await setActive(one.userId, false);
    const gone = await seen();
    expect(gone.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 200, 200]);
    for (const { body } of gone.slice(5)) expect(body).toMatchObject({ results: [], total: 0 });
    expect(gone[6]?.body).toMatchObject({ facets: { categories: [], specializations: [] } });
    expect(await door.call(client, 'bookings.create', booking)).toMatchObject({
      status: 404,
      body: { detail: 'Professional not found' },
    });
    expect(await door.call(admin, 'professionals.byId', { id: one.professionalId })).toMatchObject({
      status: 200,
      body: { is_active: false },
    });

    await setActive(one.userId, true);
    expect((await seen()).map(({ body }) => body)).toEqual(before.map(({ body }) => body));
    expect((await door.call(client, 'bookings.create', booking)).status).toBe(201);
  });

  test('their own switch stays as it was: enabling shows no profile that was hidden', async () => {
    const one = await t.make.professional({ is_active: false });
    for (const active of [false, true]) {
      await setActive(one.userId, active);
      expect((await t.rest.call(null, 'professionals.byId', { id: one.professionalId })).status).toBe(404);
    }
  });
});
