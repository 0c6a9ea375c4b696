import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { deleteBatch } from '#server/db/delete-batch.ts';
import { type CountedRow, splitPage } from '#server/db/page.ts';
import { clockNow } from '#server/db/sql.ts';
import { type Params, statement } from '#server/db/statement.ts';
import { inHourAndDay } from '#server/outbox/queries.ts';
import type { KindMails } from '#shared/rules/code-mails.ts';
import type { EntryStatus, SignupInput, WaitlistEntry } from '#shared/waitlist.ts';

const columns = [
  'id',
  'name',
  'email',
  'role',
  'location',
  'link',
  'status',
  'created_at',
  'verified_at',
  'note',
] as const;

/**
 * Counts a signup from an IP address. Returns the seconds to wait, which refused ones do not prolong, when it exceeds
 * `max` in the hour that began with the first signup, else 0.
 */
export async function countSignup(db: Db, key: string, max: number): Promise<number> {
  const over = sql<boolean>`signup_counts.since <= clock_now() - interval '1 hour'`;
  const { signups, seconds } = await db
    .insertInto('signup_counts')
    .values({ key, signups: 1 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        signups: sql<number>`case when ${over} then 1 else least(signup_counts.signups, ${max}::int) + 1 end`,
        since: sql<string>`case when ${over} then clock_now() else signup_counts.since end`,
      }),
    )
    .returning([
      'signups',
      sql<number>`ceil(extract(epoch from since + interval '1 hour' - clock_now()))::int`.as('seconds'),
    ])
    .executeTakeFirstOrThrow();
  if (signups === 1)
    await db.deleteFrom('signup_counts').where('since', '<=', sql<string>`clock_now() - interval '1 hour'`).execute();
  return signups > max ? seconds : 0;
}

/** Deletes counts older than two days: signups count for one hour. */
export function deleteOldSignupCounts(db: Db, limit: number): Promise<number> {
  return deleteBatch(db, 'signup_counts', sql`since < clock_now() - interval '2 days'`, limit);
}

/**
 * Creates or finds the entry of an address, with one write in either case. Until the address is verified, what was
 * typed is updated.
 */
export function putEntry(trx: Db, { email, ...typed }: SignupInput) {
  const kept = <T>(column: keyof typeof typed) =>
    sql<T>`case when waitlist_entries.status = 'unverified' then ${sql.ref(`excluded.${column}`)}
      else ${sql.ref(`waitlist_entries.${column}`)} end`;
  return trx
    .insertInto('waitlist_entries')
    .values({ email, ...typed })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({
        name: kept<string>('name'),
        role: kept<string>('role'),
        location: kept<string | null>('location'),
        link: kept<string | null>('link'),
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** Stores what was typed, for the mail about it and its link. Returns its id. */
export async function insertSignup(trx: Db, entry_id: string, { email: _, ...typed }: SignupInput): Promise<string> {
  const made = trx
    .insertInto('waitlist_signups')
    .values({ entry_id, ...typed })
    .returning('id');
  return (await made.executeTakeFirstOrThrow()).id;
}

export function findSignup(db: Db, signupId: string) {
  return db.selectFrom('waitlist_signups').select('role').where('id', '=', signupId).executeTakeFirst();
}

/** Deletes signups older than 30 days, whose links have long expired. */
export function deleteOldSignups(db: Db, limit: number): Promise<number> {
  return deleteBatch(db, 'waitlist_signups', sql`created_at < clock_now() - interval '30 days'`, limit);
}

export function findEntry(db: Db, entryId: string) {
  return db
    .selectFrom('waitlist_entries')
    .select(['email', 'role', 'decline_reason'])
    .select((eb) => eb.ref('status').$castTo<EntryStatus>().as('status'))
    .select((eb) =>
      eb
        .exists(eb.selectFrom('users').select('users.id').whereRef('users.email', '=', 'waitlist_entries.email'))
        .as('has_account'),
    )
    .where('id', '=', entryId)
    .executeTakeFirst();
}

/**
 * Counts the emails of a template to an entry in the last hour and day. Locks its row, so that two events cannot both see
 * room for one more email.
 */
export async function countEmails(
  trx: Db,
  { entryId, template }: { entryId: string; template: 'waitlist' | 'waitlist_invitation' },
): Promise<KindMails> {
  await trx.selectFrom('waitlist_entries').select('id').where('id', '=', entryId).forNoKeyUpdate().execute();
  return trx
    .selectFrom('deliveries')
    .select(inHourAndDay)
    .where('recipient', '=', entryId)
    .where('template', '=', sql.lit(template))
    .where('created_at', '>', sql<string>`clock_now() - interval '24 hours'`)
    .executeTakeFirstOrThrow();
}

/**
 * Marks an address as verified, with what was typed at the signup whose link was used; what was verified before and
 * what was decided about it stays. Returns the entry as it is then.
 */
export function markVerified(trx: Db, { email, signup_id }: { email: string; signup_id: string | null }) {
  const typed = <T>(column: 'name' | 'role' | 'location' | 'link') => sql<T>`case
    when status = 'unverified' and exists (select from waitlist_signups where id = ${signup_id})
    then (select ${sql.ref(column)} from waitlist_signups where id = ${signup_id})
    else ${sql.ref(`waitlist_entries.${column}`)} end`;
  return trx
    .updateTable('waitlist_entries')
    .set({
      name: typed<string>('name'),
      role: typed<string>('role'),
      location: typed<string | null>('location'),
      link: typed<string | null>('link'),
      status: sql<string>`case when status = 'unverified' then 'verified' else status end`,
      verified_at: sql<string>`coalesce(verified_at, clock_now())`,
    })
    .where('email', '=', email)
    .returning(['id', 'email', 'role', 'status'])
    .executeTakeFirst();
}

/** Locks an entry until the transaction ends. */
export async function lockEntry(trx: Db, entryId: string): Promise<WaitlistEntry | undefined> {
  const entry = await trx
    .selectFrom('waitlist_entries')
    .select(columns)
    .where('id', '=', entryId)
    .forUpdate()
    .executeTakeFirst();
  return entry as WaitlistEntry | undefined;
}

export async function decideEntry(
  trx: Db,
  entryId: string,
  decision: { status: 'approved' | 'declined'; decline_reason: string | null },
): Promise<WaitlistEntry> {
  const entry = await trx
    .updateTable('waitlist_entries')
    .set({ ...decision, decided_at: clockNow })
    .where('id', '=', entryId)
    .returning(columns)
    .executeTakeFirstOrThrow();
  return entry as WaitlistEntry;
}

/** What the entry of an address waited for is there: it counts as accepted, whatever was decided. */
export async function acceptEntry(trx: Db, email: string): Promise<void> {
  await trx
    .updateTable('waitlist_entries')
    .set({
      status: 'approved',
      verified_at: sql<string>`coalesce(verified_at, clock_now())`,
      decided_at: sql<string>`coalesce(decided_at, clock_now())`,
      decline_reason: null,
    })
    .where('email', '=', email)
    .execute();
}

export async function updateNote(trx: Db, entryId: string, note: string | null): Promise<WaitlistEntry> {
  const set = trx.updateTable('waitlist_entries').set({ note }).where('id', '=', entryId);
  return (await set.returning(columns).executeTakeFirstOrThrow()) as WaitlistEntry;
}

export function findEntryId(db: Db, email: string) {
  return db.selectFrom('waitlist_entries').select('id').where('email', '=', email).executeTakeFirst();
}

/** Moves the entry of an address to another one, or deletes it where that one has an entry of its own. */
export async function moveEntry(trx: Db, from: string, to: string): Promise<void> {
  await sql`
    update waitlist_entries set email = ${to}
    where email = ${from} and not exists (select from waitlist_entries where email = ${to})`.execute(trx);
  await deleteEntry(trx, from);
}

export async function deleteEntry(trx: Db, email: string): Promise<void> {
  await trx.deleteFrom('waitlist_entries').where('email', '=', email).execute();
}

/** The approved entry of an address. */
export function findApproved(db: Db, email: string) {
  return db
    .selectFrom('waitlist_entries')
    .select(['name', 'email', 'role', 'location'])
    .where('email', '=', email)
    .where('status', '=', 'approved')
    .executeTakeFirst();
}

type EntryFilter = { status: string | null; accepted: boolean | null };

function isListed(p: Params<EntryFilter>) {
  return sql<boolean>`(${p.status}::text is null or status = ${p.status}) and (${p.accepted}::boolean is null
    or ${p.accepted} = exists (select from users where users.email = waitlist_entries.email))`;
}

const entriesPage = statement(
  'waitlist_page',
  (_, p: Params<EntryFilter & { skip: number; limit: number }>) => sql<CountedRow<WaitlistEntry>>`
    select page.*, counted.total
    from (select count(*)::int as total from waitlist_entries where ${isListed(p)}) counted
    left join (
      select id, name, email, role, location, link, status, created_at, verified_at, note from waitlist_entries
      where ${isListed(p)}
      order by created_at desc, id desc offset ${p.skip}::int limit ${p.limit}::int
    ) page on true
    order by page.created_at desc, page.id desc`,
);

type PageOfEntries = {
  status?: EntryStatus | undefined;
  accepted?: boolean | undefined;
  skip: number;
  limit: number;
};

/** One page of the entries, newest first, or of those that the filters leave; `total` counts all of them. */
export async function pageEntries(db: Db, { status, accepted, skip, limit }: PageOfEntries) {
  return splitPage(await entriesPage.execute(db, { status: status ?? null, accepted: accepted ?? null, skip, limit }));
}

/** All entries, oldest first. */
export function listEntries(db: Db) {
  return db
    .selectFrom('waitlist_entries')
    .select(['created_at', 'status', 'role', 'email', 'name'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
