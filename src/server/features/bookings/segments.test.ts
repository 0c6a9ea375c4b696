import { beforeEach, describe, expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import type { ClientPerson, ProfessionalPerson } from '#server/testing/make.ts';
import { overlaps } from '#server/testing/overlaps.ts';
import type { Booking } from '#shared/bookings.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';

const t = useTestApp();
const nine = Math.ceil(Date.now() / DAY) * DAY + 2 * DAY;
/** So many minutes after nine, as ISO text. */
const at = (minutes: number) => new Date(nine + minutes * MINUTE).toISOString();
const span = (from: number, to: number) => ({ start_time: at(from), end_time: at(to) });

describe('a visit with processing time', () => {
  let wanjiru: ProfessionalPerson;
  let zoe: ClientPerson;
  let kofi: ClientPerson;
  let colour: string;
  let cut: string;
  const call = (...args: Parameters<typeof t.rest.call>) => t.rest.call(...args);
  const book = (person: ClientPerson, service_ids: string[], minutes: number) =>
    call(person, 'bookings.create', { professional_id: wanjiru.professionalId, service_ids, start_time: at(minutes) });
  const free = async (...service_ids: string[]) => {
    const { body } = await call(null, 'availability.ofProfessional', { id: wanjiru.professionalId, service_ids });
    return (body as { available_slots: { start_time: string }[] }[])
      .flatMap(({ available_slots }) => available_slots)
      .map(({ start_time }) => (Date.parse(start_time) - nine) / MINUTE);
  };

  beforeEach(async () => {
    wanjiru = await t.make.professional({ slot_interval_minutes: 15 });
    zoe = await t.make.client();
    kofi = await t.make.client();
    const gap = { processing_start_minutes: 45, processing_minutes: 30 };
    colour = await t.make.service(wanjiru.professionalId, { service_duration_minutes: 105, ...gap });
    cut = await t.make.service(wanjiru.professionalId, { service_duration_minutes: 30 });
    await t.make.window(wanjiru.professionalId, nine, nine + 3 * HOUR);
  });

  test("the colourist's morning: a cut in the gap of a colour, by another client, offered and booked", async () => {
    const made = await book(zoe, [colour], 0);
    expect(made).toMatchObject({ status: 201, body: { ...span(0, 105), segments: [span(0, 45), span(75, 105)] } });
    expect(await free(cut)).toEqual([45, 105, 120, 135, 150]);
    expect(await free(colour)).toEqual([]);
    expect((await book(kofi, [cut], 60)).status).toBe(409);
    const inside = await book(kofi, [cut], 45);
    expect(inside).toMatchObject({ status: 201, body: { ...span(45, 75), segments: [span(45, 75)] } });
    expect(await free(cut)).toEqual([105, 120, 135, 150]);
    expect(await overlaps(t.deps.pool)).toBe(0);
  });

  test('parts that touch are one, in every answer, and stay as they were booked', async () => {
    const segments = [span(0, 75), span(105, 165)];
    const made = await book(zoe, [cut, colour, cut], 0);
    expect(made).toMatchObject({ status: 422 });
    const toner = await t.make.service(wanjiru.professionalId, { service_duration_minutes: 30 });
    const { body } = await book(zoe, [cut, colour, toner], 0);
    expect(body).toMatchObject({ ...span(0, 165), segments });
    const { id } = body as Booking;
    const changed = { name: 'Colour', price: 95, category: 'Color', service_duration_minutes: 105 };
    const none = { processing_start_minutes: null, processing_minutes: null };
    expect((await call(wanjiru, 'services.update', { id: colour, ...changed, ...none })).status).toBe(200);
    expect((await call(zoe, 'bookings.byId', { id })).body).toEqual(body);
    // Its professional is told, besides, who comes.
    const toProfessional = {
      ...(body as Booking),
      guest: null,
      contact_id: zoe.clientId,
      share: null,
      calendar_url: expect.any(String),
    };
    for (const [person, list, of, expected] of [
      [zoe, 'bookings.ofClient', zoe.clientId, body],
      [wanjiru, 'bookings.ofProfessional', wanjiru.professionalId, toProfessional],
    ] as const) {
      const { prepare: _, ...inRows } = expected as Booking;
      expect((await call(person, list, { id: of })).body).toEqual([inRows]);
    }
    const rows = await t.deps.db
      .selectFrom('busy_times')
      .select(['start_time', 'end_time'])
      .where('booking_id', '=', id)
      .orderBy('start_time')
      .execute();
    expect(rows).toEqual(segments);
    const cancelled = await call(zoe, 'bookings.change', { id, status: 'cancelled' });
    expect(cancelled.body).toMatchObject({ segments });
    expect(await free(cut)).toContain(0);
  });

  test('the buffer stands around each part, and time off is only in the way of parts', async () => {
    await t.make.change('professionals', wanjiru.professionalId, { buffer_minutes: 5 });
    await t.make.timeOff(wanjiru.professionalId, at(45), at(75));
    expect(await free(colour)).toEqual([0, 75]);
    expect((await book(zoe, [colour], 0)).status).toBe(201);
    expect(await free(cut)).toEqual([120, 135, 150]);
    expect((await book(kofi, [cut], 105)).status).toBe(409);
    expect((await book(kofi, [cut], 120)).status).toBe(201);
  });

  test('the whole of it lies in one window', async () => {
    await t.make.window(wanjiru.professionalId, nine + 3 * HOUR, nine + 4 * HOUR);
    expect(await free(colour)).toEqual([0, 15, 30, 45, 60, 75]);
    expect((await book(zoe, [colour], 120)).status).toBe(409);
  });

  test('is refused if a part of it is taken behind our back, and nothing of it is left', async () => {
    await t.make.busyTimes(wanjiru.professionalId, [span(90, 100)]);
    expect(await book(zoe, [colour], 0)).toMatchObject({
      status: 409,
      body: { detail: 'That time is no longer available.' },
    });
    const busy = await t.deps.db
      .selectFrom('busy_times')
      .select(['start_time', 'end_time'])
      .where('professional_id', '=', wanjiru.professionalId)
      .execute();
    expect(busy).toEqual([span(90, 100)]);
  });
});

test('the soonest start in lists is that of any service, each by its parts', async () => {
  const pro = await t.make.professional({ slot_interval_minutes: 15 });
  const gap = { processing_start_minutes: 45, processing_minutes: 30 };
  const colour = await t.make.service(pro.professionalId, {
    name: 'Balayage Xyz',
    service_duration_minutes: 105,
    ...gap,
  });
  await t.make.service(pro.professionalId, { service_duration_minutes: 60, name: 'Sixty Xyz' });
  await t.make.window(pro.professionalId, nine, nine + 4 * HOUR);
  await t.make.timeOff(pro.professionalId, at(45), at(75));
  const listed = async (path: string) =>
    (await t.rest.call(null, path, { search: 'xyz' })).body as {
      results: { id: string; next_free?: string; professional?: { next_free: string } }[];
    };
  const services = (await listed('services.list')).results;
  expect(services.find(({ id }) => id === colour)?.professional?.next_free).toBe(at(0));
  expect(services.find(({ id }) => id !== colour)?.professional?.next_free).toBe(at(75));
  const { results } = (await t.rest.call(null, 'professionals.list', { limit: 100 })).body as {
    results: { id: string; next_free: string }[];
  };
  expect(results.find(({ id }) => id === pro.professionalId)?.next_free).toBe(at(0));
});
