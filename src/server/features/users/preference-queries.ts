import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { EmailKind, Preferences } from '#shared/users.ts';

const columns = ['mail_booking', 'mail_reminder', 'in_app_booking', 'in_app_reminder'] as const;
type Row = Record<(typeof columns)[number], boolean>;

/** Of a user who has never chosen. */
const all: Row = { mail_booking: true, mail_reminder: true, in_app_booking: true, in_app_reminder: true };

export async function findPreferences(db: Db, userId: string): Promise<Preferences> {
  const row = await db.selectFrom('user_preferences').select(columns).where('user_id', '=', userId).executeTakeFirst();
  const { mail_booking, mail_reminder, in_app_booking, in_app_reminder } = row ?? all;
  return {
    mail: { booking: mail_booking, reminder: mail_reminder },
    in_app: { booking: in_app_booking, reminder: in_app_reminder },
  };
}

export async function putPreferences(db: Db, userId: string, { mail, in_app }: Preferences): Promise<void> {
  const row: Row = {
    mail_booking: mail.booking,
    mail_reminder: mail.reminder,
    in_app_booking: in_app.booking,
    in_app_reminder: in_app.reminder,
  };
  await db
    .insertInto('user_preferences')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
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
