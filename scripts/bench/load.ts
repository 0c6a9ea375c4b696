import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { connect, createMaintenancePool } from '#server/db/connect.ts';
import type { EmbeddedPostgres } from '#server/embedded/postgres.ts';
import { understandLocations } from '#server/features/localities/queries.ts';

/** Professionals of scale 1; each has 5 services, 100 windows, 500 bookings and 10 clients. */
const professionalsOfScale1 = 2_000;

/** Professionals in the database of `--scale`. */
export const professionalsOf = (scale: number) => Math.round(professionalsOfScale1 * scale);

/**
 * Every row of the market, set-based; the same count gives the same rows on other days: the 40 working days before this
 * week and the 60 from its Monday on. Of a day's 16 half hours ten are booked, 10 % of them cancelled, so that no
 * client is near a cap.
 */
const steps: readonly (readonly [what: string, text: string])[] = [
  [
    'people',
    `insert into users (id, role, email, username, created_at)
     select bench_id(1, n), case when n <= :pros then 'professional' else 'client' end,
       'bench-' || n || '@example.com', 'Bench ' || n, base - make_interval(days => (n % 700)::int)
     from generate_series(1, :pros * 11) n, bench_words`,
  ],
  [
    'sessions',
    `insert into sessions (id, user_id, expires_at, ends_at)
     select encode(sha256(convert_to('bench-token-' || n, 'utf8')), 'hex'), bench_id(1, n),
       clock_now() + interval '9 days', clock_now() + interval '30 days'
     from generate_series(1, :pros * 11) n`,
  ],
  [
    'professionals',
    `insert into professionals (id, user_id, display_name, professional_type, location, bio, experience_years,
      is_active, created_at)
     select bench_id(2, n), bench_id(1, n), firsts[1 + bench_draw(1, n, 30)] || ' ' || lasts[1 + bench_draw(2, n, 30)]
       || ' ' || trades[1 + bench_draw(3, n, 10)],
       case when bench_draw(4, n, 3) = 0 then 'barber' else 'hairdresser' end,
       suburbs[1 + bench_draw(5, n, 30)] || ', ' || states[1 + bench_draw(6, n, 5)],
       'Specialising in textured, curly and kinky hair for ' || (2 + bench_draw(7, n, 20)) || ' years. '
         || styles[1 + bench_draw(8, n, 40)] || ', ' || styles[1 + bench_draw(9, n, 40)]
         || ' and healthy hair journeys in a calm studio.',
       bench_draw(7, n, 31), n % 50 <> 0, base - make_interval(days => (n % 700)::int)
     from generate_series(1, :pros) n, bench_words`,
  ],
  [
    'specializations',
    `insert into professional_specializations (professional_id, specialization_id)
     select bench_id(2, n), s from generate_series(1, :pros) n,
       lateral (select distinct 1 + bench_draw(20 + i, n, 9) as s from generate_series(1, 3) i) x`,
  ],
  [
    'clients',
    `insert into clients (id, user_id, first_name, last_name, phone_number, created_at)
     select bench_id(3, n), bench_id(1, :pros + n), firsts[1 + bench_draw(11, n, 30)],
       lasts[1 + bench_draw(12, n, 30)], '04' || lpad((10000000 + n)::text, 8, '0'),
       base - make_interval(days => (n % 400)::int)
     from generate_series(1, :pros * 10) n, bench_words`,
  ],
  [
    'services',
    `insert into services (id, professional_id, name, description, category, service_duration_minutes, price_cents,
      is_active, created_at)
     select bench_id(4, n), bench_id(2, p), 
       adjectives[1 + bench_draw(32, n, 10)] || ' ' || styles[1 + bench_draw(33, n, 40)],
       'Includes consultation, wash and ' || lower(styles[1 + bench_draw(34, n, 40)])
         || '. Please arrive with detangled hair; extensions '
         || case when bench_draw(35, n, 2) = 0 then 'included.' else 'not included.' end,
       categories[1 + bench_draw(33, n, 40) / 4], (array[30, 60, 60, 90, 60])[j + 1],
         2500 + 500 * bench_draw(31, n, 60), n % 40 <> 7, base - make_interval(days => (n % 600)::int)
     from (select p, j, p + :pros * j as n from generate_series(0, 4) j, generate_series(1, :pros) p) k, bench_words`,
  ],
  [
    'windows',
    `insert into availability (id, professional_id, start_time, end_time)
     select bench_id(5, (p - 1) * 100 + i), bench_id(2, p), (d + time '09:00') at time zone 'Australia/Melbourne',
       (d + time '17:00') at time zone 'Australia/Melbourne'
     from generate_series(1, :pros) p, bench_days`,
  ],
  [
    'bookings',
    `insert into bookings (id, professional_id, client_id, status, start_time, end_time, total_price_cents, notes,
      created_at, expires_at, due_at, cancelled_by)
     select id, professional_id, client_id, status, start_time, end_time, price_cents, notes,
       start_time - interval '5 days', start_time,
       case status when 'confirmed' then end_time end, case status when 'cancelled' then 'client' end
     from bench_bookings order by start_time`,
  ],
  [
    'booked services',
    `insert into booking_services (professional_id, booking_id, position, service_id, name, price_cents,
      service_duration_minutes)
     select b.professional_id, b.id, 0, s.id, s.name, s.price_cents, s.service_duration_minutes
     from bench_bookings b join services s on s.id = b.service_id order by b.start_time`,
  ],
  [
    'busy times',
    `insert into busy_times (professional_id, booking_id, start_time, end_time)
     select professional_id, id, start_time, end_time from bench_bookings where status <> 'cancelled'
       order by professional_id, start_time`,
  ],
];

const vocabulary = `
create temp table bench_words as select date_trunc('week', now() at time zone 'Australia/Melbourne')::date as base,
  array['Amara','Zuri','Imani','Nia','Kofi','Kwame','Ayo','Temi','Sade','Folake','Chidi','Ngozi','Thandi','Lerato',
    'Sipho','Naledi','Marcus','Tyrone','Keisha','Aaliyah','Jada','Malik','Darius','Simone','Yvonne','Ruth','Grace',
    'Abena','Efua','Yaw'] as firsts,
  array['Okafor','Mensah','Dlamini','Nkosi','Adeyemi','Balogun','Boateng','Owusu','Abara','Eze','Johnson','Williams',
    'Brown','Campbell','Morgan','Grant','Clarke','Bailey','Reid','Francis','Nguyen','Patel','Singh','Taylor','Wilson',
    'Haddad','Costa','Silva','Kamara','Diallo'] as lasts,
  array['Studio','Hair','Cuts','Curls','Crown','Roots','Locs','Salon','Barbers','Beauty'] as trades,
  array['Fitzroy','Brunswick','Footscray','Carlton','Richmond','Sunshine','Dandenong','Preston','Coburg','St Kilda',
    'Northcote','Werribee','Tarneit','Box Hill','Collingwood','Frankston','Geelong','Ballarat','Parramatta','Newtown',
    'Surry Hills','Fortitude Valley','West End','Fremantle','Northbridge','Glenelg','Hobart','Darwin','Canberra',
    'Wollongong'] as suburbs,
  array['VIC','VIC','VIC','NSW','QLD'] as states,
  array['Knotless Box Braids','Boho Braids','Cornrows','Fulani Braids','Feed-in Braids','Silk Press','Wash and Go',
    'Twist Out','Flat Twists','Two Strand Twists','Passion Twists','Loc Retwist','Starter Locs','Interlocking',
    'Loc Detox','Sew-in Weave','Closure Install','Frontal Install','Wig Custom Fit','Quick Weave','Skin Fade',
    'Taper Fade','Line Up','Beard Trim','Kids Cut','Big Chop','Curly Cut','Dry Cut','Trim and Treatment',
    'Deep Conditioning','Protein Treatment','Scalp Detox','Hot Oil Treatment','Full Colour','Balayage for Curls',
    'Root Touch Up','Highlights','Bridal Updo','Crochet Braids','Natural Styling'] as styles,
  array['Classic','Signature','Express','Deluxe','Premium','Medium','Small','Large','Waist Length',
    'Shoulder Length'] as adjectives,
  array['Haircut','Braids','Cuts and Trims','Styling','Protective Styles','Loc Services','Weaves and Wigs','Treatment',
    'Color','Other'] as categories;
create temp table bench_days as select (row_number() over (order by d))::int - 1 as i, d from (
  (select d::date d from bench_words, generate_series(base - 100, base - 1, interval '1 day') d
    where extract(isodow from d) < 6 order by d desc limit 40)
  union all (select d::date from bench_words, generate_series(base, base + 120, interval '1 day') d
    where extract(isodow from d) < 6 order by d limit 60)) x;
-- A UUID with the shape of version 7: \`kind\` is the table, \`n\` the row.
create function pg_temp.bench_id(kind int, n bigint) returns uuid language sql immutable parallel safe as $$
  select (lpad(to_hex(1735689600000 + n * 97), 12, '0') || '7' || substr(h, 1, 3)
    || to_hex(8 + (('x' || substr(h, 4, 2))::bit(8)::int & 3)) || substr(h, 6, 3) || substr(h, 9, 12))::uuid
  from (select md5(kind || ':' || n) h) x $$;
create function pg_temp.bench_draw(kind int, n bigint, below int) returns int language sql immutable parallel safe as $$
  select (('x' || substr(md5(kind || '/' || n), 1, 7))::bit(28)::int) % below $$;`;

/**
 * A booking starts on the window's grid, at one of five offsets that the day and the professional turn by up to an
 * hour.
 */
const bookings = `
create temp table bench_bookings as
select bench_id(6, (i::bigint * :pros + p - 1) * 5 + j) as id, bench_id(2, p) as professional_id,
  bench_id(3, ((p - 1) * 5 + j + i::bigint * 7919) % (:pros * 10) + 1) as client_id,
  bench_id(4, p + :pros * j) as service_id, start_time, start_time + make_interval(mins => minutes) as end_time,
    2500 + 500 * bench_draw(31, p + :pros * j, 60) as price_cents,
  case when p % 4 = 0 then 'Please call when you arrive' end as notes,
  case when (p * 31 + i * 17 + j * 7) % 10 = 0 then 'cancelled' when i < 40 then 'completed'
    when end_time <= now() then 'completed' else 'confirmed' end as status
from (
  select p, i, j, (array[30, 60, 60, 90, 60])[j + 1] as minutes,
    (d + time '09:00' + interval '30 minutes' * ((array[0, 2, 5, 8,
      12])[j + 1] + (p + i) % 3)) at time zone 'Australia/Melbourne' as start_time
  from bench_days, generate_series(1, :pros) p, generate_series(0, 4) j
) one, lateral (select start_time + make_interval(mins => minutes) as end_time) t`;

/**
 * Fills a migrated, empty database as a superuser, without triggers and foreign keys but with the exclusion
 * constraints; stored totals are counted at the end. About three minutes at scale 1.
 */
export async function loadMarket(
  url: string,
  professionals: number,
  progress: (line: string) => void,
  { bookings: booked = true }: { bookings?: boolean } = {},
): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: `bench-${randomUUID()}` });
  await client.connect();
  const run = (text: string) =>
    client.query(
      text.replaceAll(':pros', `${professionals}::bigint`).replace(/\b(bench_id|bench_draw)\(/g, 'pg_temp.$1('),
    );
  try {
    await client.query(
      `set session_replication_role = replica; set synchronous_commit = off;
       set work_mem = '256MB'; set timezone = 'UTC'; ${vocabulary}`,
    );
    if (booked) await run(bookings);
    for (const [what, text] of steps.filter(([, sql]) => booked || !sql.includes('bench_bookings'))) {
      const begun = performance.now();
      const { rowCount } = await run(text);
      progress(`${what}: ${rowCount} rows in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    }
    await client.query('vacuum (analyze)');
  } finally {
    await client.end();
  }
}

/** Removes what a bench booked, and with `tidy` also the space that it took. */
export async function removeBookings(url: string, { tidy = false } = {}): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("delete from bookings where notes = 'bench'");
    await client.query('truncate outbox');
    if (tidy) await client.query('vacuum (analyze) bookings, booking_services, busy_times');
  } finally {
    await client.end();
  }
}

/** What a server would do beside what is measured: places are understood, and tables vacuumed. */
export async function settleMarket({ url, superuserUrl }: EmbeddedPostgres): Promise<void> {
  const db = connect(createMaintenancePool(url));
  await understandLocations(db);
  await db.destroy();
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query('vacuum (analyze)');
  await client.end();
}
