import { afterEach, expect, test, vi } from 'vitest';
import { findBroken } from '#server/db/invariants.ts';
import { useTestApp } from '#server/testing/app.ts';
import { clearPoint, killAt, type Point } from '#server/testing/kill-at.ts';
import { type ServerProcess, startProcess } from '#server/testing/processes.ts';
import { full } from '#server/testing/repetitions.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import { iso } from '#shared/time.ts';

const t = useTestApp();
vi.setConfig({ testTimeout: full ? 3_600_000 : 240_000 });
const day = Math.ceil(Date.now() / DAY) * DAY + 2 * DAY;
const steps = ['ask', 'accepted', 'declined', 'withdrawn', 'cancel', 'at once'] as const;
type Step = (typeof steps)[number];

// Where the process dies. Each step passes all of them but `busy_times`.
const points: Point[] = [
  { table: 'busy_times', when: 'before insert or delete' },
  { table: 'reschedules', when: 'before insert or update' },
  { table: 'bookings', when: 'after update' },
  { table: 'outbox', when: 'before insert' },
  { table: 'outbox', when: 'after insert', deferred: true },
];

let server: ServerProcess | undefined;
afterEach(async () => {
  await server?.kill();
  for (const point of points) await clearPoint(t.databaseUrl, point);
});

let days = 0;

/** A booking, where the step needs it with a pending request of its client, and the call that takes the step. */
async function prepared(step: Step) {
  const professional = await t.make.professional();
  if (step === 'at once')
    await t.make.change('professionals', professional.professionalId, { instant_confirmation: true });
  const client = await t.make.client();
  const start = day + (days++ % 300) * DAY;
  await t.make.window(professional.professionalId, start, start + 6 * HOUR);
  const { bookingId: id } = await t.make.booking({ ...professional, ...client, start, status: 'confirmed' });
  const wish = { start_time: iso(start + 2 * HOUR) };
  const asks = `/bookings/${id}/reschedules`;
  if (step === 'ask' || step === 'at once')
    return { id, take: (to: ServerProcess) => to.call(client.token, 'POST', asks, wish) };
  const { body } = await t.rest.call(client, 'reschedules.ask', { id, ...wish });
  if (step === 'cancel')
    return {
      id,
      take: (to: ServerProcess) => to.call(client.token, 'PATCH', `/bookings/${id}`, { status: 'cancelled' }),
    };
  const by = step === 'withdrawn' ? client : professional;
  const request = `${asks}/${(body as { id: string }).id}`;
  return { id, take: (to: ServerProcess) => to.call(by.token, 'PATCH', request, { status: step }) };
}

/** What a step can change of a booking. */
async function stateOf(id: string) {
  const { rows } = await t.deps.pool.query(
    `select b.status, b.start_time, b.version, r.status as request,
       (select array_agg(kind || ' ' || start_time order by start_time) from busy_times where booking_id = b.id) as busy,
       (select count(*)::int from outbox where payload ->> 'booking_id' = b.id::text) as events
     from bookings b left join reschedules r on r.booking_id = b.id where b.id = $1`,
    [id],
  );
  return rows[0];
}

test('B19: kill -9 at any point of any step leaves held times equal to what bookings and pending requests say', async () => {
  const all = steps.flatMap((step) => points.map((point) => ({ step, point })));
  const rounds = full
    ? Array.from({ length: 60 }, (_, round) => all[round % all.length])
    : all.sort(() => Math.random() - 0.5).slice(0, 5);
  for (const round of rounds) {
    if (!round) continue;
    const { step, point } = round;
    server = await startProcess(t.databaseUrl);
    const { id, take } = await prepared(step);
    const before = await stateOf(id);
    await killAt(t, point, server, take);
    expect([round, await findBroken(t.deps.db)]).toEqual([round, []]);
    if (!point.deferred) expect([round, await stateOf(id)]).toEqual([round, before]);

    server = await startProcess(t.databaseUrl);
    const again = await take(server);
    expect([round, [200, 201, 409].includes(again.status)]).toEqual([round, true]);
    if (!point.deferred) expect(again.status).toBeLessThan(300);
    expect([round, await findBroken(t.deps.db)]).toEqual([round, []]);
    await server.stop();
  }
});
