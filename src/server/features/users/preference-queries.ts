import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import {
  type Channel,
  channels,
  type EmailKind,
  emailKinds,
  type Preferences,
  type PreferencesChange,
  preferences,
} from '#shared/users.ts';

type Column = `${Channel}_${EmailKind}` | 'push_details';
const columns = [
  ...channels.flatMap((channel) => emailKinds.map((kind) => `${channel}_${kind}` as const)),
  'push_details',
] as const;

/** Everything but details, of a user who has never chosen. */
export async function findPreferences(db: Db, userId: string): Promise<Preferences> {
  const row = await db.selectFrom('user_preferences').select(columns).where('user_id', '=', userId).executeTakeFirst();
  const kindsOf = (channel: Channel) =>
    Object.fromEntries(emailKinds.map((kind) => [kind, row?.[`${channel}_${kind}`] ?? true]));
  const byChannel = Object.fromEntries(channels.map((channel) => [channel, kindsOf(channel)]));
  return preferences.parse({ ...byChannel, push_details: row?.push_details ?? false });
}

/** Puts the choices that are given, and returns all. */
export async function putPreferences(
  db: Db,
  userId: string,
  { push_details, ...change }: PreferencesChange,
): Promise<Preferences> {
  const given: Partial<Record<Column, boolean>> = Object.fromEntries(
    Object.entries(change).flatMap(([channel, kinds]) =>
      Object.entries(kinds).map(([kind, isOn]) => [`${channel}_${kind}`, isOn]),
    ),
  );
  if (push_details !== undefined) given.push_details = push_details;
  if (Object.keys(given).length > 0)
    await db
      .insertInto('user_preferences')
      .values({ user_id: userId, ...given })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(given))
      .execute();
  return findPreferences(db, userId);
}

/**
 * Switches one kind of a user's emails off and leaves every other choice as it is; false for an unknown user. Again
 * changes nothing.
 */
export async function switchEmailsOff(db: Db, { userId, kind }: { userId: string; kind: EmailKind }): Promise<boolean> {
  const column = `mail_${kind}` as const;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('user_preferences')
    .columns(['user_id', column])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select(['id', sql<boolean>`false`.as(column)])
        .where('id', '=', userId),
    )
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ [column]: false }))
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Ends emails about appointments to somebody without an account, from all professionals. Again changes nothing. */
export async function unsubscribeAddress(db: Db, address_hash: string): Promise<void> {
  await db
    .insertInto('unsubscribed_addresses')
    .values({ address_hash })
    .onConflict((conflict) => conflict.column('address_hash').doNothing())
    .execute();
}
