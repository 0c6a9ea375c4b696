import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { type CountedRow, splitPage } from '#server/db/page.ts';
import type { AuditAction, AuditEntry } from '#shared/audit.ts';

/** Who acts: the admin's user id, null for the command line; and the request, where there is one. */
export type By = { actorId: string | null; requestId?: string };

type AdminAction = Pick<By, 'actorId'> & {
  action: AuditAction;
  /** The id of what was changed; null when it was more than one thing. */
  subjectId: string | null;
  /** Figures and codes. No names, addresses or texts that people wrote: an entry outlives the account. */
  detail?: Record<string, string | number | boolean>;
};

/**
 * Writes down what an admin did: in the transaction of the change, so that there is neither without the other, and only
 * if something changed.
 */
export async function recordAction(trx: Db, { actorId, action, subjectId, detail = {} }: AdminAction): Promise<void> {
  await trx
    .insertInto('audit_entries')
    .values({ actor_id: actorId, action, subject_id: subjectId, detail: JSON.stringify(detail) })
    .execute();
}

/** One page, newest first; `total` counts all entries. */
export async function listAudit(db: Db, { skip, limit }: { skip: number; limit: number }) {
  const { rows } = await sql<CountedRow<AuditEntry>>`
    select page.id, page.created_at, page.action, page.subject_id, page.detail, counted.total,
      case when page.actor_id is not null then jsonb_build_object('id', page.actor_id, 'email',
        actors.email) end as actor,
      coalesce(users.email, waitlist_entries.email) as subject
    from (select count(*)::int as total from audit_entries) counted
    left join (select * from audit_entries order by created_at desc, id desc offset ${skip} limit ${limit}) page on true
    left join users actors on actors.id = page.actor_id
    left join users on users.id = page.subject_id
    left join waitlist_entries on waitlist_entries.id = page.subject_id
    order by page.created_at desc, page.id desc`.execute(db);
  return splitPage(rows);
}
