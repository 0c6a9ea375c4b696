import type { Redis } from 'ioredis';
import { sql } from 'kysely';
import type { Database } from '#server/db/connect.ts';

/** Requests of each key in a minute, over all processes; `minute` counts from 1970. */
export type RequestCounts = {
  /** Adds the counts of one process and returns the totals of those keys. */
  add(minute: number, counted: [key: string, requests: number][]): Promise<[key: string, requests: number][]>;
  /** Deletes the counts of earlier minutes. */
  forget(minute: number): Promise<void>;
};

export function countsInPostgres(db: Database): RequestCounts {
  return {
    async add(minute, counted) {
      const rows = await db
        .insertInto('request_counts')
        .values(counted.map(([key, requests]) => ({ key, minute, requests })))
        .onConflict((conflict) =>
          conflict.columns(['key', 'minute']).doUpdateSet({ requests: sql`request_counts.requests + excluded.requests` }),
        )
        .returning(['key', 'requests'])
        .execute();
      return rows.map(({ key, requests }) => [key, requests]);
    },
    async forget(minute) {
      await db.deleteFrom('request_counts').where('minute', '<', minute).execute();
    },
  };
}

/** How long a minute's counts are kept, seconds: that minute and one more. */
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
