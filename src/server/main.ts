import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { RedisOptions } from 'ioredis';
import type { Logger } from 'pino';
import type { Config, S3Config } from './config.ts';
import { connect, createPool } from './db/connect.ts';
import { requireStandby } from './db/standby.ts';
import type { Deps } from './deps.ts';
import { createMailer } from './email/transport.ts';
import { socketSessions } from './features/auth/sessions.ts';
import { gazetteerOf, understandLocations } from './features/localities/queries.ts';
import { footerFinds } from './features/professionals/find-pages.ts';
import { listingSource } from './features/professionals/search-queries.ts';
import { buildApp } from './http/app.ts';
import { createPageCache } from './http/page-cache.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { countsInPostgres, countsInRedis } from './http/request-counts.ts';
import type { Web } from './http/web.ts';
import { withRecentFiles } from './images/recent-files.ts';
import { createRenderer } from './images/renderer.ts';
import { createSharePictures } from './images/share-pictures.ts';
import { createImageStore } from './images/store.ts';
import { news } from './jobs/features.ts';
import { checkWiring, startWorker } from './jobs/worker.ts';
import { createLimiter } from './limits/limiter.ts';
import { createFailureLog } from './logging/failure-log.ts';
import { createLogger } from './logging/log.ts';
import { createWorkerNotifier } from './outbox/notify-workers.ts';
import { openQueue, type Queue } from './outbox/queue.ts';
import { inBackground } from './process/background.ts';
import { StartError } from './process/start-error.ts';
import { isPlain } from './push/hosts.ts';
import type { VapidKeys } from './push/keys.ts';
import { createPushService } from './push/service.ts';
import { createSearch } from './search/search.ts';
import { storePictures } from './seed/store-pictures.ts';
import { fanOutByPostgres, fanOutByRedis } from './sockets/fan-out.ts';
import { createSockets } from './sockets/sockets.ts';
import { setTracing } from './tracing/spans.ts';

/** Addresses of the services that the process uses, configured or embedded. */
export type Services = { databaseUrl: string; s3?: S3Config; smtpUrl?: string; vapid?: VapidKeys; secretsKey?: Buffer };

/**
 * `drain`: first answer 503 at `/readyz` for `drainTime` and keep serving, so that load balancers stop sending
 * requests.
 */
export type Running = { deps: Deps; address: string; close(how?: { drain: boolean }): Promise<void> };

/** Long enough for a load balancer that asks `/readyz` every few seconds (reliability, O1), milliseconds. */
const drainTime = 5_000;

/**
 * Connections that the system lets wait for a busy process. Whoever it turns away tries again a second later, and a
 * thousand callers at once fill Node's own 511.
 */
const backlog = 4_096;

/** Most database connections of a process: those of requests and jobs, and those over which the search reads. */
const connections = 16;
const searchConnections = 3;
/** How long a start waits for the search to load what it knows, milliseconds. */
const searchPatience = 5_000;
/** A wait for a turn and one for a lock end within 6 s together, milliseconds. */
const patience = 3_000;
/**
 * Lists that run at a time, and those that wait for their turn (reliability, A13): connections are left for bookings,
 * logins and all other calls.
 */
const lists = { size: 12, queue: 64, patience };
/** Calls of which a caller makes one at a time, and those that wait for it: in the database their locks would fail. */
const oneByOne = { size: 8, queue: 512, shares: [1], patience: 6_000, full: 429 } as const;
/** Pages that are rendered at a time, and those that wait for it: beyond them the shell is sent. */
const renderings = { size: 4, queue: 32, patience };
/** Pictures for chats, one at a time for an address: each takes their one thread some tenths of a second. */
const sharePictures = { size: 4, queue: 32, retryAfter: 5 };
/**
 * Hashes of passwords, the most expensive work that a visitor can cause (reliability, S5): two at a time for an
 * address, one for an account.
 */
const hashes = { size: 4, queue: 32, shares: [2, 1], known: 3, retryAfter: 1, full: 429 } as const;
/**
 * Files that are received at a time, up to 10 MB each, and pictures that are worked on, 160 MB decoded (reliability,
 * A9).
 */
const bodies = { size: 8, queue: 64 };
const uploads = { size: 1, queue: 8 };
/** Files of contacts, which one thread reads in turn: one at a time of a professional. */
const imports = { size: 4, queue: 16 };
/** Pictures that are fetched from the store for browsers at a time. */
const pictures = { size: 32, queue: 512 };
/** Calendars elsewhere that professionals have read at a time, which may take ten seconds. */
const calendars = { size: 16, queue: 64, shares: [2] } as const;

/** Opens everything that requests and jobs need; `close` closes it again. */
export async function createDeps(
  config: Config,
  { databaseUrl, s3, smtpUrl, vapid = config.vapid, secretsKey = config.secretsKey }: Services,
): Promise<{ deps: Deps; close(): Promise<void> }> {
  const log = createLogger(config.logLevel);
  const logIdle = (error: Error) =>
    log.warn({ err: error }, 'failed to keep an idle database connection: another one is opened');
  const pool = createPool(databaseUrl, {
    max: connections,
    onError: logIdle,
  });
  const db = connect(pool);
  // Loaded by those who use it alone: it is a tenth of a start.
  const withRedis = config.redisUrl === undefined ? undefined : await import('./outbox/redis.ts');
  const openRedis =
    withRedis && ((options: RedisOptions) => withRedis.redisConnection(config, withRedis.tellOfRedis(log), options));
  // While Redis is down the rate limiter counts locally; requests never wait for it.
  const redis = openRedis?.({ enableOfflineQueue: false, maxRetriesPerRequest: 1 });
  const rateLimiter = createRateLimiter(
    redis ? countsInRedis(redis, log) : countsInPostgres(db),
    config.rateLimitPerMinute,
    log,
  );
  const mailer = createMailer(smtpUrl, config.mailFrom, {
    onPause: (error, milliseconds) =>
      log.warn(
        { err: error, milliseconds },
        'failed to hand an email to the mail server, which is away or asks to wait: all emails pause',
      ),
  });
  // Any HTTP answer, even an error, means the store is up.
  const storage = s3 && (() => fetch(s3.endpoint, { method: 'HEAD', redirect: 'manual' }));
  const standby = config.databaseStandby && (() => requireStandby(db));
  const probes = { mail: mailer.check, ...(storage ? { storage } : {}), ...(standby ? { standby } : {}) };
  const images = withRecentFiles(
    createImageStore(s3, (error) =>
      log.warn({ err: error }, 'failed to use the image store: the caller may try again'),
    ),
  );
  const renderer = createRenderer(log);
  const drawn = createSharePictures(images);
  const gazetteer = gazetteerOf(db);
  // Of its own, so that neither requests and what it follows wait for each other.
  const searchDb = connect(createPool(databaseUrl, { max: searchConnections, onError: logIdle }));
  const search = createSearch(listingSource(searchDb, gazetteer), databaseUrl, log);
  const byRedis = openRedis && fanOutByRedis(openRedis, databaseUrl, log);
  const fanOut = byRedis ?? fanOutByPostgres(databaseUrl, log);
  const sockets = createSockets(socketSessions({ db, config }), fanOut, log);
  const workerNotifier = createWorkerNotifier(databaseUrl, log);
  const push = vapid && createPushService(config, vapid);
  const deps: Deps = {
    config,
    db,
    pool,
    rateLimiter,
    limiters: {
      lists: createLimiter(lists),
      oneByOne: createLimiter(oneByOne),
      pages: createLimiter(renderings),
      sharePictures: createLimiter(sharePictures),
      hashes: createLimiter(hashes),
      bodies: createLimiter(bodies),
      uploads: createLimiter(uploads),
      imports: createLimiter(imports),
      pictures: createLimiter(pictures),
      calendars: createLimiter(calendars),
    },
    search,
    gazetteer,
    footerFinds: footerFinds({ db, search, config }),
    pageCache: createPageCache(),
    sockets,
    fanOut,
    workerNotifier,
    images,
    renderer,
    sharePictures: drawn,
    news,
    mailer,
    ...(push && { push }),
    probes,
    ...(secretsKey && { secretsKey }),
    draining: false,
    log,
    failed: createFailureLog(log),
  };
  return {
    deps,
    async close() {
      mailer.close();
      push?.close();
      await Promise.all([search.close(), sockets.close(), workerNotifier.close()]);
      byRedis?.close();
      await drawn.close();
      await Promise.all([images.close(), renderer.close()]);
      await rateLimiter.close();
      redis?.disconnect();
      await Promise.all([db.destroy(), searchDb.destroy()]);
    },
  };
}

/**
 * Starts the parts that ROLE names; `webOf` builds the pages once the database is connected, `close` ends all in order.
 * Throws when events and effects do not match, and a StartError when Redis may lose jobs.
 */
export async function startServer(
  config: Config,
  services: Services,
  webOf?: (deps: Deps) => Promise<Web>,
): Promise<Running> {
  // Checked in API-only processes too, because they emit events.
  checkWiring();
  const { deps, close } = await createDeps(config, services);
  let app: FastifyInstance | undefined;
  let queue: Queue | undefined;
  let worker: { close(): Promise<void> } | undefined;
  let metrics: { close(): Promise<void> } | undefined;
  let afterStart: Promise<unknown> | undefined;
  let searchable: Promise<void> | undefined;
  const closing = new AbortController();
  async function stopServing(drain: boolean): Promise<void> {
    if (app && drain) await delay(drainTime);
    await app?.close();
  }
  async function closeAll({ drain } = { drain: false }): Promise<void> {
    deps.draining = true;
    closing.abort();
    // In parallel, so that both end within 30 seconds; events of the last requests stay in the outbox for another
    // worker.
    await Promise.all([stopServing(drain), (worker ?? queue)?.close(), afterStart]);
    await metrics?.close();
    await traces?.close();
    await close();
  }
  let traces: { close(): Promise<void> } | undefined;
  try {
    await refuseLossyRedis(config, deps.log);
    for (const host of config.pushHosts.filter(isPlain))
      deps.log.warn(`push endpoints of ${host} are taken over plain HTTP`);
    if (config.otlpEndpoint !== undefined) traces = await startTracing(config, config.otlpEndpoint);
    const { metricsHost, metricsPort } = config;
    if (metricsPort !== undefined) {
      // Like traces, loaded by those who ask for them alone.
      const { createMetrics } = await import('./http/metrics.ts');
      const { serveMetrics } = await import('./http/metrics-server.ts');
      const created = createMetrics(deps);
      deps.meter = created;
      metrics = await serveMetrics(created, () => queue?.stores() ?? [], { metricsHost, metricsPort }, deps.log);
    }
    // Before the worker, because `webOf` may migrate the database.
    if (config.role !== 'worker') {
      const web = await webOf?.(deps);
      // It reads while the rest is made.
      searchable = deps.search.start();
      app = await buildApp(deps, web);
    }
    // An API process only reports the queue's state at `/readyz`; requests do not use the queue.
    queue = await openQueue(config, services.databaseUrl, deps.log);
    deps.probes = { ...deps.probes, queue: queue.check };
    if (config.role !== 'api') worker = startWorker(deps, queue);
    const address = app ? await app.listen({ host: config.host, port: config.port, backlog }) : '';
    if (app) deps.sockets.start();
    deps.workerNotifier.start();
    // Ready as far as it can be: without the listings `/readyz` says so, and searches wait for them.
    await Promise.race([searchable, delay(searchPatience, undefined, { ref: false })]);
    if (config.role !== 'api') {
      afterStart = Promise.all([
        config.seedDemo &&
          inBackground(deps.log, 'failed to store the pictures of the demo: the next start goes on', () =>
            storePictures(deps, closing.signal),
          ),
        inBackground(deps.log, 'failed to understand where professionals work: the next start goes on', () =>
          understandLocations(deps.db, closing.signal),
        ),
      ]);
    }
    return { deps, address, close: closeAll };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** Loads what sends traces, which processes without a collector do not need. */
async function startTracing({ role, traced }: Config, endpoint: string): Promise<{ close(): Promise<void> }> {
  const { openTelemetry } = await import('./tracing/open-telemetry.ts');
  const { tracing, close } = await openTelemetry(endpoint, role === 'all' ? 'saluni' : `saluni-${role}`, traced);
  setTracing(tracing);
  return {
    close() {
      setTracing(undefined);
      return close();
    },
  };
}

/**
 * Throws a StartError when Redis may lose jobs. If Redis does not answer, the check is skipped; its users reconnect
 * later.
 */
export async function refuseLossyRedis({ redisUrl, allowLossyRedis }: Config, log?: Logger): Promise<void> {
  if (redisUrl === undefined || allowLossyRedis) return;
  const { lossOfRedis } = await import('./outbox/redis.ts');
  const loss = await lossOfRedis(redisUrl).catch((error: unknown) => {
    log?.warn({ err: error }, 'failed to ask Redis whether it may lose data: it does not answer');
    return undefined;
  });
  if (loss) throw new StartError(loss);
}
