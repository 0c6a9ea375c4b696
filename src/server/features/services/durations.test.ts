import { expect, test } from 'vitest';
import { runDueTransitions } from '#server/jobs/scheduled-transitions.ts';
import { useTestApp } from '#server/testing/app.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import type { Service } from '#shared/services.ts';
import { iso } from '#shared/time.ts';

// Lengths that learn (contract 25).

const t = useTestApp();
const now = Math.floor(Date.now() / MINUTE) * MINUTE;

/** Visits of a service that took so many minutes each, a day apart; the newest is pressed by the calls. */
async function visits(
  professional: { professionalId: string; token: string },
  service: string,
  minutes: number[],
  options?: object,
  earlier = 0,
) {
  const client = await t.make.client();
  for (const [index, taken] of minutes.entries()) {
    const start = now - (minutes.length - index) * DAY + 8 * HOUR - earlier * HOUR;
    const { bookingId: id } = await t.make.booking({
      professionalId: professional.professionalId,
      clientId: client.clientId,
      serviceIds: [service],
      start,
      status: 'completed',
    });
    if (options)
      await t.deps.db
        .updateTable('booking_services')
        .set({ options: JSON.stringify(options) })
        .where('booking_id', '=', id)
        .execute();
    const pressed = { started_at: iso(start), finished_at: iso(start + taken * MINUTE) };
    if (index < minutes.length - 1) await t.make.change('bookings', id, pressed);
    else {
      await t.rest.call(professional, 'bookings.start', { id, at: pressed.started_at });
      expect((await t.rest.call(professional, 'bookings.finish', { id, at: pressed.finished_at })).status).toBe(200);
    }
  }
}

test('a service tells how long it usually takes, by what was pressed, and takes that length by one call', async () => {
  const amara = await t.make.professional();
  const braids = await t.make.service(amara.professionalId, { name: 'Braids', service_duration_minutes: 360 });
  const cut = await t.make.service(amara.professionalId, { name: 'Cut' });
  await visits(amara, braids, [410, 410]);
  const serviceNow = async () => (await t.rest.call(null, 'services.byId', { id: braids })).body as Service;
  expect((await serviceNow()).usual).toBeNull();
  await visits(amara, braids, [410], undefined, 8);
  const usual = { visits: 3, usual: 395, most: 465 };
  expect((await serviceNow()).usual).toEqual(usual);
  const { body: menu } = await t.rest.call(amara, 'services.mine');
  expect((menu as Service[]).map((one) => [one.id, one.usual])).toEqual([
    [braids, usual],
    [cut, null],
  ]);
  const listed = await t.rest.call(amara, 'services.durations');
  expect(listed.headers['x-total-count']).toBe('1');
  expect(listed.body).toEqual([{ service: { id: braids, name: 'Braids' }, choices: [], listed: 360, ...usual }]);

  const take = (input: object) =>
    t.rest.call(amara, 'services.setListed', {
      service_id: braids,
      choice_ids: [],
      service_duration_minutes: 395,
      ...input,
    });
  expect(await take({ service_duration_minutes: 14 })).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'service_duration_minutes'] }] },
  });
  expect(await take({ choice_ids: [cut] })).toMatchObject({ status: 404, body: { detail: 'Option not found' } });
  expect(await take({ service_id: amara.professionalId })).toMatchObject({ status: 404 });
  expect((await take({})).body).toMatchObject({ service_duration_minutes: 395, usual: { usual: 435 } });

  // Two years later the visits say nothing any more.
  const later = await t.at('731 days');
  await runDueTransitions(later.deps.db);
  expect((await serviceNow()).usual).toBeNull();
});

test('a visit by a quote is in no cell', async () => {
  const amara = await t.make.professional();
  const cut = await t.make.service(amara.professionalId, { service_duration_minutes: 60 });
  await visits(amara, cut, [75, 75]);
  await t.deps.db
    .updateTable('bookings')
    .set({ quote_id: amara.professionalId })
    .where('professional_id', '=', amara.professionalId)
    .execute();
  await visits(amara, cut, [75], undefined, 8);
  expect((await t.rest.call(null, 'services.byId', { id: cut })).body).toMatchObject({ usual: null });
});

test('each cell of a grid learns by itself, and what is gone teaches none', async () => {
  const amara = await t.make.professional();
  const input = {
    name: 'Knotless',
    description: null,
    category: 'Braids',
    price: 100,
    service_duration_minutes: 60,
    processing_start_minutes: 30,
    processing_minutes: 30,
    variants: {
      axes: [{ kind: 'size', name: 'Size', choices: [{ name: 'Small' }, { name: 'Medium' }] }],
      cells: [[{ price: 200, service_duration_minutes: 240 }], [{ price: 150, service_duration_minutes: 180 }]],
    },
  };
  const made = (await t.rest.call(amara, 'services.create', input)).body as Service;
  const [small, medium] = made.variants?.axes[0]?.choices ?? [];
  const choice = (id: string | undefined) => [
    { id, kind: 'choice', axis: 'Size', name: 'Size', price_cents: null, service_duration_minutes: null },
  ];
  await visits(amara, made.id, [180, 190, 200], choice(medium?.id));
  const { body } = await t.rest.call(null, 'services.byId', { id: made.id });
  const known = { visits: 3, usual: expect.any(Number), most: expect.any(Number) };
  expect(body).toMatchObject({ usual: known, variants: { cells: [[{ usual: null }], [{ usual: known }]] } });
  const durations = (await t.rest.call(amara, 'services.durations')).body;
  expect(durations).toMatchObject([{ choices: [{ id: medium?.id, name: 'Medium' }], listed: 180 }]);
  const set = (choice_ids: (string | undefined)[], service_duration_minutes: number) =>
    t.rest.call(amara, 'services.setListed', { service_id: made.id, choice_ids, service_duration_minutes });
  expect(await set([], 90)).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'choice_ids'] }] } });
  expect(await set([small?.id], 64)).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'service_duration_minutes'] }] },
  });
  expect((await set([small?.id], 120)).body).toMatchObject({
    service_duration_minutes: 120,
    duration_max: 180,
    usual: null,
    variants: { cells: [[{ price: 200, service_duration_minutes: 120 }], [{ service_duration_minutes: 180 }]] },
  });
});
