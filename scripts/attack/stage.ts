import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { migrateDatabase } from '#server/db/migrate.ts';
import { startPostgres } from '#server/embedded/postgres.ts';
import { startS3 } from '#server/embedded/s3.ts';
import { hashPassword } from '#server/features/auth/passwords.ts';
import { createImageStore } from '#server/images/store.ts';
import { type Inbox, openInbox } from '#server/testing/inbox.ts';
import { type ServerProcess, startProcess } from '#server/testing/processes.ts';
import { HOUR, MINUTE } from '#shared/constants.ts';
import { loadMarket } from '../bench/load.ts';
import { builtClient, builtServer, ensureClientBuilt } from '../client-build.ts';

/** 100,000 services (5 each), as many as the search was flooded with when it fell over. */
const professionals = 20_000;
export const password = 'correct horse battery';

export type FreeSlot = { professional: string; service: string; email: string; start: number };
type Answer = { status: number; ms: number; text: string; retryAfter: string | null };
export type Asked = {
  method?: string;
  token?: string;
  body?: unknown;
  from?: string;
  headers?: Record<string, string>;
  api?: number;
};

/** What an attack came to; `figure` is what was seen, in a few words. */
export type Outcome = { held: boolean; figure: string };

export type Stage = {
  databaseUrl: string;
  directory: string;
  apis: ServerProcess[];
  inbox: Inbox;
  /** The path of a small picture. */
  picture: string;
  /** Calls one of the API processes; `from` is the caller's address. */
  ask(path: string, asked?: Asked): Promise<Answer>;
  sql<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  /** The token and e-mail address of another client who has not been used yet. */
  client(): { token: string; email: string; n: number };
  /** A free half hour of another professional that nobody was given yet. */
  freeSlot(): FreeSlot;
  close(): Promise<void>;
};

/** Tokens of the loaded people are `bench-token-N`: professionals first, then their clients. */
export const tokenOf = (n: number) => `bench-token-${n}`;

/**
 * A stack of its own with the limits that production has: PostgreSQL, two API processes, a worker and a mail server.
 * Callers say their address in `X-Forwarded-For`, as behind the proxy of production.
 */
export async function openStage(progress: (line: string) => void): Promise<Stage> {
  const directory = await mkdtemp(join(tmpdir(), 'saluni-attack-'));
  const postgres = await startPostgres({ directory });
  await migrateDatabase({ databaseUrl: postgres.url, migrationDatabaseUrl: postgres.ownerUrl });
  progress('making 100,000 services');
  await loadMarket(postgres.superuserUrl, professionals, () => {}, { bookings: false });
  const pool = new pg.Pool({ connectionString: postgres.superuserUrl, max: 2 });
  pool.on('error', () => {});
  const inbox = await openInbox();
  const hash = await hashPassword(password);
  // Everybody has the same password, so that anybody can log in.
  await pool.query('update users set password_hash = $1', [hash]);
  const store = await startS3(join(directory, 'images'), []);
  const images = createImageStore(store.s3, () => {});
  const key = randomUUID();
  const bytes = await sharp({ create: { width: 480, height: 480, channels: 3, background: '#4a1942' } })
    .webp()
    .toBuffer();
  await images.put(key, [{ name: '480.webp', type: 'image/webp', bytes }]);
  await images.close();
  const env = {
    S3_ENDPOINT: store.s3.endpoint,
    S3_BUCKET: store.s3.bucket,
    S3_ACCESS_KEY_ID: store.s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.s3.secretAccessKey,
    RATE_LIMIT_PER_MINUTE: '600',
    BOOKINGS_PER_HOUR: '20',
    TRUST_PROXY: '127.0.0.1',
    SMTP_URL: inbox.url,
    SEED_DEMO: 'false',
    LOG_LEVEL: 'silent',
  };
  await ensureClientBuilt(progress, new AbortController().signal);
  const pages = [builtClient, builtServer];
  const apis = [await startApi(), await startApi()];
  function startApi() {
    return startProcess(postgres.url, env, 'api', 0, undefined, pages);
  }
  const worker = await startProcess(postgres.url, env, 'worker');

  const { rows: offers } = await pool.query<{ professional: string; service: string; email: string }>(`
    select p.id as professional, s.id as service, u.email from professionals p join users u on u.id = p.user_id
    join services s on s.professional_id = p.id and s.is_active and s.service_duration_minutes = 30
    where p.is_active order by p.id`);
  const { rows: days } = await pool.query<{ start: Date }>(
    `select start_time as start from availability
     where professional_id = $1 and start_time > now() + interval '3 days' order by start_time limit 40`,
    [offers[0]?.professional],
  );
  let usedClients = 0;
  let usedSlots = 0;
  return {
    databaseUrl: postgres.url,
    directory,
    apis,
    inbox,
    picture: `/images/${key}/480.webp`,
    ask: askerOf(apis.map(({ url }) => url)),
    sql: async (text, values = []) => (await pool.query(text, values)).rows,
    client() {
      const n = professionals + ++usedClients;
      return { token: tokenOf(n), email: `bench-${n}@example.com`, n };
    },
    freeSlot() {
      const turn = usedSlots++;
      const offer = offers[turn % offers.length];
      const day = days[Math.floor(turn / offers.length) % days.length];
      if (!offer || !day) throw new Error('the market is empty');
      return { ...offer, start: day.start.getTime() + 2 * HOUR + 30 * MINUTE };
    },
    async close() {
      for (const one of [...apis, worker]) await one.kill();
      await pool.end();
      await inbox.close();
      await store.stop();
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export function booking({ professional, service, start }: FreeSlot, notes = ''): object {
  return { professional_id: professional, service_ids: [service], start_time: new Date(start).toISOString(), notes };
}

/** Calls one of the APIs at these addresses; also in threads of their own. */
export function askerOf(urls: string[]): Stage['ask'] {
  return async (path, { method = 'GET', token, body, from = '198.51.100.7', headers = {}, api = 0 } = {}) => {
    const begun = performance.now();
    const answer = await fetch(`${urls[api]}${path}`, {
      method,
      headers: {
        'x-forwarded-for': from,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : {
            body:
              body instanceof Buffer ? new Uint8Array(body) : typeof body === 'string' ? body : JSON.stringify(body),
          }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      ms: performance.now() - begun,
      text,
      retryAfter: answer.headers.get('retry-after'),
    };
  };
}
