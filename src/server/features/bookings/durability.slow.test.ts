import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { migrateDatabase } from '#server/db/migrate.ts';
import { type EmbeddedPostgres, startPostgres } from '#server/embedded/postgres.ts';
import { readPidFile } from '#server/embedded/postgres-orphan.ts';
import { formOf, openStore, openTestApp } from '#server/testing/app.ts';
import type { ClientPerson } from '#server/testing/make.ts';
import { overlaps } from '#server/testing/overlaps.ts';
import { type ServerProcess, startProcess } from '#server/testing/processes.ts';
import { redisFound, startRedis, type TestRedis } from '#server/testing/redis.ts';
import { full } from '#server/testing/repetitions.ts';
import { DAY, MINUTE } from '#shared/constants.ts';

// This file kills PostgreSQL, so it starts its own, with the durability of production.
vi.setConfig({ testTimeout: full ? 900_000 : 300_000, hookTimeout: 120_000 });
const kills = full ? 30 : 6;
const killEvery = full ? 10_000 : 2_500;
/** How many book at a time, and how long each pauses in between, milliseconds. */
const load = full ? { clients: 20, pause: 50 } : { clients: 10, pause: 200 };
const day = Math.ceil(Date.now() / DAY) * DAY + 2 * DAY;
const roles = ['api', 'api', 'worker'] as const;

/**
 * One attempt to book, found again by its notes: whether it was acknowledged, and which change by the professional was.
 */
type Attempt = { name: string; booked: 'yes' | 'no' | 'unknown'; id?: string; changed?: 'confirmed' | 'cancelled' };

describe.each(redisFound ? ['PostgreSQL', 'Redis'] : ['PostgreSQL'])('with jobs in %s', (backend) => {
  let directory: string;
  let postgres: EmbeddedPostgres;
  let redis: TestRedis | undefined;
  let store: Awaited<ReturnType<typeof openStore>>;
  let t: Awaited<ReturnType<typeof openTestApp>>;
  let processes: ServerProcess[];

  const startAs = (role: (typeof roles)[number]) =>
    startProcess(
      postgres.url,
      { SMTP_URL: t.inbox.url, ...store.env, ...(redis ? { REDIS_URL: redis.url } : {}) },
      role,
    );
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'saluni-durable-'));
    postgres = await startPostgres({ directory });
    await migrateDatabase({ databaseUrl: postgres.url, migrationDatabaseUrl: postgres.ownerUrl });
    store = await openStore();
    redis = backend === 'Redis' ? await startRedis() : undefined;
    t = await openTestApp(postgres.url);
    processes = await Promise.all(roles.map(startAs));
  });
  afterAll(async () => {
    await Promise.all(processes.map((one) => one.kill()));
    await t.close();
    await redis?.stop();
    await store.close();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const anyApi = () => processes[Math.floor(Math.random() * 2)] ?? expect.fail('no API process');

  /** The answer; undefined for a broken connection or a 5xx, after which either outcome is possible. */
  async function ask(...[token, method, path, body]: Parameters<ServerProcess['call']>) {
    const answer = await anyApi()
      .call(token, method, path, body)
      .catch(() => undefined);
    return answer === undefined || answer.status >= 500 ? undefined : answer;
  }

  test('B12: while every process is killed, what was acknowledged is stored, with each effect once, and nothing else', async () => {
    const shops = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const professional = await t.make.professional({ slot_interval_minutes: 15 });
        for (let i = 0; i < 20; i++)
          await t.make.window(professional.professionalId, day + i * DAY, day + (i + 1) * DAY);
        return { ...professional, service: await t.make.service(professional.professionalId) };
      }),
    );
    const clients = await Promise.all(Array.from({ length: load.clients }, () => t.make.client()));
    const attempts: Attempt[] = [];
    let running = true;

    async function attempt(client: ClientPerson): Promise<void> {
      const shop = shops[Math.floor(Math.random() * shops.length)] ?? expect.fail('no shop');
      const start = day + Math.floor(Math.random() * 19 * 24 * 4) * 15 * MINUTE;
      const name = `attempt ${attempts.length}`;
      const made: Attempt = { name, booked: 'unknown' };
      attempts.push(made);
      const wish = {
        professional_id: shop.professionalId,
        service_ids: [shop.service],
        start_time: new Date(start).toISOString(),
        notes: name,
      };
      const answer = await ask(client.token, 'POST', '/bookings/', wish);
      if (answer === undefined) return;
      made.booked = answer.status === 201 ? 'yes' : 'no';
      if (answer.status !== 201) return;
      made.id = (JSON.parse(answer.text) as { id: string }).id;
      const status = Math.random() < 0.5 ? 'confirmed' : 'cancelled';
      if ((await ask(shop.token, 'PATCH', `/bookings/${made.id}`, { status }))?.status === 200) made.changed = status;
    }

    const admin = await t.make.admin();
    const file = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#4a1942' } })
      .png()
      .toBuffer();
    const uploaded: string[] = [];
    async function upload(): Promise<void> {
      const { headers, payload } = await formOf({ image_type: 'other', file });
      const sent = {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${admin.token}` },
        body: new Uint8Array(payload),
      };
      const answer = await fetch(`${anyApi().url}/image/upload`, sent).catch(() => undefined);
      if (answer?.status !== 201) return;
      const body = await answer.json().catch(() => undefined);
      if (body) uploaded.push((body as { id: string }).id);
    }

    const signedUp: string[] = [];
    let people = 0;
    async function signUp(): Promise<void> {
      const email = `person-${people++}@waiting.example`;
      const answer = await ask('', 'POST', '/waitlist/signup', { name: 'Mere Te Ao', email, role: 'Client' });
      if (answer?.status === 201) signedUp.push(email);
    }

    let reads = 0;
    async function read(): Promise<void> {
      const found = await overlaps(t.deps.pool).catch(() => undefined);
      if (found === undefined) return;
      reads++;
      expect(found).toBe(0);
    }

    async function repeatedly(work: () => Promise<void>, pause: number): Promise<void> {
      while (running) {
        await work();
        await delay(pause);
      }
    }

    let workerKills = 0;
    /** Kills each process in turn, PostgreSQL with SIGQUIT, as `pg_ctl -m immediate` does, and Redis. */
    async function killAll(): Promise<void> {
      for (let turn = 0; turn < kills; turn++) {
        await delay(killEvery);
        const index = turn % (roles.length + (redis ? 2 : 1));
        const role = roles[index];
        if (index > roles.length) {
          await redis?.restart();
        } else if (role === undefined) {
          const cluster = await vi.waitFor(
            async () => (await readPidFile(join(directory, 'data'))) ?? expect.fail('no PostgreSQL'),
            30_000,
          );
          process.kill(cluster.pid, 'SIGQUIT');
        } else {
          if (role === 'worker') workerKills++;
          await processes[index]?.kill();
          processes[index] = await startAs(role);
        }
      }
      running = false;
    }

    await Promise.all([
      ...clients.map((client) => repeatedly(() => attempt(client), load.pause)),
      repeatedly(upload, 300),
      repeatedly(signUp, 200),
      repeatedly(read, 200),
      killAll(),
    ]);
    await vi.waitFor(read, { timeout: 30_000, interval: 200 });

    const rows = await vi.waitFor(
      () => t.deps.db.selectFrom('bookings').select(['id', 'notes', 'status']).execute(),
      30_000,
    );
    const stored = new Map(rows.map((row) => [row.notes, row]));
    expect(stored.size).toBe(rows.length);
    const wrong = attempts.filter(({ name, booked, id, changed }) => {
      const row = stored.get(name);
      if (booked === 'no') return row !== undefined;
      if (booked === 'unknown') return false;
      return row?.id !== id || (changed !== undefined && row?.status !== changed);
    });
    expect(wrong).toEqual([]);
    const count = (booked: Attempt['booked']) => attempts.filter((one) => one.booked === booked).length;
    // The test is worth something only if all three outcomes happened, and if overlaps were checked many times.
    expect(Math.min(count('yes') / 50, count('no'), count('unknown'), reads / 20)).toBeGreaterThanOrEqual(1);
    expect(Math.min(uploaded.length, signedUp.length / 5)).toBeGreaterThanOrEqual(1);

    // What the killed had in their hands is handed over again after a minute at most.
    const open = `select id::text, event as what from outbox where done_at is null union all
    select id::text, template from deliveries where sent_at is null and skipped_at is null`;
    await vi.waitFor(async () => expect((await t.deps.pool.query(open)).rows).toEqual([]), {
      timeout: 150_000,
      interval: 500,
    });
    // One change, one event, one side that hears of it; a deleted request has no mail.
    const { rows: counts } = await t.deps.pool.query(`select
    (select count(*) + sum(version) from bookings)::int as changes,
    (select count(*) from outbox where event like 'booking.%')::int as events,
    (select count(*) from notifications)::int as notifications,
    (select count(*) from waitlist_entries)::int as entries,
    (select count(*) from outbox where event = 'waitlist.signed_up')::int as signups,
    (select count(*) from outbox)::int - (select count(*) from deliveries)::int as unwritten,
    (select count(*) from deliveries where dead_at is not null)::int + (select count(*) from outbox where dead_at is not null)::int as dead,
    (select count(*) from busy_times join bookings on bookings.id = booking_id where status = 'cancelled')::int as kept_times`);
    const { changes = 0, entries = 0 } = counts[0] ?? {};
    const same = { changes, events: changes, notifications: changes, entries, signups: entries };
    expect(counts).toEqual([{ ...same, unwritten: 0, dead: 0, kept_times: 0 }]);

    const sent = await t.deps.db.selectFrom('deliveries').select('event_id').where('sent_at', 'is not', null).execute();
    const received = t.inbox.emails.map(({ messageId }) => messageId);
    expect(new Set(received.map((id) => /^<([0-9a-f-]+)\./.exec(id)?.[1]))).toEqual(
      new Set(sent.map(({ event_id }) => event_id)),
    );
    expect(new Set(received).size).toBe(sent.length);
    // A worker sends ten at once: those that the mail server had accepted, but that were not recorded yet, are sent
    // again after a kill.
    expect(received.length - sent.length).toBeLessThanOrEqual(10 * workerKills);

    const entered = await t.deps.db.selectFrom('waitlist_entries').select('email').execute();
    expect(entered.map(({ email }) => email)).toEqual(expect.arrayContaining(signedUp));
    const pictures: { id: string; url: string }[] = [];
    let page: typeof pictures;
    do {
      const path = `/image?image_type=other&limit=100&skip=${pictures.length}`;
      const { text } = (await ask('', 'GET', path)) ?? expect.fail('no answer');
      page = JSON.parse(text);
      pictures.push(...page);
    } while (page.length > 0);
    expect(pictures.map(({ id }) => id)).toEqual(expect.arrayContaining(uploaded));
    for (const { url } of pictures) expect((await fetch(anyApi().url + new URL(url).pathname)).status).toBe(200);
  });
});
