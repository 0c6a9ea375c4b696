import { sql } from 'kysely';
import { type Viewer, type Visibility, visibilityOf } from '#server/api/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { type Params, statement } from '#server/db/statement.ts';

/**
 * Whether others see and can book a professional of this table or alias: the professional's own switch is on, and the
 * user is not disabled. Everything that is for others asks this, and nothing else.
 */
export function isVisible(professionals: string) {
  return sql<boolean>`(${sql.ref(`${professionals}.is_active`)} and ${sql.ref(`${professionals}.user_is_active`)})`;
}

/** `isVisible` for a viewer: the professional and admins also see an inactive one. */
export function isVisibleTo({ sees_all, own_id }: Params<Visibility>, professionals: string) {
  return sql<boolean>`(${isVisible(professionals)} or ${sql.ref(`${professionals}.id`)} = ${own_id}::uuid or ${sees_all}::boolean)`;
}

/**
 * Whether others see and can book a service of this table or alias. A trigger copies the professional's `isVisible`, so
 * that a list needs no join to know its rows.
 */
export function isListed(services: string) {
  const s = sql.ref(services);
  return sql<boolean>`(${s}.is_active and ${s}.professional_is_visible and ${s}.deleted_at is null)`;
}

/** `isListed` for a viewer: owners also see inactive services of their own, admins all. */
export function isListedFor({ sees_all, own_id }: Params<Visibility>, services: string) {
  const s = sql.ref(services);
  return sql<boolean>`(${isListed(services)} or (${s}.professional_id = ${own_id}::uuid or ${sees_all}::boolean)
    and ${s}.deleted_at is null)`;
}

const visibleProfessional = statement('visible_professional', (db, p: Params<{ id: string } & Visibility>) =>
  db.selectFrom('professionals').select('id').where('id', '=', p.id).where(isVisibleTo(p, 'professionals')),
);

/** Whether a professional exists and is visible to the viewer. */
export async function professionalVisible(db: Db, id: string, viewer: Viewer | null): Promise<boolean> {
  return (await visibleProfessional.executeTakeFirst(db, { id, ...visibilityOf(viewer) })) !== undefined;
}

export function professionalExists(db: Db, id: string): Promise<boolean> {
  return professionalVisible(db, id, null);
}

const visibleService = statement('owner_of_service', (db, p: Params<{ id: string } & Visibility>) =>
  db.selectFrom('services').select('professional_id').where('id', '=', p.id).where(isListedFor(p, 'services')),
);

/** Whose a service is; undefined for one that this viewer does not see. */
export async function ownerOfService(db: Db, id: string, viewer: Viewer | null): Promise<string | undefined> {
  const service = await visibleService.executeTakeFirst(db, { id, ...visibilityOf(viewer) });
  return service?.professional_id;
}
