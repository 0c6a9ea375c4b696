import type { Db } from '#server/db/connect.ts';

/** Who looks: the professional and admins also see an inactive one. */
export type Viewer = { role: string; professional_id: string | null } | null;

/** Whether a professional exists for this viewer. */
export async function professionalVisible(db: Db, id: string, viewer: Viewer): Promise<boolean> {
  const row = await db.selectFrom('professionals').select('is_active').where('id', '=', id).executeTakeFirst();
  return row !== undefined && (row.is_active || viewer?.role === 'admin' || viewer?.professional_id === id);
}

export function professionalExists(db: Db, id: string): Promise<boolean> {
  return professionalVisible(db, id, null);
}
