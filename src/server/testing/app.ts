import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { takesBody } from '#server/api/procedures.ts';
import { readConfig } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { startS3 } from '#server/embedded/s3.ts';
import { buildApp } from '#server/http/app.ts';
import { definitionOf } from '#server/http/definition.ts';
import { takesFiles } from '#server/http/multipart.ts';
import { routes } from '#server/http/rest.ts';
import { createDeps } from '#server/main.ts';
import { newVapidKeys } from '#server/push/keys.ts';
import { cloneDatabase } from './db.ts';
import { drain } from './drain.ts';
import { type Inbox, openInbox } from './inbox.ts';
import { factories } from './make.ts';

const vapid = newVapidKeys();

/** Configuration of tests: no logs, no limits on requests, signups, codes and bookings. */
export const testEnv = {
  LOG_LEVEL: 'silent',
  RATE_LIMIT_PER_MINUTE: '0',
  WAITLIST_SIGNUPS_PER_HOUR: '0',
  BOOKINGS_PER_HOUR: '0',
  FEEDBACK_PER_HOUR: '0',
  MESSAGES_PER_HOUR: '0',
  CODES_PER_HOUR: '0',
  SEED_DEMO: 'false',
  SECRETS_KEY: randomBytes(32).toString('base64'),
  VAPID_PUBLIC_KEY: vapid.publicKey,
  VAPID_PRIVATE_KEY: vapid.privateKey,
};

/** An image store at an address where nothing answers. */
export const storeAway = {
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_BUCKET: 'b',
  S3_ACCESS_KEY_ID: 'a',
  S3_SECRET_ACCESS_KEY: 's',
};

export type Answer = { status: number; body: unknown; headers: LightMyRequestResponse['headers'] };
type Caller = { token: string } | null;

/** Calls procedures by name over REST or tRPC, with or without a session. */
export type Api = {
  name: 'REST' | 'tRPC';
  call(
    caller: Caller,
    procedure: string,
    input?: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<Answer>;
};

const authorization = (caller: Caller): Record<string, string> =>
  caller ? { authorization: `Bearer ${caller.token}` } : {};

/** The body of an answer, parsed if it is JSON; undefined for an empty one. */
function bodyOf(answer: LightMyRequestResponse): unknown {
  if (answer.body === '') return undefined;
  return String(answer.headers['content-type']).match(/^(text|image)\//) ? answer.body : JSON.parse(answer.body);
}

/** A multipart body of fields, of which those that are bytes become files. */
export async function formOf(
  fields: Record<string, unknown>,
): Promise<{ headers: Record<string, string>; payload: Buffer }> {
  const form = new FormData();
  for (const [name, given] of Object.entries(fields)) {
    for (const value of [given].flat()) {
      if (value instanceof Uint8Array) form.append(name, new Blob([new Uint8Array(value)]), 'picture');
      else if (value !== undefined)
        form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
    }
  }
  const encoded = new Response(form);
  return {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  };
}

function restApi(app: FastifyInstance): Api {
  return {
    name: 'REST',
    async call(caller, procedure, input = {}, headers = {}) {
      const route = routes.find((one) => one.name === procedure);
      if (!route) throw new Error(`no procedure is called ${procedure}`);
      const { method } = route;
      const rest = { ...input };
      const url = route.template.replace(/\{(\w+)\}/g, (_, name: string) => {
        const value = encodeURIComponent(String(rest[name]));
        delete rest[name];
        return value;
      });
      const query = new URLSearchParams();
      for (const name of route.meta.query ?? []) {
        for (const value of [rest[name]].flat()) if (value !== undefined) query.append(name, String(value));
        delete rest[name];
      }
      const bodyless = !takesBody(route.meta, method);
      for (const [name, given] of bodyless ? Object.entries(rest) : []) {
        for (const value of [given].flat()) if (value !== undefined) query.append(name, String(value));
      }
      const form = takesFiles(route.meta) ? await formOf(rest) : undefined;
      const answer = await app.inject({
        method,
        url: query.size > 0 ? `${url}?${query}` : url,
        headers: { ...authorization(caller), ...form?.headers, ...headers },
        ...(bodyless ? {} : { payload: form?.payload ?? rest }),
      });
      return { status: answer.statusCode, body: bodyOf(answer), headers: answer.headers };
    },
  };
}

/** Returns what REST would answer: the data alone, or `{ detail }`. */
function trpcApi(app: FastifyInstance): Api {
  return {
    name: 'tRPC',
    async call(caller, procedure, input, headers = {}) {
      const route = routes.find((one) => one.name === procedure);
      const query = route && definitionOf(route.procedure).type === 'query';
      const url = `/trpc/${procedure}${query && input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''}`;
      const form = route && takesFiles(route.meta) ? await formOf(input ?? {}) : undefined;
      const answer = await app.inject({
        method: query ? 'GET' : 'POST',
        url,
        headers: { ...authorization(caller), ...form?.headers, ...headers },
        ...(query ? {} : { payload: form?.payload ?? input ?? {} }),
      });
      const body = bodyOf(answer) as { result?: { data?: unknown }; error?: { data: { detail: unknown } } };
      const ok = answer.statusCode < 400;
      return {
        status: ok ? (route?.meta.status ?? 200) : answer.statusCode,
        body: ok ? body.result?.data : { detail: body.error?.data.detail },
        headers: answer.headers,
      };
    },
  };
}

export type TestApp = {
  app: FastifyInstance;
  deps: Deps;
  make: ReturnType<typeof factories>;
  rest: Api;
  trpc: Api;
  apis: Api[];
  databaseUrl: string;
  /** Receives this app's mails. */
  inbox: Inbox;
  /** Carries out all due events and sends all due mails. */
  drain(): Promise<void>;
  /** Opens another app on the same database, with its clock shifted by a PostgreSQL interval such as `25 hours`. */
  at(clockShift: string, env?: Record<string, string>): Promise<TestApp>;
};

export async function openTestApp(
  databaseUrl: string,
  env: Record<string, string> = {},
  { clockShift, inbox }: { clockShift?: string; inbox?: Inbox } = {},
): Promise<TestApp & { close(): Promise<void> }> {
  const mails = inbox ?? (await openInbox());
  const config = readConfig({ ...testEnv, SMTP_URL: mails.url, ...env });
  const { deps, close } = await createDeps(config, {
    databaseUrl: shifted(databaseUrl, clockShift),
    smtpUrl: config.smtpUrl,
    ...(config.s3 ? { s3: config.s3 } : {}),
  });
  const app = await buildApp(deps);
  const opened: { close(): Promise<void> }[] = [];
  const rest = restApi(app);
  const trpc = trpcApi(app);
  return {
    app,
    deps,
    make: factories(deps),
    rest,
    trpc,
    apis: [rest, trpc],
    databaseUrl,
    inbox: mails,
    drain: () => drain(deps),
    async at(shift, more = {}) {
      const later = await openTestApp(databaseUrl, { ...env, ...more }, { clockShift: shift, inbox: mails });
      opened.push(later);
      return later;
    },
    async close() {
      for (const one of opened) await one.close();
      await app.close();
      await close();
      if (!inbox) await mails.close();
    },
  };
}

/** The database's URL with an option that shifts `clock_now()` for its connections; other processes can use it too. */
export function shifted(databaseUrl: string, clockShift: string | undefined): string {
  if (!clockShift) return databaseUrl;
  const url = new URL(databaseUrl);
  url.searchParams.set('options', `-c saluni.clock_shift=${clockShift.replaceAll(' ', '\\ ')}`);
  return url.href;
}

/** An empty image store, and the variables that name it. */
export async function openStore(): Promise<{ env: Record<string, string>; close(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'saluni-images-'));
  const { s3, stop } = await startS3(directory, []);
  return {
    env: {
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: s3.bucket,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    },
    async close() {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Opens an app with a new database for the calling test file, filled in before the first test: `const t =
 * useTestApp();`. `store` starts an image store, without which pictures are answered with 503.
 */
export function useTestApp(env: Record<string, string> = {}, { store = false }: { store?: boolean } = {}): TestApp {
  const holder = {} as TestApp;
  let end: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const database = await cloneDatabase();
    const images = store ? await openStore() : undefined;
    const opened = await openTestApp(database.url, { ...env, ...images?.env });
    Object.assign(holder, opened);
    end = async () => {
      await opened.close();
      await images?.close();
      await database.drop();
    };
  });
  afterAll(() => end?.());
  return holder;
}
