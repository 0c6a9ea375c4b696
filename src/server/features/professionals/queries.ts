import { type ExpressionBuilder, sql } from 'kysely';
import { type Viewer, type Visibility, visibilityOf } from '#server/api/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { clockNow, epochMs } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import type { DB } from '#server/db/types.ts';
import { servicesAskDeposit } from '#server/features/bookings/deposits/queries.ts';
import { type HairRow, hairColumns } from '#server/features/hair/evidence-queries.ts';
import { deleteHours, schedulesOf } from '#server/features/hours/queries.ts';
import { openingHoursOf, type WindowSources } from '#server/features/hours/windows.ts';
import { becomeActiveIfComplete, hasHours } from '#server/features/parties/profile-queries.ts';
import { isVisible, isVisibleTo } from '#server/features/parties/visibility.ts';
import { addressOf, imageBase, type PictureOrigins } from '#server/images/addresses.ts';
import { type ProfessionalType, type State, specializations } from '#shared/constants.ts';
import type { FirstSteps, OwnProfessional, ProfessionalInput, Profile } from '#shared/professionals.ts';
import { type BooksOpen, nextOpening } from '#shared/rules/books-open.ts';
import { hairWorkOf } from '#shared/rules/hair.ts';
import { type Place, publicPlace } from '#shared/rules/place.ts';
import { type RatingSum, ratingOf } from '#shared/rules/rating.ts';
import { type ReliabilityCounts, reliabilityOf } from '#shared/rules/reliability.ts';
import { iso } from '#shared/time.ts';
import { reliabilityCounts } from './reliability-queries.ts';

type Tables = ExpressionBuilder<DB, 'professionals'>;

const publicColumns = [
  'professionals.id',
  'professionals.display_name',
  'professionals.location',
  'professionals.bio',
  'professionals.experience_years',
  'professionals.profile_picture',
  'professionals.time_zone',
  'professionals.rating_sum',
  'professionals.rating_count',
  servicesAskDeposit('professionals').as('asks_deposit'),
  isVisible('professionals').as('is_active'),
] as const;

/** How bookings are confirmed and cancelled (contract 9), which lists leave out. */
const bookingColumns = [
  'professionals.instant_confirmation',
  'professionals.cancellation_cutoff_hours',
  'professionals.cancellation_policy',
  'professionals.cancellation_list',
  sql<BooksOpen | null>`professionals.books_open`.as('books_open'),
  reliabilityCounts.as('reliability'),
] as const;

function withPlace(eb: Tables) {
  return eb.ref('professionals.place').$castTo<Place | null>().as('place');
}

/** The names of specializations are constants, as in lists. */
function withTypeAndSpecializations(eb: Tables) {
  return [
    eb.ref('professionals.professional_type').$castTo<ProfessionalType>().as('professional_type'),
    sql<number[] | null>`(select json_agg(specialization_id) from professional_specializations
      where professional_id = professionals.id)`.as('specialization_ids'),
  ] as const;
}

function withHandle(eb: Tables) {
  return eb
    .selectFrom('handles')
    .select('handles.handle')
    .whereRef('handles.professional_id', '=', 'professionals.id')
    .where('handles.leads_until', 'is', null)
    .as('handle');
}

const hair = hairColumns('professionals');
/** From which `opening_hours`, `techniques` and `evidence` follow. */
const derivedColumns = [
  hair.techniques.as('techniques'),
  hair.told_visits.as('told_visits'),
  hair.tagged_pictures.as('tagged_pictures'),
  sql<WindowSources['schedules']>`(${schedulesOf(sql`professionals.id`)})`.as('schedules'),
  epochMs(clockNow).as('now'),
] as const;

const publicProfile = statement('public_profile', (db, p: Params<{ id: string } & Visibility>) =>
  db
    .selectFrom('professionals')
    .select(publicColumns)
    .select(derivedColumns)
    .select(bookingColumns)
    .select(withTypeAndSpecializations)
    .select(withHandle)
    .select(withPlace)
    .where('professionals.id', '=', p.id)
    .where(isVisibleTo(p, 'professionals')),
);

export async function findProfessional(
  db: Db,
  id: string,
  viewer: Viewer | null,
  origins: PictureOrigins,
): Promise<Profile | undefined> {
  const row = await publicProfile.executeTakeFirst(db, { id, ...visibilityOf(viewer) });
  return presentProfile(row && { ...row, place: publicPlace(row.place) }, origins);
}

type ProfileRow = RatingSum &
  HairRow & {
    profile_picture: string | null;
    time_zone: string;
    schedules: WindowSources['schedules'];
    specialization_ids: number[] | null;
    reliability: ReliabilityCounts;
    books_open: BooksOpen | null;
    now: number;
  };

function presentProfile<T extends ProfileRow>(row: T | undefined, origins: PictureOrigins) {
  if (!row) return undefined;
  const { schedules, specialization_ids, now, rating_sum, rating_count, reliability, books_open, ...rest } = row;
  const { techniques, told_visits, tagged_pictures, ...profile } = rest;
  return {
    ...profile,
    ...hairWorkOf({ techniques, told_visits, tagged_pictures }),
    rating: ratingOf({ rating_sum, rating_count }),
    reliability: reliabilityOf(reliability),
    books_open: books_open && { ...books_open, next: openingOf(books_open, profile.time_zone, now) },
    specializations: specializations.filter(({ id }) => specialization_ids?.includes(id)),
    profile_picture: addressOf(imageBase(origins), profile.profile_picture),
    opening_hours: openingHoursOf(schedules, profile.time_zone, now),
  };
}

function openingOf(booksOpen: BooksOpen, zone: string, now: number) {
  const { opens, month } = nextOpening(booksOpen, zone, now);
  return { opens_at: iso(opens), month };
}

const ownProfile = statement('own_profile', (db, p: Params<{ id: string }>) =>
  db
    .selectFrom('professionals')
    .innerJoin('users', 'users.id', 'professionals.user_id')
    .select(publicColumns)
    .select(bookingColumns)
    .select(['users.email', 'users.username', 'professionals.contact_phone'])
    .select(withHandle)
    .select(withPlace)
    .select(derivedColumns)
    .select((eb) => [
      'professionals.slot_interval_minutes',
      'professionals.min_notice_minutes',
      'professionals.buffer_minutes',
      'professionals.booking_horizon_days',
      'professionals.business_name',
      'professionals.abn',
      'professionals.gst_registered',
      eb.ref('professionals.closed_on_holidays_of').$castTo<State | null>().as('closed_on_holidays_of'),
    ])
    .select(withTypeAndSpecializations)
    .where('professionals.id', '=', p.id),
);

/** The professional's own profile, with account and booking settings. */
export async function findOwnProfessional(
  db: Db,
  id: string,
  origins: PictureOrigins,
): Promise<OwnProfessional | undefined> {
  return presentProfile(await ownProfile.executeTakeFirst(db, { id }), origins);
}

/** Undefined for an unknown professional. */
export function findFirstSteps(db: Db, id: string): Promise<FirstSteps | undefined> {
  return db
    .selectFrom('professionals')
    .select((eb) => [
      eb.ref('first_steps').$castTo<FirstSteps['state']>().as('state'),
      sql<boolean>`coalesce(bio, '') <> '' and exists (select from professional_specializations where professional_id = ${id})`.as(
        'profile',
      ),
      eb('place', 'is not', null).$castTo<boolean>().as('place'),
      sql<boolean>`exists (select from services where professional_id = ${id} and deleted_at is null)`.as('service'),
      hasHours(id).as('hours'),
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function setFirstSteps(db: Db, id: string, first_steps: FirstSteps['state']): Promise<void> {
  await db.updateTable('professionals').set({ first_steps }).where('id', '=', id).execute();
}

export function insertProfessional(
  db: Db,
  row: {
    user_id: string;
    display_name: string;
    professional_type: ProfessionalType;
    location: string;
    first_steps: 'open' | 'done';
    is_active?: boolean;
    waits_for?: 'location' | 'offer';
  },
) {
  return db
    .insertInto('professionals')
    .values((eb) => ({
      ...row,
      // The location of a new account is the name of a city, of which the most important one is meant.
      locality_id: eb
        .selectFrom('localities')
        .select('localities.id')
        .where('localities.name', '=', row.location)
        .orderBy('localities.id')
        .limit(1),
      understood_location: row.location,
    }))
    .returning('id')
    .executeTakeFirstOrThrow();
}

const insertSpecializations = statement(
  'insert_specializations',
  (_, p: Params<{ id: string; specializations: number[] }>) => sql`
    insert into professional_specializations (professional_id, specialization_id) select ${p.id}::uuid,
      unnest(${p.specializations}::int[])`,
);

/**
 * Replaces the profile; settings that the input omits stay; a picture of our own is given by its path. The update also
 * takes the row lock that bookings wait for.
 */
export async function updateProfessional(
  trx: Db,
  id: string,
  { specializations, handle: _, techniques, place, books_open, ...columns }: ProfessionalInput,
): Promise<void> {
  await trx
    .updateTable('professionals')
    .set({ ...columns, ...(techniques && { techniques: JSON.stringify(techniques) }) })
    .set(books_open === undefined ? {} : { books_open: books_open && JSON.stringify(books_open) })
    .set(place === undefined ? {} : { place: place && JSON.stringify(place) })
    // The location is given, or the switch pressed.
    .set({
      waits_for: sql<
        string | null
      >`case when ${columns.is_active ?? false} or waits_for is null then null else 'offer' end`,
    })
    .where('id', '=', id)
    .execute();
  await becomeActiveIfComplete(trx, id);
  await trx.deleteFrom('professional_specializations').where('professional_id', '=', id).execute();
  await insertSpecializations.execute(trx, { id, specializations });
}

/** From now on the professional's handle is a former one, which leads on for ever. */
export async function retireHandle(trx: Db, professionalId: string): Promise<void> {
  await trx
    .updateTable('handles')
    .set({ leads_until: 'infinity' })
    .where('professional_id', '=', professionalId)
    .where('leads_until', 'is', null)
    .execute();
}

/**
 * Leaves of a professional what bookings of others need, an id without a name and services without their texts, or
 * nothing where there are neither. Needs the lock against everything that refers to the professional.
 */
export async function forgetProfessional(trx: Db, id: string): Promise<void> {
  await retireHandle(trx, id);
  await trx
    .updateTable('professionals')
    .set({
      user_id: null,
      display_name: 'Former professional',
      location: 'Not available',
      locality_id: null,
      understood_location: null,
      bio: null,
      profile_picture: null,
      experience_years: 0,
      closed_on_holidays_of: null,
      cancellation_policy: null,
      business_name: null,
      abn: null,
      gst_registered: false,
      techniques: '[]',
      evidence: '[]',
      place: null,
      books_open: null,
      contact_phone: null,
      deposit_percent: 0,
      pay_to_since: null,
      is_active: false,
      waits_for: null,
      user_is_active: false,
      updated_at: clockNow,
    })
    .where('id', '=', id)
    .execute();
  await trx.deleteFrom('place_changes').where('professional_id', '=', id).execute();
  await trx
    .updateTable('services')
    .set({
      name: 'Former service',
      description: null,
      preparation: null,
      variants: null,
      price_max_cents: null,
      duration_max: null,
      extras: '[]',
      prepare: '[]',
      hair: null,
      is_active: false,
      deleted_at: sql`coalesce(deleted_at, clock_now())`,
    })
    .where('professional_id', '=', id)
    .execute();
  // What clients were told to do goes; what they booked stays named.
  await trx.updateTable('booking_services').set({ prepare: '[]' }).where('professional_id', '=', id).execute();
  await trx.deleteFrom('learned_lengths').where('professional_id', '=', id).execute();
  await deleteWindows(trx, id);
  await deleteHours(trx, id);
  await trx.deleteFrom('professional_specializations').where('professional_id', '=', id).execute();
  await sql`
    delete from professionals where id = ${id}
      and not exists (select from bookings where professional_id = ${id}) and not exists (select from services
        where professional_id = ${id}) and not exists (select from threads where professional_id = ${id})`.execute(trx);
}

/**
 * Windows that one statement deletes: for each of them PostgreSQL reads all bookings of its professional, to take it
 * out of them.
 */
const windowsAtOnce = 100;

async function deleteWindows(trx: Db, professionalId: string): Promise<void> {
  const some = trx
    .selectFrom('availability')
    .select('id')
    .where('professional_id', '=', professionalId)
    .limit(windowsAtOnce);
  for (let deleted = windowsAtOnce; deleted === windowsAtOnce; ) {
    const { numDeletedRows } = await trx
      .deleteFrom('availability')
      .where('professional_id', '=', professionalId)
      .where('id', 'in', some)
      .executeTakeFirst();
    deleted = Number(numDeletedRows);
  }
}
