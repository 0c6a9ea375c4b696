import type pg from 'pg';
import type { Logger } from 'pino';
import type { FindPage } from '#shared/find-pages.ts';
import type { Config } from './config.ts';
import type { Database } from './db/connect.ts';
import type { Mailer } from './email/transport.ts';
import type { Renderer } from './images/renderer.ts';
import type { SharePictures } from './images/share-pictures.ts';
import type { ImageStore } from './images/store.ts';
import type { Limiter } from './limits/limiter.ts';
import type { FailureLog } from './logging/failure-log.ts';
import type { NewsBook } from './outbox/news.ts';
import type { WorkerNotifier } from './outbox/notify-workers.ts';
import type { PushService } from './push/service.ts';
import type { Gazetteer } from './search/gazetteer.ts';
import type { Search } from './search/search.ts';
import type { FanOut } from './sockets/fan-out.ts';
import type { Sockets } from './sockets/sockets.ts';

/** Counters that requests update. */
export type Meter = {
  /** `route` is the template, never the requested address: each id would become a series of its own. */
  answered(request: { method: string; route: string; status: number; seconds: number }): void;
  loginFailed(): void;
  /** Somebody sent somebody a message. */
  messageSent(): void;
  /** What became of an attempt to push. */
  pushed(outcome: string): void;
  /** A job of the queue ended, well or not. */
  jobEnded(): void;
};

export type RateLimiter = {
  /** Counts calls of a user or an address. Returns the seconds to wait when they exceed the limit, else undefined. */
  hit(key: string, calls: number): Promise<number | undefined>;
  /**
   * The same against `times` the limit and at once: what other processes counted is known a quarter of a second later.
   */
  hitNow(key: string, calls: number, times: number): number | undefined;
  close(): Promise<void>;
};

export type Encoding = 'br' | 'gzip' | 'identity';
/** A rendered page as it is sent. */
export type EncodedPage = { bodies: Record<Encoding, Buffer>; etag: string };

/** Rendered pages by `pageAddress` (contract 10). */
export type PageCache = {
  /** The page, or the promise of it while it is being made. */
  get(address: string): EncodedPage | Promise<EncodedPage> | undefined;
  /** Makes a page, which all who ask meanwhile share. */
  make(address: string, make: () => Promise<EncodedPage>): Promise<EncodedPage>;
  /** A page that is at most a minute old, for while the database is away. */
  recent(address: string): EncodedPage | undefined;
  /** After a change that pages may show: what is being made now is sent to those who wait for it, and not kept. */
  clear(): void;
};

/**
 * Everything that requests and jobs need, built once and passed down. It has no clock: decisions ask the database for
 * the time.
 */
export type Deps = {
  config: Config;
  db: Database;
  pool: pg.Pool;
  rateLimiter: RateLimiter;
  /** Work that may cost much runs beside other work, never before it. */
  limiters: Record<
    | 'lists'
    | 'oneByOne'
    | 'pages'
    | 'sharePictures'
    | 'hashes'
    | 'bodies'
    | 'uploads'
    | 'imports'
    | 'pictures'
    | 'calendars',
    Limiter
  >;
  /** Started in processes that answer requests; in others it knows nothing, and the database is asked. */
  search: Search;
  /** All localities, read from the database at the first use. */
  gazetteer: () => Promise<Gazetteer>;
  /** The pages of the footer, from a copy; throws 503 where there is none soon. */
  footerFinds: () => Promise<FindPage[]>;
  /** Rendered pages; a call that changes what they show clears it. */
  pageCache: PageCache;
  /** Started in processes that answer requests. */
  sockets: Sockets;
  /** How sockets hear of notifications, from whatever process. */
  fanOut: FanOut;
  /** Notifies the workers once a request has written what they have to do; connects at the first notification. */
  workerNotifier: WorkerNotifier;
  images: ImageStore;
  renderer: Renderer;
  /** What chats show of pages; its thread starts with the first picture. */
  sharePictures: SharePictures;
  /** What notifications show, by their kinds. */
  news: NewsBook;
  /** For jobs only: a request writes an event and never waits for the mail server. */
  mailer: Mailer;
  /** For jobs alone, as the mailer, but for its public key; absent where push is off. */
  push?: PushService;
  /**
   * Checks of the dependencies whose loss only degrades the product (queue, storage, mail): each throws when its
   * service is down.
   */
  probes?: Record<string, () => Promise<unknown>>;
  /** With which addresses of calendars elsewhere are encrypted; absent where it is not set up. */
  secretsKey?: Buffer;
  /** Absent when METRICS_PORT is unset. */
  meter?: Meter;
  /** True once the process has begun to shut down. */
  draining: boolean;
  log: Logger;
  /** Logs the cause of an answer of 500 or more, and only so many of a kind in a second. */
  failed: FailureLog;
};
