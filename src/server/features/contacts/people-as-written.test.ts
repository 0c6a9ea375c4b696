import { beforeAll, expect, test } from 'vitest';
import { hashPassword } from '#server/features/auth/passwords.ts';
import { useTestApp } from '#server/testing/app.ts';
import type { ClientPerson, Person, ProfessionalPerson } from '#server/testing/make.ts';
import type { Booking } from '#shared/bookings.ts';
import { DAY, MINUTE } from '#shared/constants.ts';
import type { Contact } from '#shared/contacts.ts';

const t = useTestApp();
const call = (...args: Parameters<typeof t.rest.call>) => t.rest.call(...args);
const day = Math.ceil(Date.now() / DAY) * DAY + 5 * DAY;
let written = 0;
let amara: ProfessionalPerson;
let zoe: ClientPerson;
let admin: Person;
let cut: string;

beforeAll(async () => {
  [amara, zoe, admin] = await Promise.all([t.make.professional(), t.make.client(), t.make.admin()]);
  cut = await t.make.service(amara.professionalId);
});

function writeIn(guest: object) {
  const start_time = new Date(day + 120 * MINUTE * written++).toISOString();
  return call(amara, 'bookings.writeIn', { start_time, service_ids: [cut], guest });
}

async function profileInput() {
  const { display_name, professional_type, location, experience_years } = (await call(amara, 'professionals.profile'))
    .body as Record<string, unknown>;
  return { display_name, professional_type, location, experience_years, specializations: [] };
}

/** Every call that takes a name, with the status of one that it takes. */
const named: Record<string, [status: number, send: (name: string) => Promise<{ status: number; body: unknown }>]> = {
  'clients.updateMe': [
    200,
    (name) => call(zoe, 'clients.updateMe', { first_name: name, last_name: name, phone_number: '61412345678' }),
  ],
  'professionals.updateMe': [
    200,
    async (name) => call(amara, 'professionals.updateMe', { ...(await profileInput()), display_name: name }),
  ],
  'bookings.writeIn': [201, (name) => writeIn({ name })],
  'contacts.update': [
    200,
    async (name) => {
      const { contact_id: id } = (await writeIn({ name: 'Kim' })).body as Booking;
      return call(amara, 'contacts.update', { id, name });
    },
  ],
  'waitlist.signup': [
    201,
    (name) => call(null, 'waitlist.signup', { name, email: `w${written++}@example.com`, role: 'Client' }),
  ],
};

test.each(Object.entries(named))('%s takes names as people write them, and none without a letter', async (_, given) => {
  const [taken, send] = given;
  for (const name of ['Fa‘afetai', 'Mary\u2011Jane', 'De\u00a0La Cruz', 'می\u200cنا', 'Gal·la'])
    expect([name, (await send(name)).status]).toEqual([name, taken]);
  const marked = await send('\u2067عائشة\u2069');
  expect(marked.status).toBe(taken);
  expect(JSON.stringify(marked.body)).not.toContain('\u2067');
  expect(JSON.stringify((await send('Zoë\ufe0f \u20e3Adjei')).body)).not.toMatch(/\ufe0f|\u20e3/);
  for (const name of ['-', "'", '. .', '\ufe0f\u3164']) expect([name, (await send(name)).status]).toEqual([name, 422]);
});

test('contacts: found by name and number, however they and the search are written', async () => {
  for (const guest of [
    { name: 'Pita Rangi', phone_number: '61412345678' },
    { name: "Kim O'Brien", phone_number: '0498000111' },
    { name: 'Đặng Thị Hoa', phone_number: '610398765432' },
    { name: 'Mary\u2011Jane De\u00a0La Cruz', email: 'mary@b\u00fccher.example' },
  ])
    expect((await writeIn(guest)).status).toBe(201);
  const found = async (search: string) =>
    ((await call(amara, 'contacts.list', { search })).body as Contact[]).map(({ name }) => name);
  for (const [search, name] of [
    ['0412 345 678', 'Pita Rangi'],
    ['+61 (0)412 345 678', 'Pita Rangi'],
    ['412345678', 'Pita Rangi'],
    ['0412.345', 'Pita Rangi'],
    ['+61 498 000 111', "Kim O'Brien"],
    ['03 9876 5432', 'Đặng Thị Hoa'],
    ['O\u2019Brien', "Kim O'Brien"],
    ['kim obrien', "Kim O'Brien"],
    ['dang', 'Đặng Thị Hoa'],
    ['mary-jane de la cruz', 'Mary\u2011Jane De\u00a0La Cruz'],
    ['mary@bücher.example', 'Mary\u2011Jane De\u00a0La Cruz'],
    ['bücher', 'Mary\u2011Jane De\u00a0La Cruz'],
  ] as const)
    expect([search, await found(search)]).toEqual([search, [name]]);
  expect(await found('0412 345 679')).toEqual([]);
});

test('an internationalised domain is one address in every call', async () => {
  const typed = 'Ana@Bücher.example';
  const kept = 'ana@xn--bcher-kva.example';
  await t.make.user('client', {
    email: kept,
    username: 'Đặng Ana',
    passwordHash: await hashPassword('correct horse'),
  });
  for (const username of [typed, kept])
    expect(await call(null, 'auth.login', { username, password: 'correct horse' })).toMatchObject({ status: 200 });
  for (const search of [typed, 'bücher', 'dang ana'])
    expect((await call(admin, 'users.list', { search })).body).toMatchObject([{ email: kept }]);
  expect((await call(null, 'codes.ask', { email: typed })).status).toBe(202);
  expect((await call(null, 'auth.forgot', { email: typed })).status).toBe(202);
  expect((await call(null, 'waitlist.signup', { name: 'Ana', email: typed, role: 'Client' })).status).toBe(201);
  expect((await writeIn({ name: 'Ana', email: typed })).body).toMatchObject({ guest: { email: kept } });
  await t.drain();
  // The mail server of tests reads the domain of an envelope as it was typed.
  expect(t.inbox.to(typed).length).toBeGreaterThan(2);
  expect((await call(null, 'waitlist.signup', { name: 'Ana', email: 'ană@a.example', role: 'Client' })).status).toBe(
    422,
  );
});
