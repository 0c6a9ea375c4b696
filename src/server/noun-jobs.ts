import type { Db } from './db/connect.ts';
import type { Deps } from './deps.ts';
import type { Email } from './email/transport.ts';
import type { EventName, Payload } from './outbox/events.ts';

/** Writes the consequences of one event, in the transaction that marks the event done. It only inserts rows. */
export type Effect<E extends EventName> = (trx: Db, event: { id: string; payload: Payload<E> }) => Promise<void>;
export type Effects = { [E in EventName]: Effect<E> };

/** Writes the email of a delivery when it is sent. `suffix` distinguishes several emails of one event in their Message-IDs. */
export type WriteEmail = (deps: Pick<Deps, 'config' | 'db'>, payload: unknown) => Promise<{ email: Email; suffix?: string }>;

/** What a noun does outside of requests; `features/NOUN/jobs.ts` declares it and `jobs/nouns.ts` lists it. */
export type NounJobs = {
  /** By the event that they follow. */
  effects?: Partial<Effects>;
  /** By `deliveries.template`. */
  emails?: Record<string, WriteEmail>;
  /** Each deletes rows that no request reads any more. */
  cleanUps?: ((db: Db) => Promise<unknown>)[];
};
