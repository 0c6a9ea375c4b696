import type { Redis } from 'ioredis';
import { sql } from 'kysely';
import type { Database } from '#server/db/connect.ts';
import { type Params, statement } from '#server/db/statement.ts';

/** Requests of each key in a minute, over all processes; `minute` counts from 1970. */
export type RequestCounts = {
  /** Adds the counts of one process and returns the totals of those keys. */
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

/** How long a minute's counts are stored, seconds: that minute and one more. */
const keptFor = 120;

export function countsInRedis(redis: Redis): RequestCounts {
  return {
    async add(minute, counted) {
      const batch = redis.multi();
      for (const [key, requests] of counted) {
        const name = `saluni:requests:${minute}:${key}`;
        batch.incrby(name, requests).expire(name, keptFor);
      }
      const answers = (await batch.exec()) ?? [];
      return counted.map(([key, requests], index) => [key, Number(answers[2 * index]?.[1] ?? requests)]);
    },
    // Redis expires the keys by itself.
    async forget() {},
  };
}
