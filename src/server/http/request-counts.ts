import type { Redis } from 'ioredis';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '#server/db/connect.ts';
import { type Params, statement } from '#server/db/statement.ts';

/** Requests of each key in a minute, over all processes; `minute` counts from 1970. */
export type RequestCounts = {
  /** Adds the counts of one process and returns the totals of those keys, without those that it could not add. */
  add(minute: number, counted: [key: string, requests: number][]): Promise<[key: string, requests: number][]>;
  /** Deletes the counts of earlier minutes. */
  forget(minute: number): Promise<void>;
};

/**
 * The rows are written in the order of their keys: two processes that each held what the other waits for would end in a
 * deadlock.
 */
const addCounts = statement(
  'add_request_counts',
  (_, p: Params<{ minute: number; keys: string[]; requests: number[] }>) => sql<{ key: string; requests: number }>`
    insert into request_counts (key, minute, requests)
    select counted.key, ${p.minute}::bigint, counted.requests
    from unnest(${p.keys}::text[], ${p.requests}::int[]) as counted (key, requests)
    order by counted.key
    on conflict (key, minute) do update set requests = request_counts.requests + excluded.requests
    returning key, requests`,
);

export function countsInPostgres(db: Database): RequestCounts {
  return {
    async add(minute, counted) {
      const rows = await addCounts.execute(db, {
        minute,
        keys: counted.map(([key]) => key),
        requests: counted.map(([, requests]) => requests),
      });
      return rows.map(({ key, requests }) => [key, requests]);
    },
    async forget(minute) {
      await db.deleteFrom('request_counts').where('minute', '<', minute).execute();
    },
  };
}

/** What is logged when counts cannot be added. */
export const uncounted = 'failed to share request counts: this process counts alone';

/** How long a minute's counts are stored, seconds: that minute and one more. */
const keptFor = 120;

export function countsInRedis(redis: Redis, log: Pick<Logger, 'warn'>): RequestCounts {
  return {
    async add(minute, counted) {
      const batch = redis.multi();
      for (const [key, requests] of counted) {
        const name = `saluni:requests:${minute}:${key}`;
        batch.incrby(name, requests).expire(name, keptFor);
      }
      const answers = (await batch.exec()) ?? [];
      const failed = answers.find(([error]) => error);
      // The others are added all the same: as a failure of the whole, all would be added again.
      if (failed) log.warn({ err: failed[0] }, uncounted);
      return counted.flatMap(([key], index) => {
        const total = answers[2 * index]?.[1];
        return typeof total === 'number' ? [[key, total]] : [];
      });
    },
    // Redis expires the keys by itself.
    async forget() {},
  };
}
