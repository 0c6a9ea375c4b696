import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';

/** A connection that reconnects by itself, tells `onError` what fails, and never ends the process. */
export function redisConnection(
  { redisUrl = '' }: Config,
  onError: (error: unknown) => void,
  options: RedisOptions,
): Redis {
  const redis = new Redis(redisUrl, {
    connectTimeout: 2_000,
    retryStrategy: (times) => Math.min(times * 200, 2_000),
    ...options,
  });
  redis.on('error', onError);
  return redis;
}

/** What to do about errors of a connection that reconnects by itself. */
export function tellOfRedis(log: Logger): (error: unknown) => void {
  return (error) => log.warn({ err: error }, 'failed to use Redis: the connection is tried again');
}

/**
 * Returns why this Redis may lose data, in one line that names the setting; undefined when it is safe or does not
 * reveal its settings. Throws when it does not answer.
 */
export async function lossOfRedis(redisUrl: string): Promise<string | undefined> {
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: 2_000,
    commandTimeout: 2_000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  redis.on('error', () => {});
  // A server that accepts the connection but never answers counts as down.
  const timeout = setTimeout(() => redis.disconnect(), 3_000);
  try {
    await redis.connect();
    const [policy, appendOnly] = await Promise.all([
      settingOf(redis, 'maxmemory-policy'),
      settingOf(redis, 'appendonly'),
    ]);
    if (policy !== undefined && policy !== 'noeviction') {
      return `Redis may lose jobs: maxmemory-policy is ${policy}, must be noeviction (or set ALLOW_LOSSY_REDIS=true)`;
    }
    if (appendOnly !== undefined && appendOnly !== 'yes') {
      return `Redis may lose jobs: appendonly is ${appendOnly}, must be yes (or set ALLOW_LOSSY_REDIS=true)`;
    }
    return undefined;
  } finally {
    clearTimeout(timeout);
    redis.disconnect();
  }
}

/** Undefined when the server forbids CONFIG, as hosted ones may: then the operator is trusted. */
async function settingOf(redis: Redis, name: string): Promise<string | undefined> {
  try {
    const [, value] = (await redis.config('GET', name)) as string[];
    return value;
  } catch {
    return undefined;
  }
}
