import { expect, test } from 'vitest';
import { openTestApp, type TestApp, useTestApp } from '#server/testing/app.ts';
import { newAddress, useCodes } from '#server/testing/codes.ts';
import { DAY, HOUR } from '#shared/constants.ts';

const env = { CLIENT_SIGNUP: 'open', BOOKINGS_PER_HOUR: '12' };
const t = useTestApp(env);
const { newcomer } = useCodes(t);

/** A professional with hours of windows, whose starts are an hour apart. */
async function salon(minutes = 60) {
  const { professionalId } = await t.make.professional();
  const service = await t.make.service(professionalId, { service_duration_minutes: minutes });
  const first = Math.ceil(Date.now() / HOUR) * HOUR + 2 * DAY;
  await t.make.window(professionalId, first, first + 24 * HOUR);
  const at = (hour: number) => ({
    professional_id: professionalId,
    service_ids: [service],
    start_time: new Date(first + hour * HOUR).toISOString(),
  });
  return { at, professionalId };
}

let hosts = 0;
/** Somebody who signed themselves up, from an address of their own in this network. */
const joined = (network: string) => newcomer(newAddress(), { from: `${network}.${(hosts++ % 250) + 1}` });
const book = (who: { token: string }, what: object, app: TestApp = t) =>
  app.rest.call(who, 'bookings.create', what as Record<string, unknown>);

const tooManyPending = {
  status: 429,
  body: { detail: 'You have too many pending bookings. Wait for an answer or cancel one.' },
};

test('confirmed ones count as pending ones do: a rival does not fill the week of who confirms at once', async () => {
  const one = await salon();
  await t.make.change('professionals', one.professionalId, { instant_confirmation: true });
  const network = '192.0.2';
  for (let n = 0; n < 5; n++) {
    const who = await joined(network);
    for (const hour of [2 * n, 2 * n + 1])
      expect(await book(who, one.at(hour))).toMatchObject({ status: 201, body: { status: 'confirmed' } });
  }
  expect(await book(await joined(network), one.at(10))).toMatchObject(tooManyPending);
  expect((await book(await t.make.client(), one.at(10))).status).toBe(201);
});

test('clients of one network who signed themselves up have 10 pending bookings with one professional together, for 7 days', async () => {
  const [one, two] = [await salon(), await salon()];
  const network = '203.0.113';
  for (let n = 0; n < 10; n++) expect((await book(await joined(network), one.at(n))).status).toBe(201);
  const last = await joined(network);
  expect(await book(last, one.at(10))).toMatchObject(tooManyPending);
  expect((await book(last, two.at(0))).status).toBe(201);
  // Others do not count with them.
  expect((await book(await joined('203.0.114'), one.at(10))).status).toBe(201);
  expect((await book(await t.make.client(), one.at(11))).status).toBe(201);
  const { rowCount } = await t.deps.pool.query(
    "update client_signups set signed_up_at = signed_up_at - interval '7 days 1 second'",
  );
  expect(rowCount).toBeGreaterThan(10);
  expect((await book(last, one.at(12))).status).toBe(201);
});

test('their pending ones with one professional are of 12 hours in all, of three at once, too; confirmed ones aside', async () => {
  const [one, two] = [await salon(240), await salon(240)];
  const network = '192.0.3';
  const people = [];
  for (let n = 0; n < 4; n++) people.push(await joined(network));
  const answers = await Promise.all(people.map((who, n) => book(who, one.at(4 * n))));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429]);
  expect(answers.find(({ status }) => status === 429)).toMatchObject(tooManyPending);
  const last = await joined(network);
  expect((await book(last, two.at(0))).status).toBe(201);
  expect((await book(await joined('192.0.4'), one.at(16))).status).toBe(201);
  await t.deps.pool.query('update professionals set instant_confirmation = true where id = $1', [one.professionalId]);
  expect(await book(last, one.at(20))).toMatchObject({ status: 201, body: { status: 'confirmed' } });
});

test('asking for another time counts with the bookings of an hour, and waits with them', async () => {
  const one = await salon();
  const network = '192.0.5';
  const people: { token: string }[] = [];
  for (let n = 0; n < 4; n++) people.push(await joined(network));
  const made = await Promise.all(people.map((who, n) => book(who, one.at(n))));
  const ids = made.map(({ body }) => (body as { id: string }).id);
  const change = (n: number, hour: number, app: TestApp = t) =>
    app.rest.call(people[n] ?? null, 'reschedules.ask', {
      id: ids[n],
      start_time: one.at(hour).start_time,
    });
  for (let n = 0; n < 4; n++)
    for (const hour of [5 + 2 * n, 6 + 2 * n]) expect((await change(n, hour)).status).toBe(201);
  const refused = {
    status: 429,
    body: { detail: expect.stringMatching(/^Too many bookings\. Try again in \d+ minutes\.$/) },
  };
  expect(await change(0, 20)).toMatchObject(refused);
  expect(await book(await joined(network), one.at(21))).toMatchObject(refused);
  expect((await change(0, 20, await t.at('61 minutes', env))).status).toBe(201);
});

test('together they make as many bookings an hour as one client may, at once and over two processes, too', async () => {
  const network = '198.51.100';
  const salons = await Promise.all(Array.from({ length: 4 }, () => salon()));
  const people = [];
  for (let n = 0; n < 16; n++) people.push(await joined(network));
  const twin = await openTestApp(t.databaseUrl, env);
  const answers = await Promise.all(
    people.map((who, n) => book(who, salons[n % 4]?.at(Math.floor(n / 4)) ?? {}, n % 2 ? t : twin)),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(12);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(4);
  for (const { body, headers } of refused) {
    expect(body).toEqual({ detail: expect.stringMatching(/^Too many bookings\. Try again in \d+ minutes\.$/) });
    expect(Number(headers['retry-after'])).toBeGreaterThan(3_500);
  }
  const later = await t.at('61 minutes', env);
  expect((await book(people[15] ?? { token: '' }, salons[0]?.at(20) ?? {}, later)).status).toBe(201);
  const off = await openTestApp(t.databaseUrl, { ...env, BOOKINGS_PER_HOUR: '0' });
  expect((await book(people[0] ?? { token: '' }, salons[1]?.at(20) ?? {}, off)).status).toBe(201);
  for (const app of [twin, off]) await app.close();
});
