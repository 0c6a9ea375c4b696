import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { EmailKind } from '#shared/users.ts';

/** What a notification's row says that it is about. */
export type Subject = { booking_id: string | null; thread_id: string | null; subject_id: string | null };
/** A notification of which a push is to tell; `created` is epoch milliseconds. */
export type Told = Subject & { created: number };
/** What a push says of it beside its title and text; `line` is the text of a phone that shows no names. */
type NewsPush = { line: string; path: string; about: string; until: number; isSoon: boolean };

/** One kind of news: all that is shown of its notification, wherever that is. */
export type News = {
  /** `notifications.type`. */
  type: string;
  /** What a locked phone shows: it names nobody. */
  title: string;
  /** The preference that lets it through; by default `booking`. */
  kind?: EmailKind;
  /** An offer that does not wait until the morning. */
  isOffer?: boolean;
  /** Its feature writes a push of its own. */
  isPushedApart?: boolean;
  /** The page that it leads to. */
  link(subject: Subject): string | null;
  /** In SQL, of its row `one`: it was answered or has ended, and needs nobody's eyes any more. */
  isOver?: RawBuilder<boolean>;
  /** By default, or where there is nothing to tell of it, a push says that there is news. */
  push?(db: Db, told: Told): Promise<NewsPush | { skip: string } | undefined>;
  /** What is left of its text once the account of a side that it names, or that guest, is gone. */
  former?: Former;
};
type Former = { client?: string; professional?: string; guest?: string };

/** All kinds of news, which features list. */
export type NewsBook = {
  /** Undefined for rows of a kind that is no more. */
  of(type: string): News | undefined;
  /** In SQL, of a row `one` of `notifications`: somebody has read it, or it is over. */
  isRead: RawBuilder<boolean>;
  /** What is left of texts about somebody who is gone, by `notifications.type`. */
  former(who: keyof Former): Record<string, string>;
};

export function newsBook(all: readonly News[]): NewsBook {
  const byType = new Map(all.map((one) => [one.type, one]));
  const over = all.flatMap(({ type, isOver }) => (isOver ? [sql`when ${sql.lit(type)} then ${isOver}`] : []));
  return {
    of: (type) => byType.get(type),
    isRead: sql<boolean>`one.is_read or case one.type ${sql.join(over, sql` `)} else false end`,
    former: (who) => formerTexts(all, who),
  };
}

/** What is left of these kinds of news about somebody who is gone, by `notifications.type`. */
export function formerTexts(some: readonly News[], who: keyof Former): Record<string, string> {
  return Object.fromEntries(some.flatMap(({ type, former }) => (former?.[who] ? [[type, former[who]]] : [])));
}
