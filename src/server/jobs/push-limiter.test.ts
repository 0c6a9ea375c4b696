import { afterAll, expect, test, vi } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { openPushService } from '#server/testing/push-service.ts';
import { zoneAt } from '#server/testing/zone-at.ts';
import { createPushLimiter } from './push-limiter.ts';

const service = await openPushService();
afterAll(() => service.close());
const t = useTestApp({ PUSH_HOSTS: service.origin });

test('J15: what waits for a slow service is due for another process soon after the death of this one', async () => {
  service.answer = () => undefined;
  const [amara, zoe] = [await t.make.professional(), await t.make.client()];
  await t.make.booking({ professionalId: amara.professionalId, clientId: zoe.clientId, status: 'confirmed' });
  const subscription = service.subscribe();
  await t.rest.call(zoe, 'push.subscribe', { ...subscription, time_zone: zoneAt(12) });
  for (let i = 0; i < 12; i++)
    await t.rest.call(amara, 'threads.start', { client_id: zoe.clientId, text: `Number ${i}` });
  await t.drain();
  // As the relay leaves them.
  const { rows } = await t.deps.pool.query<{ id: string }>(
    `update deliveries set next_attempt_at = clock_now() + interval '60 seconds' where channel = 'push' and recipient = (
       select id::text from push_subscriptions where endpoint = $1) returning id`,
    [subscription.endpoint],
  );
  expect(rows).toHaveLength(12);
  const ids = rows.map(({ id }) => id);
  /** When those that wait are due, seconds from now. */
  async function waits(): Promise<number[]> {
    const found = await t.deps.pool.query<{ wait: number }>(
      `select extract(epoch from next_attempt_at - clock_now())::float8 as wait from deliveries
       where id = any($1) and sending_until is null order by wait`,
      [ids],
    );
    return found.rows.map(({ wait }) => wait);
  }
  const limiter = createPushLimiter(t.deps);
  for (const id of ids) limiter.add(id, subscription.endpoint);
  await vi.waitFor(() => expect(service.to(subscription)).toHaveLength(10), { timeout: 5_000 });
  await vi.waitFor(async () => expect((await waits()).at(-1)).toBeLessThanOrEqual(10));
  expect(await waits()).toHaveLength(2);
  // As long as this one lives no other one has them.
  await vi.waitFor(async () => expect((await waits())[0]).toBeLessThan(8.5), { timeout: 3_000 });
  await vi.waitFor(async () => expect((await waits())[0]).toBeGreaterThan(9), { timeout: 4_000 });
  await limiter.close(0);
});
