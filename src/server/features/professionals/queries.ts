import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { type Sight, sightOf, type Viewer } from '#server/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { clockNow, contains, epochMs } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import type { DB } from '#server/db/types.ts';
import { categoryAliases, type professionalTypes } from '#shared/constants.ts';
import type { OwnProfessional, Professional, ProfessionalInput, ProfessionalsQuery } from '#shared/professionals.ts';

type Tables = ExpressionBuilder<DB, 'professionals'>;
type Type = (typeof professionalTypes)[number];

/**
 * Whether others see and can book a professional of this table or alias: the professional's own switch is on, and the user is not disabled.
 * Everything that is for others asks this, and nothing else.
 */
export function isVisible(professionals: string) {
  return sql<boolean>`(${sql.ref(`${professionals}.is_active`)} and ${sql.ref(`${professionals}.user_is_active`)})`;
}

const publicColumns = [
  'professionals.id',
  'professionals.display_name',
  'professionals.location',
  'professionals.bio',
  'professionals.experience_years',
  'professionals.profile_picture',
  'professionals.time_zone',
  isVisible('professionals').as('is_active'),
] as const;

/** `isVisible` for a viewer: the professional and admins also see an inactive one. */
export function isVisibleTo({ sees_all, own_id }: Params<Sight>, professionals: string) {
  return sql<boolean>`(${isVisible(professionals)} or ${sql.ref(`${professionals}.id`)} = ${own_id}::uuid or ${sees_all}::boolean)`;
}

function withTypeAndSpecializations(eb: Tables) {
  return [
    eb.ref('professionals.professional_type').$castTo<Type>().as('professional_type'),
    jsonArrayFrom(
      eb
        .selectFrom('professional_specializations as ps')
        .innerJoin('specializations', 'specializations.id', 'ps.specialization_id')
        .select(['specializations.id', 'specializations.name'])
        .whereRef('ps.professional_id', '=', 'professionals.id')
        .orderBy('specializations.id'),
    ).as('specializations'),
  ] as const;
}

/** Whether the professional in this column has one of these specializations. */
export function hasSpecialization(professionalId: 'professionals.id' | 'services.professional_id', names: string[]) {
  const eb = expressionBuilder<DB>();
  return eb.exists(
    eb
      .selectFrom('professional_specializations as ps')
      .innerJoin('specializations', 'specializations.id', 'ps.specialization_id')
      .select('ps.professional_id')
      .where('ps.professional_id', '=', sql.ref<string>(professionalId))
      .where('specializations.name', 'in', names),
  );
}

const visibleProfessional = statement('visible_professional', (db, p: Params<{ id: string } & Sight>) =>
  db.selectFrom('professionals').select('id').where('id', '=', p.id).where(isVisibleTo(p, 'professionals')),
);

/** Whether a professional exists and is visible to the viewer. */
export async function professionalVisible(db: Db, id: string, viewer: Viewer | null): Promise<boolean> {
  return (await visibleProfessional.executeTakeFirst(db, { id, ...sightOf(viewer) })) !== undefined;
}

export function professionalExists(db: Db, id: string): Promise<boolean> {
  return professionalVisible(db, id, null);
}

const publicProfile = statement('public_profile', (db, p: Params<{ id: string } & Sight>) =>
  db
    .selectFrom('professionals')
    .select(publicColumns)
    .select(withTypeAndSpecializations)
    .where('professionals.id', '=', p.id)
    .where(isVisibleTo(p, 'professionals')),
);

export function findProfessional(db: Db, id: string, viewer: Viewer | null): Promise<Professional | undefined> {
  return publicProfile.executeTakeFirst(db, { id, ...sightOf(viewer) });
}

const ownProfile = statement('own_profile', (db, p: Params<{ id: string }>) =>
  db
    .selectFrom('professionals')
    .innerJoin('users', 'users.id', 'professionals.user_id')
    .select(publicColumns)
    .select(['users.email', 'users.username'])
    .select(['professionals.slot_interval_minutes', 'professionals.min_notice_minutes', 'professionals.buffer_minutes'])
    .select(withTypeAndSpecializations)
    .where('professionals.id', '=', p.id),
);

/** The professional's own profile, with account and booking settings. */
export function findOwnProfessional(db: Db, id: string): Promise<OwnProfessional | undefined> {
  return ownProfile.executeTakeFirst(db, { id });
}

/**
 * Locks the professional until the transaction ends, so that nobody else changes their windows, settings and bookings. A caller that also
 * needs the client's row locks that one first, against deadlocks. Returns the database's time, epoch milliseconds.
 */
export function lockProfessional(trx: Db, id: string): Promise<{ now: number } | undefined> {
  return trx.selectFrom('professionals').select(epochMs(clockNow).as('now')).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Replaces the profile; settings that the input omits stay. The update also takes the row lock that bookings wait for. */
export async function updateProfessional(trx: Db, id: string, { specializations, ...columns }: ProfessionalInput): Promise<void> {
  await trx
    .updateTable('professionals')
    .set({ ...columns, updated_at: clockNow })
    .where('id', '=', id)
    .execute();
  await trx.deleteFrom('professional_specializations').where('professional_id', '=', id).execute();
  if (specializations.length === 0) return;
  await trx
    .insertInto('professional_specializations')
    .values(specializations.map((specialization_id) => ({ professional_id: id, specialization_id })))
    .execute();
}

type Filters = Omit<ProfessionalsQuery, 'skip' | 'limit' | 'sort' | 'facets'>;

const searched = sql<string>`(professionals.display_name || ' ' || coalesce(professionals.bio, '') || ' ' || professionals.location)`;

function filtered({ search, category, specialization_names, location }: Filters) {
  return (eb: Tables) => {
    const all: Expression<SqlBool>[] = [isVisible('professionals')];
    for (const word of search?.split(/\s+/).filter(Boolean) ?? []) all.push(eb(searched, 'ilike', contains(word)));
    if (location) all.push(eb('professionals.location', 'ilike', contains(location)));
    if (specialization_names?.length) all.push(hasSpecialization('professionals.id', specialization_names));
    if (category) {
      all.push(
        eb.exists(
          eb
            .selectFrom('services')
            .select('services.id')
            .whereRef('services.professional_id', '=', 'professionals.id')
            .where('services.is_active', '=', true)
            .where('services.deleted_at', 'is', null)
            .where('services.category', 'in', categoryAliases[category] ?? [category]),
        ),
      );
    }
    return eb.and(all);
  };
}

/** One page of active professionals. `relevance` sorts names that contain the search first, then by similarity. */
export async function searchProfessionals(db: Db, { skip, limit, sort, facets: withFacets, ...filters }: ProfessionalsQuery) {
  const byRelevance = (sort ?? 'relevance') === 'relevance' && filters.search;
  const rank = byRelevance
    ? sql<number>`(professionals.display_name ilike ${contains(byRelevance)})::int * 2 + similarity(professionals.display_name, ${byRelevance})`
    : sql<number>`0`;
  // Specializations are looked up for the rows of the page only.
  const page = db
    .selectFrom('professionals')
    .selectAll()
    .select(rank.as('rank'))
    .where(filtered(filters))
    .orderBy('rank', 'desc')
    .orderBy('display_name')
    .orderBy('id')
    .offset(skip)
    .limit(limit);
  const [results, { total }, facets] = await Promise.all([
    db
      .selectFrom(page.as('professionals'))
      .select(publicColumns)
      .select((eb) => withTypeAndSpecializations(eb as unknown as Tables))
      .orderBy('rank', 'desc')
      .orderBy('display_name')
      .orderBy('id')
      .execute(),
    db.selectFrom('professionals').select(sql<number>`count(*)::int`.as('total')).where(filtered(filters)).executeTakeFirstOrThrow(),
    withFacets ? facetsOf(db, filters) : undefined,
  ]);
  return { results, total, skip, limit, ...(facets ? { facets } : {}) };
}

/** Counts professionals for each facet with all other filters applied, so that it tells how many choosing it would give. */
async function facetsOf(db: Db, filters: Filters) {
  const total = sql<number>`count(distinct professionals.id)::int`;
  const [categories, specializations] = await Promise.all([
    db
      .selectFrom('professionals')
      .innerJoin('services', 'services.professional_id', 'professionals.id')
      .where((eb) => filtered({ ...filters, category: undefined })(eb as unknown as Tables))
      .where('services.is_active', '=', true)
      .where('services.deleted_at', 'is', null)
      .select(['services.category as name', total.as('count')])
      .groupBy('services.category')
      .orderBy('services.category')
      .execute(),
    db
      .selectFrom('professionals')
      .innerJoin('professional_specializations as chosen', 'chosen.professional_id', 'professionals.id')
      .innerJoin('specializations as catalogue', 'catalogue.id', 'chosen.specialization_id')
      .where((eb) => filtered({ ...filters, specialization_names: undefined })(eb as unknown as Tables))
      .select(['catalogue.id', 'catalogue.name', total.as('count')])
      .groupBy(['catalogue.id', 'catalogue.name'])
      .orderBy('catalogue.id')
      .execute(),
  ]);
  return { categories, specializations };
}
