import { expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { overlaps } from '#server/testing/overlaps.ts';
import { full } from '#server/testing/repetitions.ts';
import { untilAvailable } from '#server/testing/until-available.ts';
import type { Booking } from '#shared/bookings.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import type { Service } from '#shared/services.ts';
import { iso } from '#shared/time.ts';

const t = useTestApp({ BOOKINGS_PER_HOUR: '0' });
const nine = Math.ceil(Date.now() / DAY) * DAY + 2 * DAY;
const call = (...args: Parameters<typeof t.rest.call>) => t.rest.call(...args);
const cell = (price: number, service_duration_minutes: number) => ({ price, service_duration_minutes });
const choices = (...names: string[]) => names.map((name) => ({ name }));

/** Prices are so many times the minutes. */
const grid = (factor: number) => ({
  name: 'Braids',
  category: 'Braids',
  price: 50,
  service_duration_minutes: 30,
  variants: {
    axes: [
      { kind: 'size', name: 'Size', choices: choices('Small', 'Large') },
      { kind: 'length', name: 'Length', choices: choices('Short', 'Long') },
    ],
    cells: [
      [cell(30 * factor, 30), cell(45 * factor, 45)],
      [cell(60 * factor, 60), null],
    ],
  },
});

test('B25: each listed start can be booked as chosen, and what is not offered gets through nowhere', async () => {
  const amara = await t.make.professional({ slot_interval_minutes: 15 });
  const { body } = await call(amara, 'services.create', grid(10));
  const service = body as Service;
  const [sizes = [], lengths = []] = service.variants?.axes.map((axis) => axis.choices) ?? [];
  await t.make.window(amara.professionalId, nine, nine + 75 * MINUTE);
  for (const [row, size] of sizes.entries())
    for (const [column, length] of lengths.entries()) {
      const chosen = { service_ids: [service.id], option_ids: [size.id, length.id] };
      const offered = service.variants?.cells[row]?.[column];
      const slots = await call(null, 'availability.ofProfessional', { id: amara.professionalId, ...chosen });
      const wish = { professional_id: amara.professionalId, ...chosen };
      if (!offered) {
        expect(slots.status).toBe(409);
        const refused = await call(await t.make.client(), 'bookings.create', { ...wish, start_time: iso(nine) });
        expect(refused.status).toBe(409);
        continue;
      }
      const [{ available_slots: listed = [] } = {}] = slots.body as { available_slots: { start_time: string }[] }[];
      expect(listed).toHaveLength(Math.floor((75 - offered.service_duration_minutes) / 15) + 1);
      for (const { start_time } of listed) {
        const made = await call(await t.make.client(), 'bookings.create', { ...wish, start_time });
        const ends = iso(Date.parse(start_time) + offered.service_duration_minutes * MINUTE);
        expect(made).toMatchObject({ status: 201, body: { total_price: offered.price, end_time: ends } });
        await call(amara, 'bookings.change', { id: (made.body as Booking).id, status: 'cancelled' });
      }
    }
  const { results } = (await call(null, 'services.list', { search: 'Braids' })).body as {
    results: { id: string; professional: { next_free: string | null } }[];
  };
  // The shortest cell is what counts where nothing is chosen.
  expect(results.find(({ id }) => id === service.id)?.professional.next_free).toBe(iso(nine));
});

test('B25: a grid that is changed beside bookings: each is of one version, line, total and length', async () => {
  const amara = await t.make.professional();
  const service = (await call(amara, 'services.create', grid(10))).body as Service;
  const [size, length] = service.variants?.axes.map((axis) => axis.choices[0]?.id) ?? [];
  const bookings = full ? 64 : 24;
  for (const days of [1, 2, 3])
    await t.make.window(amara.professionalId, nine + days * DAY, nine + days * DAY + 24 * HOUR);
  const people = await Promise.all(Array.from({ length: bookings }, () => t.make.client()));
  const axes = service.variants?.axes;
  const longer = {
    axes,
    cells: [
      [cell(1_200, 60), cell(900, 45)],
      [cell(1_200, 60), null],
    ],
  };
  const change = () => call(amara, 'services.update', { ...grid(10), id: service.id, variants: longer });
  const answers = await Promise.all([
    ...people.map((person, n) => {
      const wish = {
        professional_id: amara.professionalId,
        service_ids: [service.id],
        option_ids: [size, length],
        start_time: iso(nine + DAY + n * HOUR),
      };
      return untilAvailable(() => call(person, 'bookings.create', wish));
    }),
    change(),
  ]);
  expect(answers.pop()?.status).toBe(200);
  for (const { status, body } of answers) {
    expect(status).toBe(201);
    const { total_price, start_time, end_time, services } = body as Booking;
    const minutes = (Date.parse(end_time) - Date.parse(start_time)) / MINUTE;
    expect([
      [300, 30],
      [1_200, 60],
    ]).toContainEqual([total_price, minutes]);
    expect(services).toMatchObject([{ price: total_price, service_duration_minutes: minutes }]);
  }
  expect(await overlaps(t.deps.pool)).toBe(0);
});
