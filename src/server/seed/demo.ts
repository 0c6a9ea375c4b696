import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { Deps } from '#server/deps.ts';
import { insertAccount } from '#server/features/auth/create-account.ts';
import { hashPassword } from '#server/features/auth/passwords.ts';
import { defaultTimeZone, type Role, type ServiceCategory } from '#shared/constants.ts';

export type DemoLogin = { role: Role; email: string; password: string };

/** Of the demo marketplace alone, printed at every start: no secret. */
const demoPassword = 'saluni-demo';

type DemoService = { name: string; description: string; category: ServiceCategory; minutes: number; cents: number };
type DemoProfessional = {
  email: string;
  name: string;
  type: 'barber' | 'hairdresser';
  location: string;
  bio: string;
  years: number;
  specializations: number[];
  services: DemoService[];
};

const professionals: DemoProfessional[] = [
  {
    email: 'amara@demo.example',
    name: 'Amara Okafor',
    type: 'hairdresser',
    location: 'Footscray, Melbourne',
    bio: 'Braids and protective styles that last, with a gentle hand at the hairline.',
    years: 9,
    specializations: [2, 6],
    services: [
      { name: 'Knotless Braids', description: 'Medium length, hair included.', category: 'Braids', minutes: 240, cents: 22_000 },
      { name: 'Cornrows', description: 'Straight back or a pattern of yours.', category: 'Protective Styles', minutes: 90, cents: 9_000 },
      {
        name: 'Wash and Deep Treatment',
        description: 'Steam, mask and a scalp massage.',
        category: 'Treatment',
        minutes: 60,
        cents: 6_500,
      },
    ],
  },
  {
    email: 'dele@demo.example',
    name: 'Délé Adébáyọ̀',
    type: 'barber',
    location: 'Brunswick, Melbourne',
    bio: 'Fades, line-ups and beards for curly and coily hair.',
    years: 6,
    specializations: [1, 4],
    services: [
      { name: 'Skin Fade', description: 'With a line-up and hot towel.', category: 'Haircut', minutes: 45, cents: 5_000 },
      { name: 'Beard Trim', description: 'Shaped and oiled.', category: 'Cuts and Trims', minutes: 30, cents: 2_500 },
      { name: 'Curl Cut', description: 'Cut dry, curl by curl.', category: 'Cuts and Trims', minutes: 60, cents: 8_500 },
    ],
  },
  {
    email: 'wanjiru@demo.example',
    name: "Wanjiru Ng'ang'a",
    type: 'hairdresser',
    location: 'Dandenong, Melbourne',
    bio: 'Locs from the first twist to the yearly check, and colour that keeps them strong.',
    years: 12,
    specializations: [3, 5],
    services: [
      { name: 'Starter Locs', description: 'Two-strand or comb coils.', category: 'Loc Services', minutes: 180, cents: 18_000 },
      { name: 'Loc Retwist', description: 'Wash, retwist and a simple style.', category: 'Loc Services', minutes: 105, cents: 11_000 },
      { name: 'Full Colour', description: 'A patch test comes first.', category: 'Color', minutes: 150, cents: 19_500 },
    ],
  },
];
const others: { role: Role; email: string; name: string }[] = [
  { role: 'client', email: 'zuri@demo.example', name: 'Zuri Smith' },
  { role: 'admin', email: 'admin@demo.example', name: 'Saluni Admin' },
];

const firstHour = 9;
const lastHour = 17;
const daysAhead = 21;

/** Fills an empty database with a small marketplace, all or nothing. Answers undefined, with nothing written, when there are users. */
export async function seedDemo({ db }: Pick<Deps, 'db'>): Promise<DemoLogin[] | undefined> {
  const passwordHash = await hashPassword(demoPassword);
  return db.transaction().execute(async (trx) => {
    // Two starts on one database: the second waits, then finds users.
    await sql`select pg_advisory_xact_lock(hashtext('saluni demo'))`.execute(trx);
    if (await trx.selectFrom('users').select('id').limit(1).executeTakeFirst()) return undefined;
    for (const person of professionals) await insertProfessional(trx, person, passwordHash);
    for (const person of others) await insertAccount(trx, { ...person, passwordHash });
    return logins();
  });
}

/** The demo's logins as far as they are in this database. */
export async function demoLogins(db: Db): Promise<DemoLogin[]> {
  const emails = logins().map(({ email }) => email);
  const rows = await db.selectFrom('users').select('email').where('email', 'in', emails).where('is_active', '=', true).execute();
  return logins().filter(({ email }) => rows.some((row) => row.email === email));
}

function logins(): DemoLogin[] {
  const people: { role: Role; email: string }[] = [
    ...professionals.map(({ email }) => ({ role: 'professional' as const, email })),
    ...others,
  ];
  return people.map(({ role, email }) => ({ role, email, password: demoPassword }));
}

async function insertProfessional(trx: Db, person: DemoProfessional, passwordHash: string): Promise<void> {
  const { professionalId: id = '' } = await insertAccount(trx, {
    role: 'professional',
    email: person.email,
    name: person.name,
    passwordHash,
  });
  await trx
    .updateTable('professionals')
    .set({ professional_type: person.type, location: person.location, bio: person.bio, experience_years: person.years })
    .where('id', '=', id)
    .execute();
  await trx
    .insertInto('professional_specializations')
    .values(person.specializations.map((specialization_id) => ({ professional_id: id, specialization_id })))
    .execute();
  await trx
    .insertInto('services')
    .values(
      person.services.map(({ name, description, category, minutes, cents }) => ({
        professional_id: id,
        name,
        description,
        category,
        service_duration_minutes: minutes,
        price_cents: cents,
      })),
    )
    .execute();
  // Working days of the professional's own calendar, from tomorrow.
  const day = sql`date_trunc('day', clock_now() at time zone ${defaultTimeZone}) + make_interval(days => day)`;
  await sql`
    insert into availability (professional_id, start_time, end_time)
    select ${id}, (${day} + make_interval(hours => ${firstHour})) at time zone ${defaultTimeZone},
           (${day} + make_interval(hours => ${lastHour})) at time zone ${defaultTimeZone}
    from generate_series(1, ${daysAhead}::int) as day
    where extract(isodow from ${day}) < 7`.execute(trx);
}
