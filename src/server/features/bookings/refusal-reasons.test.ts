import { expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { DAY, HOUR, pendingCap } from '#shared/constants.ts';

const t = useTestApp();

/** What both APIs answer to the same refused booking. */
async function refused(token: string, body: Record<string, unknown>) {
  const headers = { authorization: `Bearer ${token}` };
  const trpc = await t.app.inject({ method: 'POST', url: '/trpc/bookings.create', headers, payload: body });
  const rest = await t.app.inject({ method: 'POST', url: '/bookings/', headers, payload: body });
  expect(rest.statusCode).toBe(trpc.statusCode);
  return {
    rest: rest.json<unknown>(),
    trpc: trpc.json<{ error: { data: { detail: string; reason?: string } } }>().error.data,
  };
}

test('a refused booking says why by a code over tRPC; REST answers the text alone', async () => {
  const { professionalId } = await t.make.professional();
  const { clientId, token } = await t.make.client();
  const [service, gone] = [await t.make.service(professionalId, { price: 50 }), await t.make.service(professionalId)];
  await t.make.change('services', gone, { is_active: false });
  const start = Math.ceil(Date.now() / DAY) * DAY + 2 * DAY;
  await t.make.window(professionalId, start, start + 8 * HOUR);
  const wish = { professional_id: professionalId, service_ids: [service], start_time: new Date(start).toISOString() };

  const cases: [object, string][] = [
    [{ total_price: 1 }, 'price_changed'],
    [{ service_ids: [gone] }, 'service_not_offered'],
    [{ start_time: new Date(start - DAY).toISOString() }, 'slot_taken'],
  ];
  for (const [given, reason] of cases) {
    const { rest, trpc } = await refused(token, { ...wish, ...given });
    expect([reason, trpc.reason]).toEqual([reason, reason]);
    expect(rest).toEqual({ detail: trpc.detail });
  }
  for (let made = 0; made < pendingCap.withOneProfessional; made++) {
    await t.make.booking({ professionalId, clientId, start: start + DAY + made * HOUR });
  }
  expect((await refused(token, wish)).trpc.reason).toBe('too_many_pending');
  const other = await refused(token, { ...wish, professional_id: clientId });
  expect(other.trpc).toMatchObject({ detail: 'Professional not found' });
  expect(other.trpc.reason).toBeUndefined();
});
