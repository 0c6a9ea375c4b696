import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '#server/config.ts';
import { type PostgresPair, startPair } from '#server/embedded/postgres-pair.ts';
import { lockDirectory } from '#server/embedded/process-lock.ts';
import type { Services } from '#server/embedded/stack.ts';
import { requirePort } from '#server/process/ports.ts';
import { StartError } from '#server/process/start-error.ts';
import type { DemoLogin } from '#server/seed/demo.ts';
import { openBalancer } from '#server/testing/balancer.ts';
import { settablePort } from '#server/testing/ports.ts';
import { redisFound, startRedis, type TestRedis } from '#server/testing/redis.ts';
import { ensureClientBuilt } from '../client-build.ts';
import type { Life } from '../lifecycle.ts';
import { prepareDatabase, startServices } from '../prepare-stack.ts';
import { haproxy, type ProxyPlan, startHaproxy } from './haproxy.ts';
import { answersOk, type Member, startMember } from './members.ts';

type ClusterOptions = {
  /** How many processes there are; two of each if nothing is said. */
  api?: number;
  workers?: number;
  /** Variables of a process, such as `api-1`. */
  envOf?(name: string): Record<string, string>;
  /** False: the tests' own TCP proxy and the queue in PostgreSQL also where haproxy and Redis are installed. */
  haproxy?: boolean;
  redis?: boolean;
  /** Puts something between the processes and a service: gets the address, and returns the one that they shall use. */
  between?(service: Service, address: string): Promise<string>;
  /** The folder of another build, from which the processes are started at first. */
  build?: string;
};
type Service = 'database' | 'redis' | 'storage' | 'mail';

/** A process of the product; a worker has no `url`. */
export type ClusterMember = Member & { role: 'api' | 'worker'; url: string | undefined; metricsPort: number };

export type Cluster = {
  /** Of the proxy. */
  url: string;
  members: readonly ClusterMember[];
  /** `undefined`: the tests' own proxy, which runs in this process. */
  proxy: Member | undefined;
  pair: PostgresPair;
  /** Through the proxy, and past what is between. */
  databaseUrl: string;
  migrationDatabaseUrl: string;
  redis: TestRedis | undefined;
  services: Services;
  logins: DemoLogin[];
  /** One process after another; from another folder's build if one is given. */
  restartAll(build?: string): Promise<void>;
};

/**
 * How long the next process still serves after one has been restarted, milliseconds: that one compiles what it runs, and
 * its connections plan their statements, so that alone on a busy machine its first requests wait too long.
 */
const settlesWithin = 5_000;

/**
 * What docker-compose.yml describes, on one machine without Docker: a proxy, API processes, workers, Redis where it is
 * installed, PostgreSQL with a standby, the image store and the inbox. It runs when this resolves, and is ended by what
 * `life` is given.
 */
export async function startCluster(
  config: Config,
  life: Life,
  progress: (line: string) => void,
  options: ClusterOptions = {},
): Promise<Cluster> {
  if (config.databaseUrl !== undefined) throw new StartError('the cluster has servers of its own: unset DATABASE_URL');
  const directory = join(config.dataDir, 'cluster');
  await requirePort('PORT', config.port, config.host);
  const lock = await lockDirectory(directory, 'stack');
  if (!lock) throw new StartError(`a cluster already runs on ${directory}`);
  life.onEnd(() => lock.release());

  const pair = await startPair(join(directory, 'postgres'), (line) => progress(`postgres       ${line}`));
  life.onEnd(() => pair.stop());
  const databasePort = await settablePort();
  const throughProxy = (address: string) => {
    const url = new URL(address);
    url.port = String(databasePort);
    return url.href;
  };
  const [databaseUrl, migrationDatabaseUrl] = [throughProxy(pair.url), throughProxy(pair.ownerUrl)];
  const redis = redisFound && options.redis !== false ? await startRedis() : undefined;
  if (redis) life.onEnd(() => redis.stop());
  progress(
    redis ? 'redis          with an append-only file' : 'redis          is not installed: the queue is in PostgreSQL',
  );
  const whole = { ...config, dataDir: directory, databaseUrl, migrationDatabaseUrl };
  const [services] = await Promise.all([
    startServices(whole, life, progress),
    ensureClientBuilt(progress, life.signal),
  ]);

  const places: { role: 'api' | 'worker'; name: string; port: number; metricsPort: number }[] = [];
  for (const [role, count] of [
    ['api', options.api ?? 2],
    ['worker', options.workers ?? 2],
  ] as const) {
    for (let number = 1; number <= count; number++)
      places.push({ role, name: `${role}-${number}`, port: await settablePort(), metricsPort: await settablePort() });
  }
  const api = places.filter(({ role }) => role === 'api');
  const { host, port } = config;
  const { proxy, sendsTo } = await startProxy({
    host,
    port,
    api,
    databasePort,
    servers: pair.servers,
    databaseUrl: migrationDatabaseUrl,
  });
  const logins = await prepareDatabase(whole, services, progress);

  const through = options.between ?? (async (_: Service, address: string) => address);
  const { s3, smtpUrl } = services;
  const common = {
    HOST: '127.0.0.1',
    PUBLIC_URL: config.publicUrl,
    DATABASE_URL: await through('database', databaseUrl),
    DATABASE_STANDBY: 'true',
    REDIS_URL: redis ? await through('redis', redis.url) : '',
    S3_ENDPOINT: await through('storage', s3.endpoint),
    S3_REGION: s3.region,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    SMTP_URL: await through('mail', smtpUrl),
    // Our own proxy passes bytes, and cannot say where a visitor is.
    TRUST_PROXY: proxy ? '127.0.0.1' : '',
    LOG_LEVEL: config.logLevel,
    SEED_DEMO: String(config.seedDemo),
  };
  const members = places.map((place): ClusterMember => {
    const url = place.role === 'api' ? `http://127.0.0.1:${place.port}` : undefined;
    const isReady =
      url === undefined
        ? () => answersOk(`http://127.0.0.1:${place.metricsPort}/metrics`)
        : // The next one may end only when the proxy knows of this one.
          async () => (await answersOk(`${url}/readyz`)) && (await sendsTo(place));
    const member = startMember({
      name: place.name,
      // A process of the product ends at once, unless it is restarted.
      stopSignal: 'SIGINT',
      command: [process.execPath, '--import', './scripts/compile-cache.js', 'scripts/serve.ts'],
      env: {
        ...common,
        ROLE: place.role,
        PORT: String(place.port),
        METRICS_PORT: String(place.metricsPort),
        ...options.envOf?.(place.name),
      },
      cwd: options.build ?? join(import.meta.dirname, '..', '..'),
      isReady,
      log: progress,
    });
    return { ...member, role: place.role, url, metricsPort: place.metricsPort };
  });
  life.onEnd(async () => {
    await Promise.all(members.map((member) => member.stop()));
  });
  await Promise.all(members.map((member) => member.ready()));

  type Proxy = { proxy: Member | undefined; sendsTo(api: ProxyPlan['api'][number]): Promise<boolean> };
  async function startProxy(given: Omit<ProxyPlan, 'statePort'>): Promise<Proxy> {
    if (haproxy && options.haproxy !== false) {
      const plan = { ...given, statePort: await settablePort() };
      const started = await startHaproxy(haproxy, directory, plan, progress);
      life.onEnd(() => started.stop());
      return { proxy: started, sendsTo: ({ name }) => answersOk(`http://127.0.0.1:${plan.statePort}/${name}`) };
    }
    progress('proxy          haproxy is not installed: a TCP proxy, so that all visitors count as one address');
    const servers = given.servers.map((one) => ({
      port: one.port,
      asks: `http://127.0.0.1:${one.checkerPort}/primary`,
    }));
    const processes = given.api.map((one) => ({ port: one.port, asks: `http://127.0.0.1:${one.port}/readyz` }));
    const database = await openBalancer({ port: given.databasePort, breaks: true }, servers);
    life.onEnd(() => database.close());
    const visitors = await openBalancer({ host: given.host, port: given.port }, processes);
    life.onEnd(() => visitors.close());
    return { proxy: undefined, sendsTo: async ({ port }) => visitors.isReady(port) };
  }

  async function restartAll(build?: string): Promise<void> {
    for (const [place, member] of members.entries()) {
      if (place > 0) await delay(settlesWithin);
      await member.restart(build);
      progress(`${member.name} was restarted (process ${member.pid()})`);
    }
    progress('all processes were restarted');
  }

  const url = `http://${['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host}:${port}`;
  return { url, members, proxy, pair, databaseUrl, migrationDatabaseUrl, redis, services, logins, restartAll };
}

/** The same for a test, which ends it by `stop`. */
export async function openCluster(
  config: Config,
  options: ClusterOptions = {},
  progress: (line: string) => void = () => {},
): Promise<Cluster & { stop(): Promise<void> }> {
  const closers: (() => Promise<void>)[] = [];
  const life = {
    signal: new AbortController().signal,
    onEnd: (close: () => Promise<void>) => void closers.push(close),
  };
  async function stop(): Promise<void> {
    for (const close of closers.splice(0).reverse()) await close();
  }
  try {
    return { ...(await startCluster(config, life, progress, options)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
