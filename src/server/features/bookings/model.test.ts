import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import { runDueTransitions } from '#server/jobs/scheduled-transitions.ts';
import { type TestApp, useTestApp } from '#server/testing/app.ts';
import type { Person } from '#server/testing/make.ts';
import { full, repetitions } from '#server/testing/repetitions.ts';
import { type BookingStatus, HOUR } from '#shared/constants.ts';
import { type Actor, canHappen } from '#shared/rules/visit-life.ts';

const t = useTestApp();
vi.setConfig({ testTimeout: full ? 1_200_000 : 120_000 });

// The booking starts in 36 hours and lasts one; `clocks` are hours from now at which the steps happen.
const startsIn = 36;
const clocks = [0, 12, 25, 35, 36.5, 38];
let apps: TestApp[];
let people: { stranger: Person; admin: Person };

beforeAll(async () => {
  apps = await Promise.all(clocks.map((hours) => t.at(`${hours} hours`)));
  people = { stranger: await t.make.client(), admin: await t.make.admin() };
});

type Who = 'client' | 'professional' | 'admin' | 'stranger';
type Step = 'later' | 'system' | { who: Who; to: 'confirmed' | 'cancelled'; api: 'rest' | 'trpc' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.constant('later' as const) },
  { weight: 2, arbitrary: fc.constant('system' as const) },
  {
    weight: 6,
    arbitrary: fc.record({
      who: fc.constantFrom<Who>('client', 'professional', 'admin', 'stranger'),
      to: fc.constantFrom('confirmed' as const, 'cancelled' as const),
      api: fc.constantFrom('rest' as const, 'trpc' as const),
    }),
  },
);

/** The contract's rule as a model without SQL. Returns the HTTP status and the booking's status afterwards. */
function expected(
  status: BookingStatus,
  hours: number,
  { who, to }: { who: Who; to: 'confirmed' | 'cancelled' },
): [number, BookingStatus] {
  if (to === 'confirmed' && who !== 'professional') return [403, status];
  if (who === 'stranger') return [404, status];
  if (status === to) return [200, status];
  const inTime = hours < startsIn && (to === 'cancelled' || hours < 24);
  return canHappen(to, status, who satisfies Actor) && inTime ? [200, to] : [409, status];
}

function bySystem(status: BookingStatus, hours: number): BookingStatus {
  if (status === 'pending' && hours >= 24) return 'cancelled';
  return status === 'confirmed' && hours >= startsIn + 1 ? 'completed' : status;
}

async function transitionsOf(id: string): Promise<number> {
  const rows = await t.deps.db
    .selectFrom('outbox')
    .select('event')
    .where('payload', '@>', JSON.stringify({ booking_id: id }))
    .where('event', 'not in', ['booking.created', 'booking.reminder_due'])
    .execute();
  return rows.length;
}

test('B5: after random changes in any order and at any time a booking is as the contract says, with one event per change', async () => {
  const property = fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
    const professional = await t.make.professional();
    const client = await t.make.client();
    const service = await t.make.service(professional.professionalId);
    const start = Date.now() + startsIn * HOUR;
    await t.make.window(professional.professionalId, start, start + 2 * HOUR);
    const wish = {
      professional_id: professional.professionalId,
      service_ids: [service],
      start_time: new Date(start).toISOString(),
    };
    const { id } = (await t.rest.call(client, 'bookings.create', wish)).body as { id: string };

    let clock = 0;
    let status: BookingStatus = 'pending';
    let changes = 0;
    for (const one of steps) {
      const app = apps[clock] ?? t;
      const hours = clocks[clock] ?? 0;
      let next: BookingStatus = status;
      if (one === 'later') clock = Math.min(clock + 1, clocks.length - 1);
      else if (one === 'system') {
        await runDueTransitions(app.deps.db);
        next = bySystem(status, hours);
      } else {
        const [code, after] = expected(status, hours, one);
        const answer = await app[one.api].call({ ...people, client, professional }[one.who], 'bookings.change', {
          id,
          status: one.to,
        });
        expect(answer.status).toBe(code);
        if (code === 200) expect(answer.body).toMatchObject({ status: after });
        next = after;
      }
      if (next !== status) changes++;
      status = next;
    }
    expect((await t.rest.call(client, 'bookings.byId', { id })).body).toMatchObject({ status });
    expect(await transitionsOf(id)).toBe(changes);
    const busy = await t.deps.db.selectFrom('busy_times').select('booking_id').where('booking_id', '=', id).execute();
    expect(busy).toHaveLength(status === 'cancelled' ? 0 : 1);
  });
  await fc.assert(property, { numRuns: repetitions(200) });
});
