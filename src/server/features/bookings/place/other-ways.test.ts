import { expect, test } from 'vitest';
import { runDueTransitions } from '#server/jobs/scheduled-transitions.ts';
import { useTestApp } from '#server/testing/app.ts';
import { type Person, type ProfessionalPerson, profileInput } from '#server/testing/make.ts';
import type { Booking } from '#shared/bookings.ts';
import type { ListEntry, Opening } from '#shared/cancellation-list.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import type { Place } from '#shared/rules/place.ts';
import type { Series } from '#shared/series.ts';
import { iso } from '#shared/time.ts';

// Where a visit is, of bookings that come about in other ways than by a client who books.

const t = useTestApp();
const base = { access_note: 'Blue gate', public: false, facts: [] };
const home: Place = { ...base, kind: 'home', address: '12 Zyqwortle Lane' };
const mobile: Place = { ...base, kind: 'mobile', address: null, access_note: null };
const day = Math.ceil(Date.now() / HOUR) * HOUR + 3 * DAY;
const call: typeof t.rest.call = (...args) => t.rest.call(...args);
const mailOf = ({ email }: Pick<Person, 'email'>) => t.inbox.to(email).at(-1);
const locationsIn = (file: unknown) =>
  String(file)
    .replaceAll(/\r?\n /g, '')
    .match(/^LOCATION:.*\S/gm);

async function market(place: Place) {
  const amara = await t.make.professional({ place });
  const zoe = await t.make.client();
  const cut = await t.make.service(amara.professionalId);
  return { amara, zoe, cut };
}

async function offered({ amara, zoe, cut }: Awaited<ReturnType<typeof market>>, byHand: boolean): Promise<string> {
  if (!byHand) {
    const at = { professionalId: amara.professionalId, clientId: zoe.clientId, serviceIds: [cut], start: day };
    return (await t.make.opening(at)).openingId;
  }
  const wish = { professional_id: amara.professionalId, service_ids: [cut] };
  const windows = [{ start: iso(day), end: iso(day + 3 * HOUR) }];
  const entry = (await call(zoe, 'cancellationList.join', { ...wish, windows })).body as ListEntry;
  const made = await call(amara, 'openings.offer', { entry_id: entry.id, start_time: iso(day + DAY) });
  return (made.body as Opening).id;
}

test('an accepted offer: a home confirms by hand alone, and somebody mobile needs the address, after the 404s', async () => {
  const [mine, by] = [await market(home), await market(home)];
  const accept = (who: Person, id: string, more: object = {}) => call(who, 'openings.accept', { id, ...more });
  expect((await accept(mine.zoe, await offered(mine, false))).body).toMatchObject({ status: 'pending', place: null });
  const placed = await accept(by.zoe, await offered(by, true), { visit_address: '9 Visit Road' });
  const { address, access_note } = home;
  expect(placed.body).toMatchObject({
    status: 'confirmed',
    place: { kind: 'home', address, access_note },
    visit_address: null,
  });
  await t.drain();
  for (const said of [address, access_note]) expect(mailOf(by.zoe)?.text).toContain(said);

  const visiting = await market(mobile);
  const id = await offered(visiting, false);
  expect(await accept(mine.zoe, id)).toMatchObject({ status: 404, body: { detail: 'Opening not found' } });
  for (const more of [{}, { visit_address: null }, { visit_address: '1 A' }])
    expect(await accept(visiting.zoe, id, more)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'visit_address'] }] },
    });
  expect((await accept(visiting.zoe, id, { visit_address: ' 9 Visit Road ' })).body).toMatchObject({
    visit_address: '9 Visit Road',
  });
});

async function repeated(amara: ProfessionalPerson, cut: string, more: object) {
  const guest = { name: 'Kim', email: `kim-${Math.random().toString(36).slice(2)}@example.com` };
  const start_times = [iso(day), iso(day + 7 * DAY)];
  const made = await call(amara, 'series.create', { service_ids: [cut], every_weeks: 1, start_times, guest, ...more });
  expect([made.status, made.body]).toEqual([201, made.body]);
  await t.drain();
  return { guest, series: made.body as Series };
}

test('a series: its mail and file say where it is; more visits have the latest address of their client', async () => {
  const { amara, cut } = await market(home);
  const { guest } = await repeated(amara, cut, { visit_address: '9 Visit Road' });
  const { address, access_note } = home;
  for (const said of [address, access_note, 'google.com/maps']) expect(mailOf(guest)?.text).toContain(said);
  expect(locationsIn(mailOf(guest)?.calendar?.content)).toEqual([`LOCATION:${address}`, `LOCATION:${address}`]);
  expect(mailOf(guest)?.calendar?.content).not.toContain(access_note);

  const nia = await market(mobile);
  const kim = await repeated(nia.amara, nia.cut, { visit_address: '9 Visit Road' });
  expect(mailOf(kim.guest)?.text).toContain('9 Visit Road');
  const [, last] = kim.series.bookings;
  const changed = { id: last?.id, visit_address: '10 Visit Road' };
  expect((await call(nia.amara, 'bookings.changeVisitAddress', changed)).status).toBe(200);
  await t.drain();
  expect(mailOf(kim.guest)?.text).toContain('10 Visit Road');
  const more = { id: kim.series.id, start_times: [iso(day + 14 * DAY)] };
  const { bookings } = (await call(nia.amara, 'series.extend', more)).body as Series;
  expect(bookings.map(({ visit_address }) => visit_address)).toEqual([
    '9 Visit Road',
    '10 Visit Road',
    '10 Visit Road',
  ]);
  await t.drain();
  expect(locationsIn(mailOf(kim.guest)?.calendar?.content)).toEqual(['LOCATION:10 Visit Road']);
});

test('another time keeps the address of a visit; both exports have what is there', async () => {
  const { amara, zoe, cut } = await market(mobile);
  await t.make.window(amara.professionalId, day, day + 9 * HOUR);
  const wish = { professional_id: amara.professionalId, service_ids: [cut], start_time: iso(day) };
  const { id } = (await call(zoe, 'bookings.create', { ...wish, visit_address: '9 Visit Road' })).body as Booking;
  await call(amara, 'bookings.change', { id, status: 'confirmed' });
  const asked = await call(zoe, 'reschedules.ask', { id, start_time: iso(day + 3 * HOUR) });
  const { id: reschedule_id } = asked.body as { id: string };
  expect((await call(amara, 'reschedules.answer', { id, reschedule_id, status: 'accepted' })).status).toBe(200);
  await t.drain();
  expect(mailOf(zoe)?.text).toContain('9 Visit Road');
  const moved = { id, start_time: iso(day + 3 * HOUR), visit_address: '9 Visit Road' };
  expect((await call(zoe, 'users.export')).body).toMatchObject({ professional: null, bookings: [moved] });
  const own = { professional: { place: mobile }, bookings: [moved] };
  expect((await call(amara, 'users.export')).body).toMatchObject(own);
});

test('reminders say it, each side’s; another time that its client agrees to, too', async () => {
  const [there, here] = [await market(home), await market(mobile)];
  const { address, access_note } = home;
  for (const [at, { amara, zoe, cut }] of [there, here].entries()) {
    await t.make.window(amara.professionalId, day, day + 9 * HOUR);
    const wish = { professional_id: amara.professionalId, service_ids: [cut], start_time: iso(day + at * HOUR) };
    const made = await call(zoe, 'bookings.create', { ...wish, visit_address: '9 Visit Road' });
    const { id } = made.body as Booking;
    await call(amara, 'bookings.change', { id, status: 'confirmed' });
    const asked = await call(amara, 'reschedules.ask', { id, start_time: iso(day + 3 * HOUR) });
    const { id: reschedule_id } = asked.body as { id: string };
    expect((await call(zoe, 'reschedules.answer', { id, reschedule_id, status: 'accepted' })).status).toBe(200);
  }
  await t.drain();
  expect(mailOf(here.amara)).toMatchObject({ text: expect.stringContaining('9 Visit Road') });
  expect(mailOf(there.amara)?.text).not.toContain(address);
  const before = [there.zoe, here.zoe, here.amara].map((who) => t.inbox.to(who.email).length);
  const later = await t.at('52 hours');
  await runDueTransitions(later.deps.db);
  await later.drain();
  const [hers, his, own] = [there.zoe, here.zoe, here.amara].map((who, at) => t.inbox.to(who.email).slice(before[at]));
  for (const said of [address, access_note, 'google.com/maps']) expect(hers?.[0]?.text).toContain(said);
  for (const mails of [his, own]) expect(mails?.[0]?.text).toContain('9 Visit Road');
});

test('a booking that is confirmed while the address changes ends up with the new one', async () => {
  const { amara, zoe, cut } = await market(home);
  const of = { professionalId: amara.professionalId, serviceIds: [cut] };
  for (let n = 0; n < 2; n++) {
    const { bookingId: id } = await t.make.booking({ ...of, clientId: zoe.clientId, start: day + n * HOUR });
    const place = { ...home, address: `${n} New Street` };
    const confirm = () => call(amara, 'bookings.change', { id, status: 'confirmed' });
    const move = call(amara, 'professionals.updateMe', { ...profileInput, place });
    const [moved, confirmed] = await Promise.all([move, confirm()]);
    // On a machine that is full of other tests there may be no room for one of them: whoever asked asks again.
    const again = confirmed.status === 503 ? await confirm() : confirmed;
    expect([moved.status, again.status, again.body]).toEqual([200, 200, again.body]);
    await t.drain();
  }
  const later = await t.at('6 minutes');
  await runDueTransitions(later.deps.db);
  await later.drain();
  // By visit, the newest file of each: what a calendar shows in the end.
  const shown = new Map<string, string>();
  for (const { calendar } of t.inbox.to(zoe.email))
    for (const event of String(calendar?.content)
      .replaceAll(/\r?\n /g, '')
      .split('BEGIN:VEVENT')
      .slice(1))
      shown.set(/UID:(\S+)/.exec(event)?.[1] ?? '', locationsIn(event)?.[0] ?? '');
  expect([...shown.values()]).toEqual(Array.from({ length: 2 }, () => 'LOCATION:1 New Street'));
});
