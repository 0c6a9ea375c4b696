import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { repetitions } from '#server/testing/repetitions.ts';
import type { Booking } from '#shared/bookings.ts';
import { DAY, HOUR, MINUTE } from '#shared/constants.ts';
import type { Insights } from '#shared/insights.ts';
import { datesBefore } from '#shared/rules/insights.ts';
import { dayKey, fromLocalInput } from '#shared/time.ts';

const t = useTestApp();
const zone = 'Australia/Melbourne';
/** An instant of March 2026 on the professional's clock. */
const at = (day: number, time: string) => fromLocalInput(`2026-03-${String(day).padStart(2, '0')}T${time}`, zone) ?? 0;
const march = { from: '2026-03-01', to: '2026-03-31' };

test('figures of a range are those of its bookings, hours and time off', async () => {
  const amara = await t.make.professional();
  const [zuri, kofi] = [await t.make.client({ first_name: '=Zuri' }), await t.make.client({ first_name: 'Kofi' })];
  const cut = await t.make.service(amara.professionalId, { name: 'Cut, short', price: 80 });
  const wash = await t.make.service(amara.professionalId, { name: 'Wash', price: 20.01, service_duration_minutes: 30 });
  const book = (of: typeof zuri, start: number, status: 'completed' | 'confirmed' | 'cancelled', serviceIds = [cut]) =>
    t.make.booking({ professionalId: amara.professionalId, clientId: of.clientId, start, status, serviceIds });
  const change = (id: string, columns: object) => t.make.change('bookings', id, columns);

  await book(zuri, fromLocalInput('2026-02-10T09:00', zone) ?? 0, 'completed');
  await book(zuri, at(2, '09:00'), 'completed', [cut, wash]);
  await book(kofi, at(2, '12:00'), 'completed');
  await change((await book(kofi, at(3, '09:00'), 'completed')).bookingId, { no_show: true });
  const late = await book(kofi, at(4, '09:00'), 'cancelled');
  await change(late.bookingId, { cancelled_at: new Date(at(3, '10:00')).toISOString() });
  await t.make.hours(amara.professionalId, [{ start: 9 * 60, end: 17 * 60 }]);
  await t.make.timeOff(amara.professionalId, at(9, '00:00'), at(11, '00:00'));

  const { body, status } = await t.rest.call(amara, 'insights.show', march);
  expect(status).toBe(200);
  const { by_day, by_weekday_hour, ...figures } = body as Insights;
  expect(figures).toEqual({
    earned: 180.01,
    visits: 2,
    average: 90.01,
    booked_ahead: 0,
    missed: 1,
    cancelled: { by_client: 1, by_professional: 0, late: 1 },
    clients: { new: 1, returning: 1 },
    open_minutes: 29 * 8 * 60,
    booked_minutes: 150,
    by_service: [
      { id: cut, name: 'Cut, short', visits: 2, earned: 160 },
      { id: wash, name: 'Wash', visits: 1, earned: 20.01 },
    ],
    by_source: [],
    deposits: { received: 0, kept: 0, refund_due: 0 },
    reviews: { average: null, count: 0 },
    previous: { earned: 80, visits: 1 },
  });
  expect(by_day).toHaveLength(31);
  expect(by_day[1]).toEqual({ date: '2026-03-02', earned: 180.01, visits: 2 });
  expect(by_weekday_hour[0]?.slice(9, 13)).toEqual([60, 30, 0, 60]);

  const csv = await t.rest.call(amara, 'insights.visits', march);
  expect(csv.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="visits-2026-03-01-2026-03-31.csv"',
  });
  expect(csv.body).toBe(
    [
      '\ufeffdate,time,client,services,minutes,price,deposit,missed',
      `2026-03-02,09:00,'=Zuri Adjei,"Cut, short; Wash",90,100.01,,no`,
      '2026-03-02,12:00,Kofi Adjei,"Cut, short",60,80.00,,no',
      '2026-03-03,09:00,Kofi Adjei,"Cut, short",60,80.00,,yes',
      '',
    ].join('\r\n'),
  );
});

test('clients are counted by where they came from, by when they booked and whatever became of it', async () => {
  const amara = await t.make.professional();
  const [zuri, kofi] = [await t.make.client(), await t.make.client()];
  const made: [
    who: typeof zuri,
    source: string | null,
    created: number,
    more: { start?: number; written_in?: true },
  ][] = [
    [zuri, 'qr', at(1, '00:00'), {}],
    [kofi, 'qr', at(31, '23:59'), {}],
    [zuri, 'instagram', at(2, '09:00'), {}],
    [zuri, 'instagram', at(3, '09:00'), { start: at(31, '09:00') + 30 * DAY }],
    [zuri, 'abc', at(3, '10:00'), {}],
    [zuri, 'before', at(1, '00:00') - 1, {}],
    [zuri, 'after', at(31, '00:00') + DAY, {}],
    [zuri, null, at(4, '09:00'), {}],
    [zuri, null, at(5, '09:00'), {}],
    [kofi, null, at(6, '09:00'), {}],
    [kofi, null, at(7, '09:00'), { written_in: true }],
  ];
  for (const [{ clientId }, source, created, { start = created + DAY, ...columns }] of made) {
    const { professionalId } = amara;
    const { bookingId } = await t.make.booking({ professionalId, clientId, start, status: 'cancelled' });
    const created_at = new Date(created).toISOString();
    const set = { ...columns, source, created_at };
    await t.make.change('bookings', bookingId, set);
  }
  expect(((await t.rest.call(amara, 'insights.show', march)).body as Insights).by_source).toEqual([
    { source: 'instagram', bookings: 2, clients: 1 },
    { source: 'qr', bookings: 2, clients: 2 },
    { source: 'abc', bookings: 1, clients: 1 },
    { source: null, bookings: 3, clients: 2 },
  ]);
});

test('a range that is turned round, too long or no dates is refused by its field', async () => {
  const amara = await t.make.professional();
  for (const [asked, field] of [
    [{ from: '2026-03-02', to: '2026-03-01' }, 'to'],
    [{ from: '2026-01-01', to: '2027-01-02' }, 'to'],
    [{ from: '2026-02-30', to: '2026-03-01' }, 'from'],
    [{ to: '2026-03-01' }, 'from'],
  ] as const)
    expect(await t.rest.call(amara, 'insights.show', asked)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['query', field] }] },
    });
  expect((await t.rest.call(amara, 'insights.show', { from: '2026-01-01', to: '2027-01-01' })).status).toBe(200);
});

test('deposits are those of the range by their present status', async () => {
  const amara = await t.make.professional();
  const { clientId } = await t.make.client();
  const given = [
    ['2026-02-28', 'received', 500],
    ['2026-03-01', 'received', 1_005],
    ['2026-03-31', 'received', 2_000],
    ['2026-03-02', 'kept', 3_000],
    ['2026-03-03', 'refund_due', 4_000],
    ['2026-03-04', 'applied', 6_000],
    ['2026-03-05', 'released', 7_000],
  ] as const;
  for (const [date, status, cents] of given) {
    const start = fromLocalInput(`${date}T09:00`, zone) ?? 0;
    const now = status === 'received' ? 'confirmed' : status === 'applied' ? 'completed' : 'cancelled';
    const { professionalId } = amara;
    await t.make.booking({ professionalId, clientId, start, status: now, deposit: { cents, status } });
  }
  expect((await t.rest.call(amara, 'insights.show', march)).body).toMatchObject({
    deposits: { received: 30.05, kept: 30, refund_due: 40 },
  });
  expect((await t.rest.call(amara, 'insights.visits', march)).body).toContain(',60.00,no\r\n');
});

test('a visit over midnight counts for the day it begins, its minutes for both', async () => {
  const amara = await t.make.professional();
  const night = await t.make.service(amara.professionalId, { service_duration_minutes: 120 });
  await t.make.booking({
    professionalId: amara.professionalId,
    serviceIds: [night],
    start: at(2, '23:00'),
    status: 'completed',
  });
  const of = async (date: string) =>
    (await t.rest.call(amara, 'insights.show', { from: date, to: date })).body as Insights;
  expect(await of('2026-03-02')).toMatchObject({ visits: 1, booked_minutes: HOUR / MINUTE });
  expect(await of('2026-03-03')).toMatchObject({ visits: 0, booked_minutes: HOUR / MINUTE });
});

test.each([
  ['Australia/Melbourne', '2026-04-04'],
  ['Australia/Perth', '2026-04-04'],
  ['Australia/Lord_Howe', '2026-10-03'],
  ['Europe/London', '2026-03-28'],
  ['Europe/London', '2026-10-24'],
  ['America/New_York', '2026-03-07'],
  ['Pacific/Chatham', '2026-09-26'],
])('B24: figures in %s around %s are sums over the bookings', async (time_zone, from) => {
  for (let run = 0; run < repetitions(25); run++) await compare(time_zone, from, run);
});

async function compare(time_zone: string, from: string, run: number) {
  const amara = await t.make.professional();
  await t.make.change('professionals', amara.professionalId, { time_zone });
  const clients = [await t.make.client(), await t.make.client(), await t.make.client()];
  const cuts = [
    await t.make.service(amara.professionalId),
    await t.make.service(amara.professionalId, { price: 33.33 }),
  ];
  const dates = { from, to: dayKey(Date.parse(from) + 2 * DAY, 'UTC') };
  const drawn = fc.record({
    who: fc.nat(2),
    cut: fc.nat(1),
    late: fc.nat(90),
    status: fc.constantFrom('completed', 'completed', 'completed', 'cancelled'),
    no_show: fc.constantFrom(false, false, true),
    cancelled_by: fc.constantFrom('client', 'professional', 'system'),
  });
  const history = fc.sample(fc.array(drawn, { minLength: 40, maxLength: 40 }), {
    numRuns: 1,
    seed: Date.parse(from) + run,
  });
  for (const [index, { who, cut, late, status, no_show, cancelled_by }] of (history[0] ?? []).entries()) {
    const { bookingId } = await t.make.booking({
      professionalId: amara.professionalId,
      clientId: clients[who]?.clientId ?? '',
      serviceIds: [cuts[cut] ?? ''],
      // Every four hours from three days before the range, so that its ends are met.
      start: Date.parse(from) - 3 * DAY + index * 4 * HOUR + late * MINUTE,
      status,
    });
    const columns = status === 'completed' ? { no_show } : { cancelled_by };
    await t.make.change('bookings', bookingId, columns);
  }
  const all = (await t.rest.call(amara, 'bookings.ofProfessional', { id: amara.professionalId, limit: 100 }))
    .body as Booking[];
  expect(all).toHaveLength(40);
  const dateOf = ({ start_time }: Booking) => dayKey(Date.parse(start_time), time_zone);
  const inside = (range: typeof dates) => (one: Booking) => dateOf(one) >= range.from && dateOf(one) <= range.to;
  const visits = all.filter(({ status, no_show }) => status === 'completed' && !no_show);
  const sum = (of: Booking[]) => ({
    earned: of.reduce((cents, { total_price }) => cents + Math.round(total_price * 100), 0) / 100,
    visits: of.length,
  });
  const own = visits.filter(inside(dates));
  const before = new Set(visits.filter((one) => dateOf(one) < dates.from).map(({ client }) => client?.id));
  const seen = [...new Set(own.map(({ client }) => client?.id))];
  const by = (side: string) => all.filter(inside(dates)).filter((one) => one.cancelled_by === side).length;
  const { body } = await t.rest.call(amara, 'insights.show', dates);
  expect(body).toMatchObject({
    ...sum(own),
    missed: all.filter(inside(dates)).filter(({ no_show }) => no_show).length,
    cancelled: { by_client: by('client'), by_professional: by('professional') },
    clients: {
      new: seen.filter((id) => !before.has(id)).length,
      returning: seen.filter((id) => before.has(id)).length,
    },
    previous: sum(visits.filter(inside(datesBefore(dates)))),
  });
  const days = (body as Insights).by_day;
  expect(days).toEqual(days.map(({ date }) => ({ date, ...sum(own.filter((one) => dateOf(one) === date)) })));
  const spent = (id: string | undefined) => sum(own.filter(({ service }) => service.id === id));
  for (const { id, earned, visits: count } of (body as Insights).by_service)
    expect({ earned, visits: count }).toEqual(spent(id));
}
