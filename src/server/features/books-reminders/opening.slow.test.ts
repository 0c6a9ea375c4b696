import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { findBroken } from '#server/db/invariants.ts';
import { shifted, useTestApp } from '#server/testing/app.ts';
import type { ClientPerson } from '#server/testing/make.ts';
import { startProcess } from '#server/testing/processes.ts';
import { full } from '#server/testing/repetitions.ts';
import { untilAvailable } from '#server/testing/until-available.ts';
import type { AvailabilityWithSlots } from '#shared/availability.ts';
import { HOUR, MINUTE } from '#shared/constants.ts';
import { nextOpening } from '#shared/rules/books-open.ts';

const t = useTestApp();
const zone = 'Australia/Melbourne';
const books = { day: 20, time: '20:00', months: 1 };
const crowd = { ask: 500, book: 200, wait: 1_000 };
/** Within what time everybody comes, milliseconds. */
const rush = 5_000;

const p99 = (times: number[]) => times.sort((one, other) => one - other)[Math.ceil(times.length * 0.99) - 1] ?? 0;

test('B29: at an opening 500 ask and 200 book, and a thousand are told once each, also when a worker is killed', async () => {
  const { opens, month, closedFrom } = nextOpening(books, zone, Date.now() + HOUR);
  const before = Date.now();
  const app = await t.at(`${opens - HOUR - before} milliseconds`);
  const amara = await app.make.professional({ time_zone: zone, books_open: JSON.stringify(books) });
  const cut = await app.make.service(amara.professionalId, { service_duration_minutes: 30 });
  await app.make.window(amara.professionalId, closedFrom, closedFrom + 24 * HOUR);
  const clients: ClientPerson[] = [];
  for (let n = 0; n < crowd.book; n++) clients.push(await app.make.client());
  const { rows: people } = await t.deps.pool.query<{ id: string }>(
    `with made as (insert into users (email, username, role) select 'wait' || n || '@example.com', 'w', 'client'
       from generate_series(1, $1) n returning id),
     people as (insert into clients (user_id, first_name, last_name, phone_number)
       select id, 'W', 'W', '0400111222' from made returning id)
     insert into books_reminders (client_id, professional_id, month, tell_at)
       select id, $2, $3, $4 from people returning client_id as id`,
    [crowd.wait, amara.professionalId, month, new Date(opens).toISOString()],
  );
  expect(people).toHaveLength(crowd.wait);
  // The processes start before the opening: the slower this machine was until now, the longer.
  const began = Date.now();
  const lead = 10_000 + 4 * (began - before);
  const url = shifted(t.databaseUrl, `${opens - began - lead} milliseconds`);
  const env = { SMTP_URL: t.inbox.url };
  const [api, worker] = await Promise.all([startProcess(url, env, 'api'), startProcess(url, env, 'worker')]);
  const start = (n: number) => new Date(closedFrom + (n % 48) * 30 * MINUTE).toISOString();
  const timed = async (call: () => ReturnType<typeof api.call>, wait = Math.random() * rush) => {
    await delay(wait);
    const from = performance.now();
    const { status, text } = await call();
    return { status, text, ms: performance.now() - from };
  };
  const range = `from=${new Date(closedFrom).toISOString()}&service_ids=${cut}`;
  const page = `/availability/professional/${amara.professionalId}?${range}`;
  const ask = () => timed(() => untilAvailable(() => api.call('', 'GET', page)));
  const book = (n: number) => {
    const wish = { professional_id: amara.professionalId, service_ids: [cut], start_time: start(n) };
    return timed(() => untilAvailable(() => api.call(clients[n]?.token ?? '', 'POST', '/bookings/', wish)));
  };
  expect(Date.now() - began).toBeLessThan(lead);
  const early = { professional_id: amara.professionalId, service_ids: [cut], start_time: start(0) };
  expect((await api.call(clients[0]?.token ?? '', 'POST', '/bookings/', early)).status).toBe(409);
  await delay(began + lead + 100 - Date.now());

  const [asked, booked] = await Promise.all([
    Promise.all(Array.from({ length: crowd.ask }, ask)),
    Promise.all(Array.from({ length: crowd.book }, (_, n) => book(n))),
  ]);
  // It has told some by now, and is in the middle of others.
  await worker.kill();
  const again = await startProcess(url, env, 'worker');
  expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]));
  const first = JSON.parse(asked[0]?.text ?? '') as AvailabilityWithSlots[];
  expect(first.length).toBeGreaterThan(0);
  expect(booked.filter(({ status }) => status === 201)).toHaveLength(48);
  expect(booked.filter(({ status }) => status === 409)).toHaveLength(crowd.book - 48);
  const figures = { ask: p99(asked.map(({ ms }) => ms)), book: p99(booked.map(({ ms }) => ms)) };
  console.info(`p99: ${Math.round(figures.ask)} ms to ask, ${Math.round(figures.book)} ms to book`);
  if (full) expect(Math.max(figures.ask, figures.book)).toBeLessThan(1_000);

  const mails = () => t.inbox.emails.filter(({ subject }) => subject.startsWith('Books open'));
  const told = async () => {
    const { rows } = await t.deps.pool.query<{ told: number; people: number }>(
      `select count(*)::int as told, count(distinct user_id)::int as people from notifications where type = 'books_opened'`,
    );
    const [mailed, ids] = [
      new Set(mails().map(({ to }) => to.join())),
      new Set(mails().map(({ messageId }) => messageId)),
    ];
    return { ...rows[0], mailed: mailed.size, ids: ids.size };
  };
  const all = { told: crowd.wait, people: crowd.wait, mailed: crowd.wait, ids: crowd.wait };
  await expect.poll(told, { timeout: 300_000, interval: 1_000 }).toEqual(all);
  // What the killed worker had handed over and not yet recorded comes once more, under the same Message-ID (J3).
  const copies = new Map<string, number>();
  for (const { messageId } of mails()) copies.set(messageId, (copies.get(messageId) ?? 0) + 1);
  expect(Math.max(...copies.values())).toBeLessThanOrEqual(2);
  console.info(`all told ${Math.round((Date.now() - began - lead) / 1_000)} s after the opening`);
  await Promise.all([api.stop(), again.stop()]);
  expect(await findBroken(t.deps.db)).toEqual([]);
}, 600_000);
