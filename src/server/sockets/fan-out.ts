import type { Redis, RedisOptions } from 'ioredis';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '#server/db/connect.ts';
import { type Handlers, listen } from '#server/db/listen.ts';
import { type Params, statement } from '#server/db/statement.ts';

/**
 * PostgreSQL's channel of what the sockets of all processes hear: `notification USER ID` of one that was written,
 * `message USER THREAD` of a new message, `session HASH` of one that has ended (a trigger sends it). On Redis there is
 * a channel of the same name, also with `missed`: some notifications of others were not told.
 */
const channel = 'sockets';
/** How often Redis must answer a listening process, and how soon, milliseconds. */
const beat = { every: 5_000, within: 5_000 };

/** What a user's sockets hear of: a notification that was written, or a thread that has a new message. */
export type Written = { id: string; user_id: string; what?: 'notification' | 'message' };

/** Tells the sockets of all processes of notifications, by PostgreSQL or, with REDIS_URL, by Redis (decision 026). */
export type FanOut = {
  /** Called in the transaction that wrote them: they are told if it commits. */
  tell(trx: Db, written: Written[]): Promise<void>;
  /**
   * Called after its commit, without what was written where that may have happened before. Rejects when they could not
   * be told: then it is called again.
   */
  committed(written: Written[] | undefined): Promise<void>;
  /** Listens until `close`, on connections of its own that connect again by themselves. */
  listen(handlers: Handlers): { close(): Promise<void> };
};

const tellAll = statement(
  'tell_sockets',
  (_, p: Params<{ written: string }>) => sql`
    select pg_notify(${sql.lit(channel)}, coalesce(what, 'notification') || ' ' || user_id || ' ' || id)
    from jsonb_to_recordset(${p.written}::jsonb) as one (user_id text, id text, what text)`,
);

export function fanOutByPostgres(databaseUrl: string, log: Logger): FanOut {
  return {
    async tell(trx, written) {
      if (written.length > 0) await tellAll.execute(trx, { written: JSON.stringify(written) });
    },
    async committed() {},
    listen: (handlers) => listen(databaseUrl, channel, log, handlers),
  };
}

/**
 * Redis hears of a notification after its commit, and of ends of sessions by PostgreSQL's trigger. Where a process died
 * in between, or Redis did not answer, everybody hears later that something was missed.
 */
export function fanOutByRedis(
  openRedis: (options: RedisOptions) => Redis,
  databaseUrl: string,
  log: Logger,
): FanOut & { close(): void } {
  const connect = () => openRedis({ maxRetriesPerRequest: 0, autoResubscribe: false, commandTimeout: beat.within });
  let publisher: Redis | undefined;

  return {
    async tell() {},
    async committed(written) {
      publisher ??= connect();
      const used = publisher;
      const messages = written?.map(({ user_id, id, what = 'notification' }) => `${what} ${user_id} ${id}`) ?? [
        'missed',
      ];
      try {
        await Promise.all(messages.map((message) => used.publish(channel, message)));
      } catch (error) {
        // A network may have swallowed the connection.
        if (used.status === 'ready') used.disconnect(true);
        throw error;
      }
    },
    listen({ onListening, onNotification, onLost }) {
      const lacking = new Set(['PostgreSQL', 'Redis']);
      const heard = (from: string) => () => {
        lacking.delete(from);
        if (lacking.size === 0) onListening();
      };
      const lost = (from: string) => () => {
        lacking.add(from);
        onLost();
      };
      const sessions = listen(databaseUrl, channel, log, {
        onListening: heard('PostgreSQL'),
        onNotification,
        onLost: lost('PostgreSQL'),
      });
      const redis = connect();
      redis.on('ready', () => {
        redis.subscribe(channel).then(heard('Redis'), () => redis.disconnect(true));
      });
      redis.on('message', (_channel, message) => onNotification(message));
      redis.on('close', lost('Redis'));
      // A network that swallows everything counts as lost, too.
      const timer = setInterval(() => {
        if (redis.status === 'ready') redis.ping().catch(() => redis.disconnect(true));
      }, beat.every).unref();
      return {
        async close() {
          clearInterval(timer);
          redis.disconnect();
          await sessions.close();
        },
      };
    },
    close() {
      publisher?.disconnect();
    },
  };
}
