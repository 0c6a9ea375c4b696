import { expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';

const t = useTestApp();

/** A professional with a window of four hours, a client, and their booking of an hour in its middle. */
async function booked(status: 'pending' | 'confirmed' | 'cancelled' = 'confirmed') {
  const professional = await t.make.professional();
  const client = await t.make.client();
  const service = await t.make.service(professional.professionalId, { service_duration_minutes: 60 });
  const start = Math.ceil(Date.now() / HOUR) * HOUR + 2 * DAY;
  const window = await t.make.window(professional.professionalId, start - HOUR, start + 3 * HOUR);
  const { bookingId } = await t.make.booking({
    professionalId: professional.professionalId,
    clientId: client.clientId,
    serviceIds: [service],
    start,
    status,
  });
  return { professional, client, service, start, window, bookingId };
}

type Slots = { available_slots: { start_time: string }[] };
const startsOf = (windows: Slots[]) =>
  windows.flatMap(({ available_slots }) => available_slots.map(({ start_time }) => Date.parse(start_time)));

async function ask(token: string | undefined, path: string) {
  const answer = await t.app.inject({ url: path, headers: token ? { authorization: `Bearer ${token}` } : {} });
  return { status: answer.statusCode, body: answer.json() };
}

test('B19: free times for a booking have its own length, count its own time as free, and leave its start out', async () => {
  const { professional, client, start, window, bookingId } = await booked();
  const half = 30 * MINUTE;
  const expected = [-2, -1, 1, 2, 3, 4].map((steps) => start + steps * half);
  for (const person of [client, professional]) {
    const all = await ask(
      person.token,
      `/availability/professional/${professional.professionalId}?booking_id=${bookingId}`,
    );
    expect(startsOf(all.body)).toEqual(expected);
    const one = await ask(person.token, `/availability/slots/${window}?booking_id=${bookingId}`);
    expect(startsOf([one.body])).toEqual(expected);
  }
});

test('they are for its two sides and admins: 404 for others, and with another professional', async () => {
  const { professional, client, service, bookingId } = await booked();
  const [stranger, other] = [await t.make.client(), await t.make.professional()];
  const path = `/availability/professional/${professional.professionalId}?booking_id=${bookingId}`;
  expect((await ask(undefined, path)).status).toBe(404);
  expect((await ask(stranger.token, path)).status).toBe(404);
  expect(
    (await ask(client.token, `/availability/professional/${other.professionalId}?booking_id=${bookingId}`)).status,
  ).toBe(404);
  expect((await ask(client.token, `${path}&service_ids=${service}`)).status).toBe(422);
  expect(
    (await ask(client.token, `/availability/professional/${professional.professionalId}?booking_id=x`)).status,
  ).toBe(422);
});

test('a booking that is over has none: 409', async () => {
  const { professional, client, bookingId } = await booked('cancelled');
  const path = `/availability/professional/${professional.professionalId}?booking_id=${bookingId}`;
  expect(await ask(client.token, path)).toMatchObject({ status: 409 });
});
