import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { useTestApp } from '#server/testing/app.ts';
import { type ServerProcess, startProcess } from '#server/testing/processes.ts';
import { openPushService, type TestSubscription } from '#server/testing/push-service.ts';
import { full } from '#server/testing/repetitions.ts';
import { DAY } from '#shared/constants.ts';

const [service, silent] = [await openPushService(), await openPushService()];
afterAll(() => Promise.all([service.close(), silent.close()]));
const hosts = `${service.origin},${silent.origin}`;
const t = useTestApp({ PUSH_HOSTS: hosts });
vi.setConfig({ testTimeout: full ? 600_000 : 120_000 });

const processes: ServerProcess[] = [];
afterEach(() => Promise.all(processes.splice(0).map((one) => one.kill())));
async function startWorkerProcess(): Promise<ServerProcess> {
  const worker = await startProcess(t.databaseUrl, { SMTP_URL: t.inbox.url, PUSH_HOSTS: hosts }, 'worker');
  processes.push(worker);
  return worker;
}

/** A zone in which it is about noon. */
const hour = new Date().getUTCHours();
const zone = `Etc/GMT${hour <= 12 ? '-' : '+'}${Math.abs(12 - hour)}`;

async function subscribe(who: { token: string }, at = service): Promise<TestSubscription> {
  const subscription = at.subscribe();
  await t.rest.call(who, 'push.subscribe', { ...subscription, time_zone: zone });
  return subscription;
}

async function confirmed(count: number, client: { clientId: string }, from = 400): Promise<void> {
  const { professionalId, ...professional } = await t.make.professional();
  for (let i = 0; i < count; i++) {
    const start = Date.now() + (from + i) * DAY;
    const { bookingId: id } = await t.make.booking({ professionalId, clientId: client.clientId, start });
    await t.rest.call(professional, 'bookings.change', { id, status: 'confirmed' });
  }
}

test('J15: workers killed at random lose no push, and a second copy has the topic of the first', async () => {
  const events = full ? 400 : 80;
  const kills = full ? 20 : 4;
  const client = await t.make.client();
  const phone = await subscribe(client);
  // As slow as a service is, so that kills meet what is under way.
  service.answer = (_, response) => {
    setTimeout(() => response.writeHead(201).end(), 50);
    return undefined;
  };
  await confirmed(events, client);
  const told = () => new Set(service.to(phone).map(({ topic }) => topic)).size;
  for (let kill = 1; kill <= kills; kill++) {
    const victim = await startWorkerProcess();
    await vi.waitFor(() => expect(told()).toBeGreaterThanOrEqual(Math.ceil(((kill - 0.5) * events) / kills / 1.5)), {
      timeout: 60_000,
      interval: 5,
    });
    if (kill === kills) await startWorkerProcess();
    await victim.kill();
  }
  await vi.waitFor(() => expect(told()).toBe(events), { timeout: 60_000, interval: 50 });
  // Ten are under way at most when a worker dies.
  expect(service.to(phone).length - events).toBeLessThanOrEqual(10 * kills);
  const { rows } = await t.deps.pool.query<{ open: number }>(
    `select count(*)::int as open from deliveries where channel = 'push' and dead_at is not null`,
  );
  expect(rows).toEqual([{ open: 0 }]);
});

test('a service that does not answer holds up neither mails nor other services', async () => {
  silent.answer = () => undefined;
  service.answer = () => ({ status: 201 });
  const [stuck, other] = [await t.make.client(), await t.make.client()];
  await subscribe(stuck, silent);
  const phone = await subscribe(other);
  await confirmed(40, stuck);
  await startWorkerProcess();
  await vi.waitFor(() => expect(silent.pushes.length).toBeGreaterThanOrEqual(10), { timeout: 20_000 });
  const at = Date.now();
  await confirmed(3, other, 600);
  await vi.waitFor(
    () => {
      expect(t.inbox.to(other.email)).toHaveLength(3);
      expect(service.to(phone)).toHaveLength(3);
      expect(t.inbox.to(stuck.email).length).toBeGreaterThan(0);
    },
    { timeout: 9_000, interval: 20 },
  );
  // Sooner than one of the silent ones is given up.
  expect(Date.now() - at).toBeLessThan(9_000);
});
