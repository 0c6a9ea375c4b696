import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { at } from '#server/testing/hours.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import type { Reschedule } from '#shared/reschedules.ts';

const t = useTestApp({ BOOKINGS_PER_HOUR: '20' });
afterEach(() => vi.restoreAllMocks());

type Sent = { status: number; body: unknown };

/** How many statements a call sends, from finding its session to the commit. */
async function statementsOf(call: () => Promise<Sent>, status: number): Promise<{ count: number; body: unknown }> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const answer = await call();
  const count = query.mock.calls.length;
  query.mockRestore();
  expect(answer.status).toBe(status);
  return { count, body: answer.body };
}

test('a booking sends six statements, another time for it seven, the answer six, a change of hours seven', async () => {
  const [client, professional] = [await t.make.client(), await t.make.professional()];
  const service = await t.make.service(professional.professionalId);
  const start = Date.parse(at(0));
  await t.make.window(professional.professionalId, start, start + 8 * HOUR);
  const book = (hours: number) => () =>
    t.rest.call(client, 'bookings.create', {
      professional_id: professional.professionalId,
      service_ids: [service],
      start_time: at(hours),
    });
  // The first one opens a connection.
  await book(0)();
  const booked = await statementsOf(book(1), 201);
  const { id } = booked.body as { id: string };
  await t.make.change('bookings', id, { status: 'confirmed', due_at: new Date(start + DAY).toISOString() });
  const asked = await statementsOf(() => t.rest.call(client, 'reschedules.ask', { id, start_time: at(3) }), 201);
  const reschedule_id = (asked.body as Reschedule).id;
  const answer = { id, reschedule_id, status: 'accepted' };
  const accepted = await statementsOf(() => t.rest.call(professional, 'reschedules.answer', answer), 200);
  const schedules = [{ hours: [{ weekday: 1, start: '09:00', end: '17:00' }] }];
  const hours = await statementsOf(() => t.rest.call(professional, 'hours.replace', { schedules }), 200);
  expect([booked.count, asked.count, accepted.count, hours.count]).toEqual([6, 7, 6, 7]);
});
