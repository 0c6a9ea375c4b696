import { sql } from 'kysely';
import { factories } from '#server/testing/make.ts';
import { HOUR, MINUTE } from '#shared/constants.ts';
import { startOfDay } from '#shared/rules/hour-grid.ts';
import { dayKey } from '#shared/time.ts';
import type { ThrowawayStack } from './throwaway-stack.ts';

/**
 * What the demo is made into before the pictures are taken: `long` has every text at the length that people really
 * write, `busy` a professional with thirty visits today and as many requests, `none` people without visits and times.
 */
const datasets = { long: lengthen, busy: fillDays, none: empty };
type Dataset = keyof typeof datasets;

export const datasetNames = Object.keys(datasets) as Dataset[];

export function isDataset(name: string): name is Dataset {
  return Object.hasOwn(datasets, name);
}

export async function changeDemo(stack: ThrowawayStack, dataset: Dataset): Promise<void> {
  await datasets[dataset](stack);
  await stack.deps.search.caughtUp();
}

const people = [
  'Oluwaseun Adébáyọ̀-Fitzgerald Montgomery',
  'Maximiliana Wanjirũ Nyokabĩ-Papadopoulos',
  'Nguyễn Hoàng Phương Thảo Christodoulou',
];
const places = [
  'Level 2, 1187–1193 Sydney Road, Coburg North, Melbourne',
  'Shop 14b, Sunshine Marketplace, 80 Harvester Road, Sunshine, Melbourne',
];
const services = [
  'Waist-length knotless box braids with human-hair boho curls, wash and blow-dry included',
  'Loc retwist, palm roll and two-strand style with steam treatment for shoulder-length locs',
  'Kids’ wash, detangle, trim and cornrows (under 12, please bring a snack and a tablet)',
];
const about = `I have braided since I was nine, first my cousins and then half of the street, and I still take my time:
parts that follow the head, tension that lets you sleep. `;

async function lengthen({ deps: { db } }: ThrowawayStack): Promise<void> {
  const turn = sql`row_number() over (order by id)::int`;
  const pick = (from: readonly string[]) => sql`(${anyText(from)})[1 + changed.turn % ${from.length}::int]`;
  await sql`
    update professionals set display_name = ${pick(people)}, location = ${pick(places)}, bio = ${about.repeat(8)}
    from (select id, ${turn} as turn from professionals) changed where changed.id = professionals.id`.execute(db);
  await sql`
    update users set username = ${pick(people)}
    from (select id, ${turn} as turn from users) changed where changed.id = users.id`.execute(db);
  await sql`
    update clients set first_name = 'Oluwaseun-Adébáyọ̀', last_name = 'Fitzgerald-Montgomery Papadopoulos'`.execute(db);
  await sql`
    update services set name = ${pick(services)}, description = ${about.repeat(3)}, service_duration_minutes = 465, price_cents = 123450
    from (select id, ${turn} as turn from services) changed where changed.id = services.id`.execute(db);
  await sql`
    update booking_services set name = services.name from services where services.id = booking_services.service_id`.execute(
    db,
  );
  await sql`update bookings set notes = ${about.repeat(2)}, total_price_cents = 123450`.execute(db);
}

function anyText(values: readonly string[]) {
  return sql`array[${sql.join(values)}]::text[]`;
}

async function fillDays({ deps }: ThrowawayStack): Promise<void> {
  const { db } = deps;
  const make = factories(deps);
  const { id, time_zone } = await db
    .selectFrom('professionals')
    .innerJoin('users', 'users.id', 'professionals.user_id')
    .select(['professionals.id', 'time_zone'])
    .where('email', '=', 'amara@demo.example')
    .executeTakeFirstOrThrow();
  await db.deleteFrom('bookings').where('professional_id', '=', id).where('status', '<>', 'completed').execute();
  const serviceIds = [
    await make.service(id, { name: 'Edge-up', service_duration_minutes: 15, price: 25, category: 'Cuts and Trims' }),
  ];
  const day = startOfDay(dayKey(Date.now(), time_zone), time_zone);
  const clients: string[] = [];
  for (const first_name of ['Kofi', 'Thùy Linh', 'Niamh', 'Zoë'])
    clients.push((await make.client({ first_name })).clientId);
  for (let visit = 0; visit < 60; visit++) {
    const [ofDay, isToday] = [visit % 30, visit < 30];
    const start = day + (isToday ? 0 : 48 * HOUR) + 7 * HOUR + ofDay * 30 * MINUTE;
    const status = !isToday ? 'pending' : start + 15 * MINUTE < Date.now() ? 'completed' : 'confirmed';
    await make.booking({ professionalId: id, clientId: clients[visit % clients.length], serviceIds, status, start });
  }
}

async function empty({ deps: { db } }: ThrowawayStack): Promise<void> {
  const tables = ['bookings', 'availability', 'hour_schedules', 'hour_dates', 'time_off', 'contacts', 'notifications'];
  for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(db);
}
