import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { epochMs, nilId } from '#server/db/sql.ts';
import { messageBounds } from '#shared/constants.ts';
import { otherSide, type Side } from '#shared/rules/reschedule.ts';

/** What news of messages need of the side that hears of them. */
export type Recipient = {
  user_id: string;
  email: string;
  /** Theirs, and the other side's. */
  name: string;
  from: string;
  /** Whether news may go out: neither is away, nobody blocks. */
  is_reached: boolean;
  /** Messages that they have not read. */
  unread: number;
  mail_message: boolean;
};

/** Both users of a thread, in which nobody reads or writes until the transaction ends; undefined once it is gone. */
export async function usersOf(db: Db, threadId: string): Promise<Record<Side, string | null> | undefined> {
  const { rows } = await sql<Record<Side, string | null>>`
    select c.user_id as client, p.user_id as professional
    from threads t join clients c on c.id = t.client_id join professionals p on p.id = t.professional_id
    where t.id = ${threadId} for share of t`.execute(db);
  return rows[0];
}

/** Undefined once the thread or the side is gone. */
export async function findRecipient(db: Db, threadId: string, side: Side): Promise<Recipient | undefined> {
  const names = {
    client: sql`c.first_name || ' ' || c.last_name`,
    professional: sql`p.display_name`,
  };
  const { rows } = await sql<Recipient>`
    select u.id as user_id, u.email, ${names[side]} as name, ${names[otherSide(side)]} as "from", own.unread,
      coalesce(cu.is_active, false) and p.is_active and p.user_is_active and not exists (
        select from thread_sides where thread_id = t.id and blocked_at is not null) as is_reached,
      coalesce(preferences.mail_message, true) as mail_message
    from threads t join thread_sides own on own.thread_id = t.id and own.side = ${side}
    join professionals p on p.id = t.professional_id join clients c on c.id = t.client_id
    left join users cu on cu.id = c.user_id
    join users u on u.id = ${sql.ref(side === 'client' ? 'c.user_id' : 'p.user_id')}
    left join user_preferences preferences on preferences.user_id = u.id
    where t.id = ${threadId}`.execute(db);
  return rows[0];
}

export type UnreadText = { text: string; pictures: number };

/** The texts that a side has not read, oldest first, as many as a mail tells. */
export async function unreadTexts(db: Db, threadId: string, side: Side): Promise<UnreadText[]> {
  const { rows } = await sql<UnreadText>`
    select m.text, (select count(*)::int from message_pictures
      where thread_id = m.thread_id and message_id = m.id and removed_at is null) as pictures
    from messages m join thread_sides own on own.thread_id = m.thread_id and own.side = ${side}
    where m.thread_id = ${threadId} and m.side = ${otherSide(side)} and m.deleted_at is null
      and m.id > coalesce(own.read_id, ${nilId})
    order by m.id limit ${messageBounds.mailed}`.execute(db);
  return rows;
}

type MessageNews = {
  professional_id: string;
  client_id: string;
  text: string;
  /** Neither read nor taken back. */
  is_unread: boolean;
  /** Epoch milliseconds. */
  sent: number;
  /** The two have a visit in the next 12 hours. */
  is_soon: boolean;
};

/** What a push needs of a message. */
export async function findNews(db: Db, threadId: string, messageId: string): Promise<MessageNews | undefined> {
  const { rows } = await sql<MessageNews>`
    select t.professional_id, t.client_id, m.text, m.deleted_at is null and m.id > coalesce(other.read_id, ${nilId}) as is_unread,
      ${epochMs('m.sent_at')} as sent, exists (
        select from bookings b where b.professional_id = t.professional_id and b.client_id = t.client_id
          and b.status in ('pending', 'confirmed')
          and b.start_time > clock_now() and b.start_time <= clock_now() + interval '12 hours') as is_soon
    from messages m join threads t on t.id = m.thread_id
      join thread_sides other on other.thread_id = m.thread_id and other.side <> m.side
    where m.thread_id = ${threadId} and m.id = ${messageId}`.execute(db);
  return rows[0];
}
