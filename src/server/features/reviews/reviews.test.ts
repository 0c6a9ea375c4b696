import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { runDueTransitions } from '#server/jobs/scheduled-transitions.ts';
import { useTestApp } from '#server/testing/app.ts';
import type { ClientPerson, Person, ProfessionalPerson } from '#server/testing/make.ts';
import { password } from '#server/testing/make.ts';
import { repetitions } from '#server/testing/repetitions.ts';
import type { Overview } from '#shared/admin.ts';
import type { Booking } from '#shared/bookings.ts';
import { DAY, HOUR } from '#shared/constants.ts';
import type { DeskReview, Review, ReviewsPage } from '#shared/reviews.ts';

const t = useTestApp();
const call = (...args: Parameters<typeof t.rest.call>) => t.rest.call(...args);
const hour = Math.floor(Date.now() / HOUR) * HOUR;

let amara: ProfessionalPerson;
let zuri: ClientPerson;
let cut: string;
let visits = 0;

beforeEach(async () => {
  amara = await t.make.professional();
  zuri = await t.make.client({ first_name: 'Zuri', last_name: 'S\u0301ow' });
  cut = await t.make.service(amara.professionalId);
  visits = 0;
});

/** A completed visit of an hour that ended so many days ago; of another client if one is named. */
async function visit({
  of = zuri,
  daysAgo = 1,
  ...columns
}: { of?: ClientPerson; daysAgo?: number } & Record<string, unknown> = {}) {
  const start = hour - daysAgo * DAY - HOUR - visits++ * HOUR;
  const given = { professionalId: amara.professionalId, clientId: of.clientId, serviceIds: [cut], start };
  const { bookingId } = await t.make.booking({ ...given, status: 'completed' });
  if (Object.keys(columns).length > 0) await t.make.change('bookings', bookingId, columns);
  return bookingId;
}

async function endAccountOf(person: Person) {
  await t.make.password(person);
  expect((await call(person, 'auth.deleteAccount', { password })).status).toBe(204);
}

const write = (id: string, stars: number, text?: string, as = zuri) =>
  call(as, 'reviews.write', { id, stars, ...(text === undefined ? {} : { text }) });
const page = async (more: object = {}) =>
  (await call(null, 'reviews.ofProfessional', { id: amara.professionalId, ...more })).body as ReviewsPage;
const ratings = async ({ rest } = t as Pick<typeof t, 'rest'>) => {
  const [profile, list, services] = await Promise.all([
    rest.call(null, 'professionals.byId', { id: amara.professionalId }),
    rest.call(null, 'professionals.list', { search: 'Amara', sort: 'rating', limit: 100 }),
    rest.call(null, 'services.byId', { id: cut }),
  ]);
  const rows = (list.body as { results: { id: string; rating: unknown }[] }).results;
  return [
    (profile.body as { rating: unknown }).rating,
    rows.find(({ id }) => id === amara.professionalId)?.rating,
    (services.body as { professional: { rating: unknown } }).professional.rating,
  ];
};

test('a visit is reviewed once, changed, deleted and reviewed again; the rating is true everywhere at once', async () => {
  const id = await visit();
  const first = await write(id, 5, '  Neat <b>cornrows</b> 🧡 ');
  expect(first.status).toBe(201);
  expect(first.body).toEqual({
    id: expect.any(String),
    booking_id: id,
    stars: 5,
    text: 'Neat <b>cornrows</b> 🧡',
    author: 'Zuri S\u0301.',
    created_at: expect.stringMatching(/Z$/),
    edited_at: null,
    reply: null,
    replied_at: null,
    services: [{ id: cut, name: 'Dry curl cut' }],
    hidden: false,
    texture: null,
  });
  expect(await ratings()).toEqual(Array(3).fill({ average: 5, count: 1 }));
  expect(await write(id, 5, 'Neat <b>cornrows</b> 🧡')).toMatchObject({ status: 200, body: { edited_at: null } });
  expect(await write(id, 2)).toMatchObject({
    status: 200,
    body: { stars: 2, text: null, edited_at: expect.any(String) },
  });
  expect(await ratings()).toEqual(Array(3).fill({ average: 2, count: 1 }));
  expect((await write(id, 2, ' \u200b\ufe0f')).body).toMatchObject({ text: null });
  const { booking_id: _, ...shown } = (await write(id, 2)).body as Review;
  expect(await page()).toEqual({
    results: [{ ...shown, counts: true }],
    total: 1,
    skip: 0,
    limit: 20,
    summary: { average: 2, count: 1, stars: [0, 1, 0, 0, 0] },
  });
  for (let i = 0; i < 2; i++) expect((await call(zuri, 'reviews.remove', { id })).status).toBe(204);
  expect(await ratings()).toEqual([null, null, null]);
  expect((await page()).summary).toEqual({ average: null, count: 0, stars: [0, 0, 0, 0, 0] });
  expect((await call(zuri, 'reviews.ofBooking', { id })).status).toBe(404);
  expect((await write(id, 4)).status).toBe(201);
});

test('only a visit that took place, that the client booked, and not for ever', async () => {
  /** The booking says until when, so that nobody is offered what would be refused. */
  const isOffered = async (id: string, as: Person = zuri) => {
    const [one, list] = [
      (await call(as, 'bookings.byId', { id })).body as Booking,
      ((await call(as, 'bookings.ofClient', { id: zuri.clientId, limit: 100 })).body as Booking[]) ?? [],
    ];
    expect(list.find((booking) => booking.id === id)?.review_until).toBe(one.review_until);
    return one.review_until !== undefined && Date.parse(one.review_until) > Date.now();
  };
  const refused = async (id: string, detail: string) => {
    expect(await isOffered(id)).toBe(false);
    expect(await write(id, 5)).toMatchObject({ status: 409, body: { detail } });
  };
  const late = 'This visit can no longer be reviewed.';
  await refused(
    await visit({ status: 'confirmed', due_at: new Date(hour).toISOString() }),
    "A confirmed booking can't be reviewed.",
  );
  await refused(await visit({ no_show: true }), 'This visit was marked as missed.');
  const writtenIn = await visit({ written_in: true });
  await refused(writtenIn, late);
  await refused(await visit({ daysAgo: 90 }), late);
  const old = await visit({ daysAgo: 89 });
  expect([await isOffered(old), await isOffered(writtenIn)]).toEqual([true, true]);
  for (const other of [amara, await t.make.admin()]) expect(await isOffered(old, other)).toBe(false);
  expect((await write(old, 3)).status).toBe(201);
  expect((await write(writtenIn, 3)).status).toBe(201);

  const endedDaysAgo = (days: number) => {
    const [start_time, end_time] = [0, HOUR].map((ms) => new Date(hour - days * DAY - HOUR + ms).toISOString());
    return t.make.change('bookings', old, { start_time, end_time, segments: null });
  };
  await endedDaysAgo(119);
  expect(await isOffered(old)).toBe(true);
  expect((await write(old, 4)).status).toBe(200);
  await endedDaysAgo(120);
  await refused(old, late);
  await t.make.change('bookings', old, { no_show: true });
  await refused(old, 'This visit was marked as missed.');
  expect((await call(zuri, 'reviews.remove', { id: old })).status).toBe(204);
  for (const stars of [undefined, 0, 6, 4.5, '5'])
    expect((await call(zuri, 'reviews.write', { id: writtenIn, stars })).body).toMatchObject({
      detail: [{ loc: ['body', 'stars'] }],
    });
});

test('the mail of a completed visit leads to its review, of one that was written in once the client has booked, too', async () => {
  const ended = async (written_in: boolean) => {
    const start = hour - 2 * HOUR - visits++ * HOUR;
    const given = { professionalId: amara.professionalId, clientId: zuri.clientId, serviceIds: [cut], start };
    const { bookingId } = await t.make.booking({ ...given, status: 'confirmed' });
    const created_at = new Date(start - DAY).toISOString();
    await t.make.change('bookings', bookingId, { written_in, created_at });
    await runDueTransitions(t.deps.db);
    await t.drain();
    const { subject, text = '' } = t.inbox.to(zuri.email).at(-1) ?? {};
    expect(subject).toMatch(/^Thank you: /);
    return text.includes(`/your-review/${bookingId}`);
  };
  expect(await ended(true)).toBe(false);
  expect(await ended(false)).toBe(true);
  expect(await ended(true)).toBe(true);
});

test('of each client the newest review counts, best rated are not who has one review', async () => {
  const other = await t.make.client();
  await write(await visit(), 1);
  await write(await visit(), 5, 'Better');
  await write(await visit({ of: other }), 4, undefined, other);
  expect((await ratings())[0]).toEqual({ average: 4.5, count: 2 });
  expect(await page({ sort: 'lowest' })).toMatchObject({
    total: 3,
    results: [
      { stars: 1, counts: false },
      { stars: 4, counts: true },
      { stars: 5, counts: true },
    ],
    summary: { stars: [0, 0, 0, 1, 1] },
  });
  expect(await page({ stars: 5 })).toMatchObject({ total: 1, summary: { count: 2 } });

  const once = await t.make.professional({ display_name: 'Amara Once' });
  const { bookingId } = await t.make.booking({
    professionalId: once.professionalId,
    clientId: zuri.clientId,
    status: 'completed',
    start: hour - 2 * HOUR,
  });
  await write(bookingId, 5);
  const best = await call(null, 'professionals.list', { search: 'Amara', sort: 'rating', limit: 100 });
  const places = (best.body as { results: { id: string }[] }).results.map(({ id }) => id);
  // (9 + 21) / 7 = 4.29 before (5 + 21) / 6 = 4.33.
  expect(places.indexOf(once.professionalId)).toBeLessThan(places.indexOf(amara.professionalId));
  const rated = await call(null, 'services.list', { search: 'Amara', rating_min: '4.6', limit: 100 });
  const found = (rated.body as { results: { professional: { id: string } }[] }).results.map(
    (one) => one.professional.id,
  );
  expect(found).not.toContain(amara.professionalId);
  expect((await call(null, 'services.list', { rating_min: '4.55' })).status).toBe(422);
});

test('replies: by the professional reviewed, changed and taken back', async () => {
  const { id } = (await write(await visit(), 3)).body as Review;
  const rival = await t.make.professional();
  expect((await call(rival, 'reviews.reply', { id, text: 'Hm' })).status).toBe(404);
  expect(await call(amara, 'reviews.reply', { id, text: ' Thanks! ' })).toMatchObject({
    status: 200,
    body: { reply: 'Thanks!', replied_at: expect.any(String) },
  });
  expect((await call(amara, 'reviews.removeReply', { id })).status).toBe(204);
  expect((await call(amara, 'reviews.removeReply', { id })).status).toBe(204);
  expect((await page()).results[0]).toMatchObject({ reply: null, replied_at: null });
});

test('a hidden reply is null to everybody, in exports too, until it is shown', async () => {
  const { id, booking_id } = (await write(await visit(), 3, 'So so')).body as Review;
  await call(amara, 'reviews.reply', { id, text: 'An ugly answer' });
  const admin = await t.make.admin();
  const hidden = await call(admin, 'reviews.hide', { id, reason: 'Ugly', reply: true });
  expect(hidden).toMatchObject({ status: 200, body: { hidden: false, hidden_reason: 'Ugly', reply: null } });
  for (const person of [zuri, amara]) {
    expect((await call(person, 'reviews.ofBooking', { id: booking_id })).body).toMatchObject({ reply: null });
    const { reviews } = (await call(person, 'users.export')).body as { reviews: object[] };
    expect(reviews).toEqual([expect.objectContaining({ text: 'So so', reply: null, replied_at: null })]);
  }
  for (const again of [call(amara, 'reviews.reply', { id, text: 'So' }), call(amara, 'reviews.removeReply', { id })])
    expect(await again).toMatchObject({ status: 409, body: { detail: 'This reply was hidden.' } });
  expect((await call(zuri, 'reviews.report', { id, reason: 'Ugly', reply: true })).status).toBe(404);
  await call(admin, 'reviews.show', { id, reply: true });
  expect((await page()).results[0]).toMatchObject({ reply: 'An ugly answer' });
});

test('reported, hidden, shown: both sides are told once why, nobody else sees it, and it does not count', async () => {
  const booking = await visit();
  const { id } = (await write(booking, 1, 'She is a thief')).body as Review;
  const admin = await t.make.admin();
  const insult = 'An insult. '.repeat(45).trim();
  const desk = async (query: object = { reported: true }) =>
    ((await call(admin, 'reviews.desk', { limit: 100, ...query })).body as DeskReview[]).filter((one) => one.id === id);
  expect((await call(zuri, 'reviews.report', { id, reason: 'My own' })).status).toBe(403);
  expect((await call(amara, 'reviews.report', { id, reason: 'No reply', reply: true })).status).toBe(404);
  for (let i = 0; i < 2; i++)
    expect((await call(amara, 'reviews.report', { id, reason: 'Insults me' })).status).toBe(202);
  const waiting = async () => ((await call(admin, 'admin.overview')).body as Overview).counts.reported_reviews;
  const reported = await waiting();
  expect(reported).toBeGreaterThan(0);
  expect((await desk())[0]?.reports).toEqual([
    expect.objectContaining({
      reason: 'Insults me',
      reply: false,
      by: expect.objectContaining({ role: 'professional' }),
    }),
  ]);
  // Kept: nothing is to be decided until it is reported anew.
  await call(admin, 'reviews.show', { id });
  expect([await desk(), await waiting()]).toEqual([[], reported - 1]);
  await t.drain();
  for (let i = 0; i < 2; i++)
    expect(await call(admin, 'reviews.hide', { id, reason: insult })).toMatchObject({
      status: 200,
      body: { hidden: true, hidden_reason: insult },
    });
  expect(await desk()).toEqual([]);
  expect((await ratings())[0]).toBeNull();
  expect((await page()).total).toBe(0);
  expect(await call(zuri, 'reviews.ofBooking', { id: booking })).toMatchObject({
    body: { hidden: true, text: 'She is a thief' },
  });
  const seen = (await call(zuri, 'bookings.byId', { id: booking })).body as Booking;
  expect(seen.review_until).toBeUndefined();
  for (const again of [await write(booking, 5), await call(amara, 'reviews.reply', { id, text: 'So' })])
    expect(again).toMatchObject({ status: 409, body: { detail: 'This review was hidden.' } });
  await t.drain();
  for (const person of [zuri, amara]) {
    const told = (await call(person, 'notifications.mine')).body as { message: string }[];
    expect(told.filter(({ message }) => message.includes(insult))).toHaveLength(1);
  }
  expect((await call(zuri, 'reviews.remove', { id: booking })).status).toBe(204);
  expect(await write(booking, 5)).toMatchObject({ status: 409, body: { detail: 'This review was hidden.' } });
});

test('who is told: a new review and reply by app and mail, changes in the app alone, where nothing of it is unread', async () => {
  const booking = await visit();
  const { id } = (await write(booking, 4, 'x'.repeat(250))).body as Review;
  await t.drain();
  const messages = async (person: typeof zuri | typeof amara) =>
    ((await call(person, 'notifications.mine')).body as { message: string }[]).map(({ message }) => message);
  await call(amara, 'reviews.reply', { id, text: 'Thank you' });
  await t.drain();
  for (let n = 0; n < 10; n++) {
    await write(booking, 1 + (n % 4), `Changed ${n}`);
    await call(amara, 'reviews.reply', { id, text: `Answer ${n}` });
    if (n > 6) await call(amara, 'reviews.removeReply', { id });
  }
  await t.drain();
  expect(await Promise.all([amara, zuri].map(messages))).toEqual([
    [`Zuri S\u0301. left you 4 stars for Dry curl cut: ${'x'.repeat(200)}…`],
    [expect.stringMatching(/^Amara Okafor replied to your review/)],
  ]);
  for (const person of [amara, zuri]) await call(person, 'notifications.readAll');
  await call(amara, 'reviews.reply', { id, text: 'Thank you' });
  await write(booking, 5, 'Even better');
  await t.drain();
  expect(await messages(amara)).toEqual([
    'Zuri S\u0301. changed their review of Dry curl cut: 5 stars: Even better',
    `Zuri S\u0301. left you 4 stars for Dry curl cut: ${'x'.repeat(200)}…`,
  ]);
  expect(await messages(zuri)).toEqual([
    'Amara Okafor replied to your review: Thank you',
    expect.stringMatching(/^Amara Okafor replied/),
  ]);
  // Whoever deletes and writes anew causes no more mails, either.
  await call(zuri, 'reviews.remove', { id: booking });
  await write(booking, 5);
  await t.drain();
  const mails = [amara, zuri].map(({ email }) => t.inbox.to(email).map(({ subject }) => subject));
  expect(mails).toEqual([['You have a new review'], ['A reply to your review']]);
});

test('the end of an account: the client’s words go and the stars stay, a professional’s reviews go', async () => {
  const { id } = (await write(await visit(), 2, 'Words of mine')).body as Review;
  await call(amara, 'reviews.reply', { id, text: 'Answer of mine' });
  await endAccountOf(zuri);
  expect(await page()).toMatchObject({
    results: [{ author: 'A former client', text: null, reply: null, stars: 2 }],
    summary: { average: 2, count: 1 },
  });
  const other = await t.make.client();
  const booking = await visit({ of: other });
  await write(booking, 3, 'Words', other);
  await endAccountOf(amara);
  expect((await call(other, 'reviews.ofBooking', { id: booking })).status).toBe(404);
  expect((await call(other, 'bookings.byId', { id: booking })).body).not.toHaveProperty('review_until');
  expect((await write(booking, 4, 'Words', other)).status).toBe(404);
  expect((await call(other, 'reviews.remove', { id: booking })).status).toBe(204);
});

test("B22: the rating is the naive sum of random reviews, changes, hidings, deletions and an account's end, in another process too", async () => {
  const other = await t.at('0 seconds');
  const clients = [zuri, await t.make.client(), await t.make.client()];
  const admin = await t.make.admin();
  const bookings = await Promise.all(clients.flatMap((of) => [visit({ of }), visit({ of })]));
  type Kept = { stars: number; id: string; at: string; hidden: boolean };
  const kept = new Map<number, Kept>();
  const steps = fc.array(
    fc.record({
      which: fc.nat(5),
      what: fc.constantFrom('write', 'delete', 'hide', 'show'),
      stars: fc.integer({ min: 1, max: 5 }),
    }),
    { minLength: 20, maxLength: 20 },
  );
  for (const { which, what, stars } of fc.sample(steps, { numRuns: repetitions(75), seed: 22 }).flat()) {
    const as = clients[which >> 1] as ClientPerson;
    const id = bookings[which] as string;
    const had = kept.get(which);
    if (what === 'write') {
      const { status, body } = await write(id, stars, undefined, as);
      if (status < 300) {
        const { created_at, ...review } = body as Review;
        kept.set(which, { stars, id: review.id, at: created_at, hidden: false });
      }
    } else if (what === 'delete') {
      if (!had?.hidden && (await call(as, 'reviews.remove', { id })).status === 204) kept.delete(which);
    } else if (had) {
      await call(admin, `reviews.${what}`, { id: had.id, ...(what === 'hide' ? { reason: 'Because' } : {}) });
      had.hidden = what === 'hide';
    }
    const counting = clients.flatMap((_, client) => {
      const own = [kept.get(client * 2), kept.get(client * 2 + 1)].filter((one) => one && !one.hidden) as Kept[];
      return own.sort((a, b) => (a.at + a.id < b.at + b.id ? 1 : -1)).slice(0, 1);
    });
    const sum = counting.reduce((all, one) => all + one.stars, 0);
    const average = Math.round((sum / counting.length) * 10 + 1e-9) / 10;
    const shown = Array(3).fill(counting.length === 0 ? null : { average, count: counting.length });
    expect(await ratings()).toEqual(shown);
    expect((await page()).results.filter(({ counts }) => counts)).toHaveLength(counting.length);
    await expect.poll(() => ratings(other)).toEqual(shown);
  }
  const before = await ratings();
  await endAccountOf(clients[2] as ClientPerson);
  expect(await ratings()).toEqual(before);
});
