import type { Db } from '#server/db/connect.ts';
import type { Deps } from '#server/deps.ts';
import type { Email } from '#server/email/transport.ts';
import type { Written } from '#server/sockets/fan-out.ts';
import type { EventName, Payload } from './events.ts';
import type { News } from './news.ts';

/**
 * Writes the consequences of one event, in the transaction that marks the event done. It only inserts rows, and returns
 * the notifications among them, so that sockets are told.
 */
export type Effect<E extends EventName> = (
  trx: Db,
  event: { id: string; payload: Payload<E> },
  // biome-ignore lint/suspicious/noConfusingVoidType: an effect without notifications returns nothing
) => Promise<Written[] | void>;
export type Effects = { [E in EventName]: Effect<E> };

/**
 * Writes the email of a delivery when it is sent; `suffix` tells several of one event apart. `skip` says why it is of
 * no use any more; `wait`: it depends on an email that is being sent now.
 */
export type WriteEmail = (
  deps: Pick<Deps, 'config' | 'db'>,
  payload: unknown,
  delivery: { eventId: string },
) => Promise<WrittenEmail>;
type WrittenEmail = { email: Email; suffix?: string } | { skip: string } | { wait: true };

/** What one push tells; the text by which a locked phone shows it is the writer's choice. */
export type Push = {
  title: string;
  body: string;
  /** The page that a tap opens. */
  path: string;
  /** The id of what it is about: the newest push of a booking or thread takes the place of those before it. */
  about: string;
  /** When nobody needs it any more, epoch milliseconds. */
  until: number;
  /** It concerns a visit of the next 12 hours. */
  isSoon: boolean;
  /** It does not wait until the morning. */
  isOffer: boolean;
};

/**
 * Writes the push of a delivery when it is sent, to a user of whom `details` says whether a locked phone shows names
 * and texts. `skip` says why it is of no use any more.
 */
export type WritePush = (
  deps: Pick<Deps, 'config' | 'db' | 'news'>,
  payload: unknown,
  to: { userId: string; details: boolean },
) => Promise<Push | { skip: string }>;

/** What the system does to rows once their time has come, by the database's clock. */
export type ScheduledTransition = {
  /** Stored in `postponed_transitions.transition` beside a row that failed. */
  name: string;
  /** Ids of due rows, most overdue first, at most `limit`, none of `without`. Locks nothing. */
  find(db: Db, limit: number, without: string[]): Promise<string[]>;
  /** Changes one row in its own transaction; returns false when it is no longer due, or another process has it. */
  apply(trx: Db, id: string): Promise<boolean>;
};

/** What a feature does outside of requests; `features/FEATURE/jobs.ts` declares it and `jobs/features.ts` lists it. */
export type FeatureJobs = {
  /** What its notifications show. */
  news?: readonly News[];
  /** By the event that they follow. */
  effects?: Partial<Effects>;
  /** By `deliveries.template`. */
  emails?: Record<string, WriteEmail>;
  /** The same for pushes. */
  pushes?: Record<string, WritePush>;
  scheduledTransitions?: ScheduledTransition[];
  /** Each is carried out every few seconds, never twice at once in a process, and may wait for others until `signal`. */
  rounds?: ((deps: Deps, signal: AbortSignal) => Promise<void>)[];
  /** Each deletes at most `limit` rows that no request reads any more, and returns their number. */
  cleanUps?: ((db: Db, limit: number) => Promise<number>)[];
  /** Each removes what no row names any more from outside of the database, until `signal`. */
  sweeps?: ((deps: Deps, signal: AbortSignal) => Promise<void>)[];
};
