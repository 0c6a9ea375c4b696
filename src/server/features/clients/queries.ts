import { type ExpressionBuilder, sql } from 'kysely';
import type { Viewer } from '#server/api/caller.ts';
import type { Db } from '#server/db/connect.ts';
import { clockNow } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import type { DB } from '#server/db/types.ts';
import type { Client, ClientInput } from '#shared/clients.ts';
import { formerClient } from '#shared/person-name.ts';

type Tables = ExpressionBuilder<DB, 'clients'>;

/** How long after a completed booking its professional sees the client's phone number (contract 4), days. */
export const phoneDays = 90;

/** Selects the bookings that the client made with this professional and that are not cancelled. */
function bookingWith(eb: Tables, professionalId: string) {
  return eb
    .selectFrom('bookings')
    .select('bookings.id')
    .whereRef('bookings.client_id', '=', 'clients.id')
    .where('bookings.professional_id', '=', professionalId)
    .where('bookings.written_in', '=', false)
    .where('bookings.status', 'in', ['pending', 'confirmed', 'completed']);
}

/** Clients see themselves, professionals the clients of their bookings, admins all. */
function visibleTo(viewer: Viewer) {
  return (eb: Tables) => {
    if (viewer.role === 'admin') return eb.lit(true);
    if (viewer.role === 'client' && viewer.client_id) return eb('clients.id', '=', viewer.client_id);
    if (viewer.role === 'professional' && viewer.professional_id)
      return eb.exists(bookingWith(eb, viewer.professional_id));
    return eb.lit(false);
  };
}

function phoneVisibleTo(viewer: Viewer) {
  return (eb: Tables) => {
    if (viewer.role !== 'professional') return eb.lit(true);
    const recent = bookingWith(eb, viewer.professional_id ?? '').where((inner) =>
      inner.or([
        inner('bookings.status', 'in', ['pending', 'confirmed']),
        inner('bookings.end_time', '>', sql<string>`clock_now() - make_interval(days => ${phoneDays})`),
      ]),
    );
    return eb.exists(recent);
  };
}

/** Undefined for a client whom the viewer may not see, as for an unknown one. */
export function findClient(db: Db, id: string, viewer: Viewer): Promise<Client | undefined> {
  return db
    .selectFrom('clients')
    .select(['clients.id', 'clients.first_name', 'clients.last_name', 'clients.notes', 'clients.created_at'])
    .select((eb) =>
      eb
        .case()
        .when(phoneVisibleTo(viewer)(eb))
        .then(sql<string | null>`nullif(clients.phone_number, '')`)
        .else(null)
        .end()
        .as('phone_number'),
    )
    .where('clients.id', '=', id)
    .where(visibleTo(viewer))
    .executeTakeFirst();
}

const clientById = statement('client_exists', (db, p: Params<{ id: string }>) =>
  db.selectFrom('clients').select('id').where('id', '=', p.id),
);

export async function clientExists(db: Db, id: string): Promise<boolean> {
  return (await clientById.executeTakeFirst(db, { id })) !== undefined;
}

type NewClient = { user_id: string; first_name: string; last_name: string; phone_number?: string };

export function insertClient(db: Db, row: NewClient) {
  return db.insertInto('clients').values(row).returning('id').executeTakeFirstOrThrow();
}

export async function updateClient(db: Db, id: string, input: ClientInput): Promise<void> {
  await db
    .updateTable('clients')
    .set({ ...input, updated_at: clockNow })
    .where('id', '=', id)
    .execute();
}

/**
 * Leaves of a client what bookings of others need: an id without a name; without bookings and messages nothing. Needs the lock
 * against everything that refers to it.
 */
export async function forgetClient(trx: Db, id: string): Promise<void> {
  await trx
    .updateTable('clients')
    .set({
      user_id: null,
      ...formerClient,
      phone_number: '',
      notes: null,
      updated_at: clockNow,
    })
    .where('id', '=', id)
    .execute();
  await sql`
    delete from clients where id = ${id} and not exists (select from bookings where client_id = ${id})
      and not exists (select from threads where client_id = ${id})`.execute(trx);
}
