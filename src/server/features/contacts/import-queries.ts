import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { importBounds } from '#shared/constants.ts';
import type { ImportPlan } from './plan-import.ts';

type Kind = { professional_id: string; is_dry_run: boolean };

/** Seconds to wait for the next import or dry run; undefined when there is no need to. */
export async function importWait(db: Db, { professional_id, is_dry_run }: Kind): Promise<number | undefined> {
  const most = is_dry_run ? importBounds.dryRunsAnHour : importBounds.anHour;
  const { rows } = await sql<{ wait: number }>`
    select ceil(date_part('epoch', created_at + interval '1 hour' - clock_now()))::int as wait from contact_imports
    where professional_id = ${professional_id} and is_dry_run = ${is_dry_run}
      and created_at > clock_now() - interval '1 hour'
    order by created_at desc offset ${most - 1} limit 1`.execute(db);
  return rows[0]?.wait;
}

/** Counts an import or a dry run; returns its id, or the seconds to wait. Needs the professional's lock. */
export async function countImport(trx: Db, kind: Kind): Promise<{ id: string } | { wait: number }> {
  const wait = await importWait(trx, kind);
  if (wait !== undefined) return { wait };
  return trx.insertInto('contact_imports').values(kind).returning('id').executeTakeFirstOrThrow();
}

type Import = { professional_id: string; id: string };

/** Writes what an import puts into contacts. Needs the professional's lock. */
export async function writeImport(
  trx: Db,
  { professional_id, id }: Import,
  { made, filled }: ImportPlan,
): Promise<void> {
  await sql`
    with given as materialized (
      select uuidv7() as id, r.* from jsonb_to_recordset(${JSON.stringify(made)}::jsonb)
        as r (name text, phone_number text, email text, notes text, blocked boolean)),
    made as (
      insert into contacts (professional_id, id, name, phone_number, email, notes, blocked)
      select ${professional_id}::uuid, id, name, phone_number, email, notes, blocked from given)
    insert into imported_contacts (professional_id, import_id, contact_id, is_made, name, phone_number, email, notes, blocked)
    select ${professional_id}::uuid, ${id}::uuid, id, true, name, phone_number, email, notes, blocked from given`.execute(
    trx,
  );
  const fills = filled.map(({ put, ...contact }) => ({
    ...contact,
    put_notes: put.notes,
    ...put,
    notes: contact.notes,
  }));
  await sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(fills)}::jsonb)
        as r (id uuid, is_guest boolean, phone_number text, email text, put_notes text, notes text, blocked boolean)),
    guests as (
      update contacts c set phone_number = coalesce(c.phone_number, g.phone_number), email = coalesce(c.email, g.email),
        notes = g.notes, blocked = c.blocked or g.blocked, updated_at = clock_now()
      from given g where c.professional_id = ${professional_id} and c.id = g.id and g.is_guest),
    clients as (
      insert into contacts (professional_id, id, client_id, notes, blocked)
      select ${professional_id}::uuid, id, id, notes, blocked from given where not is_guest
      on conflict (professional_id, id) do update set notes = excluded.notes,
        blocked = contacts.blocked or excluded.blocked, updated_at = clock_now())
    insert into imported_contacts (professional_id, import_id, contact_id, is_made, phone_number, email, notes, blocked)
    select ${professional_id}::uuid, ${id}::uuid, id, false, phone_number, email, put_notes, blocked from given`.execute(
    trx,
  );
}

/** Imports that can be taken back and put something into contacts, newest first. */
export async function listUndoable(db: Db, professionalId: string) {
  const { rows } = await sql<{ id: string; created_at: string; people: number }>`
    select i.id, i.created_at, count(*)::int as people
    from contact_imports i
    join imported_contacts c on c.professional_id = i.professional_id and c.import_id = i.id
    where i.professional_id = ${professionalId} and i.undone_at is null
      and i.created_at >= clock_now() - make_interval(days => ${importBounds.undoDays})
    group by i.id, i.created_at order by i.created_at desc, i.id desc`.execute(db);
  return rows;
}

/** An import that wrote; undefined for an unknown one, and for somebody else's. */
export async function findImport(db: Db, { professional_id, id }: Import) {
  const { rows } = await sql<{ is_undone: boolean; is_old: boolean }>`
    select undone_at is not null as is_undone,
      created_at < clock_now() - make_interval(days => ${importBounds.undoDays}) as is_old
    from contact_imports
    where professional_id = ${professional_id} and id = ${id} and not is_dry_run`.execute(db);
  return rows[0];
}

/** Takes back what an import put into contacts and what still stands there. Needs the professional's lock. */
export async function takeBackImport(trx: Db, { professional_id, id }: Import): Promise<void> {
  const own = sql`i.professional_id = ${professional_id} and i.import_id = ${id}
    and c.professional_id = i.professional_id and c.id = i.contact_id`;
  await sql`
    delete from contacts c using imported_contacts i
    where ${own} and i.is_made and c.client_id is null
      and (c.name, c.phone_number, c.email, c.notes, c.blocked)
        is not distinct from (i.name, i.phone_number, i.email, i.notes, i.blocked)
      and not exists (select from bookings b where b.professional_id = c.professional_id and b.guest_id = c.id)`.execute(
    trx,
  );
  await sql`
    update contacts c set
      phone_number = case when c.phone_number = i.phone_number then null else c.phone_number end,
      email = case when c.email = i.email then null else c.email end,
      notes = case
        when c.notes = i.notes then null
        when right(c.notes, length(i.notes) + 2) = e'\\n\\n' || i.notes then left(c.notes, -length(i.notes) - 2)
        else c.notes end,
      blocked = c.blocked and not i.blocked,
      updated_at = clock_now()
    from imported_contacts i where ${own} and not i.is_made`.execute(trx);
  await sql`delete from imported_contacts where professional_id = ${professional_id} and import_id = ${id}`.execute(
    trx,
  );
  await sql`
    update contact_imports set undone_at = clock_now()
    where professional_id = ${professional_id} and id = ${id}`.execute(trx);
}

/** Deletes dry runs that count no more. */
export function forgetDryRuns(db: Db, limit: number): Promise<number> {
  return deleteBatch(db, 'contact_imports', sql`is_dry_run and created_at < clock_now() - interval '2 hours'`, limit);
}

/** Deletes what imports put into contacts once it cannot be taken back any more. */
export function forgetImported(db: Db, limit: number): Promise<number> {
  const isOld = sql`exists (
    select from contact_imports old where old.professional_id = imported_contacts.professional_id
      and old.id = import_id and old.created_at < clock_now() - make_interval(days => ${importBounds.undoDays}))`;
  return deleteBatch(db, 'imported_contacts', isOld, limit);
}
