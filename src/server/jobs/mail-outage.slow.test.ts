import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { retryJobs } from '#server/features/admin/retry-jobs.ts';
import { listDead } from '#server/outbox/queries.ts';
import { type TestApp, useTestApp } from '#server/testing/app.ts';
import { confirmedClient } from '#server/testing/confirmed-client.ts';
import type { ClientPerson } from '#server/testing/make.ts';
import { full } from '#server/testing/repetitions.ts';
import { handleEvent } from './handle-event.ts';
import { sendDelivery } from './send-delivery.ts';
import { startWorker } from './worker.ts';

const t = useTestApp();
const closers: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  await t.deps.pool.query('delete from deliveries');
  await t.deps.pool.query('delete from outbox');
  t.inbox.asked = 0;
});
afterEach(async () => {
  t.inbox.refuse = undefined;
  for (const close of closers.splice(0).reverse()) await close();
});

/** Emails that wait to be sent, each to a client of its own. */
async function waiting(count: number): Promise<{ ids: string[]; clients: ClientPerson[] }> {
  const clients: ClientPerson[] = [];
  for (let i = 0; i < count; i++) clients.push(await confirmedClient(t));
  for (const { id } of await t.deps.db.selectFrom('outbox').select('id').execute()) await handleEvent(t.deps, id);
  return { ids: (await all()).map(({ id }) => id), clients };
}
const all = () => t.deps.db.selectFrom('deliveries').selectAll().orderBy('id').execute();
const received = (clients: ClientPerson[]) => clients.map(({ email }) => t.inbox.to(email).length);
/** An app with a mail server of its own and a memory of its own of what the mail server said. */
const appWith = (smtpUrl = t.inbox.url, shift = '0 seconds') => t.at(shift, { SMTP_URL: smtpUrl });

describe('O8: a mail server that is away uses up no attempt', () => {
  /** Accepts connections and breaks them off. */
  async function resetting(): Promise<string> {
    const server = createServer((socket) => socket.on('error', () => {}).resetAndDestroy()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closers.push(async () => server.close());
    return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const refusing = (code: number) => async () => {
    t.inbox.refuse = { at: 'greeting', code };
    return t.inbox.url;
  };

  test.each<[string, () => Promise<string>]>([
    ['it refuses connections', async () => 'smtp://127.0.0.1:1'],
    ['it breaks connections off', resetting],
    ['its name is unknown', async () => 'smtp://mail.invalid:25'],
    ['it greets with 421', refusing(421)],
    ['it greets with 554', refusing(554)],
  ])(
    '%s: the email is tried for three days, then dead and visible, and sent once it is made due again',
    async (_what, open) => {
      const { ids, clients } = await waiting(1);
      const [id = ''] = ids;
      const smtpUrl = await open();
      for (const [shift, isDead] of [
        ['0 seconds', false],
        ['1 minute', false],
        ['1 hour', false],
        ['1 day', false],
        ['2 days', false],
        ['71 hours', false],
        ['73 hours', true],
      ] as const) {
        await sendDelivery((await appWith(smtpUrl, shift)).deps, id);
        expect([shift, await all()]).toEqual([
          shift,
          [expect.objectContaining({ attempts: 0, sent_at: null, sending_until: null })],
        ]);
        expect([shift, (await all())[0]?.dead_at !== null]).toEqual([shift, isDead]);
      }
      expect(await listDead(t.deps.db)).toMatchObject([
        { kind: 'mail', id, attempts: 7, last_error: expect.stringMatching(/./) },
      ]);
      t.inbox.refuse = undefined;
      expect(await retryJobs(t.deps.db, { actorId: null })).toBe(1);
      await (await appWith(smtpUrl, '71 hours')).drain();
      await (await appWith(t.inbox.url, '71 hours 10 seconds')).drain();
      expect(received(clients)).toEqual([1]);
    },
  );

  test('the pauses of an email grow', async () => {
    const { ids } = await waiting(1);
    t.inbox.refuse = { at: 'rcpt', code: 450, text: '4.2.1 try later' };
    const pauses: number[] = [];
    for (let time = 0; time < 6; time++) {
      await sendDelivery(t.deps, ids[0] ?? '');
      const { rows } = await t.deps.pool.query(
        'select extract(epoch from next_attempt_at - clock_now())::float8 as pause from deliveries',
      );
      pauses.push(rows[0].pause);
    }
    for (const [index, pause] of pauses.slice(1).entries()) expect(pause).toBeGreaterThan(1.5 * (pauses[index] ?? 0));
  });
});

describe('a permanent refusal', () => {
  test.each([
    ['rcpt', 550],
    ['data', 554],
  ] as const)('at %s (%s) is given up at once', async (at, code) => {
    const { ids } = await waiting(1);
    t.inbox.refuse = { at, code };
    for (let time = 0; time < 3; time++) await sendDelivery(t.deps, ids[0] ?? '');
    expect(t.inbox.asked).toBe(1);
    expect(await all()).toEqual([expect.objectContaining({ attempts: 1, sent_at: null, dead_at: expect.any(String) })]);
  });
});

describe('limits of the mail server', () => {
  /**
   * Most connections in so many milliseconds when each pause is twice as long as the one before, from one second on.
   */
  const mostAsked = (milliseconds: number) => 1 + Math.floor(Math.log2(1 + milliseconds / 1_000));

  const limits = [
    ['greeting', 421],
    ['data', 451],
    ['rcpt', 450],
    ['data', 452],
  ] as const;
  test.each(limits.slice(0, full ? 4 : 2))(
    'at %s (%s) all emails pause, not each by itself; then each is sent once',
    async (at, code) => {
      const { clients } = await waiting(30);
      const app: TestApp = await appWith();
      t.inbox.refuse = { at, code };
      const begun = performance.now();
      const { openQueue } = await import('#server/outbox/queue.ts');
      closers.push(startWorker(app.deps, await openQueue(app.deps.config, t.databaseUrl, app.deps.log)).close);
      const deferred = async () => (await all()).filter(({ last_error }) => last_error !== null).length;
      await vi.waitFor(async () => expect(await deferred()).toBe(30), { timeout: 30_000, interval: 20 });
      // Those that were on their way when the first was refused have asked, too: as many as jobs. An email that is
      // refused after its last byte had made room for the next one; how many follow is a question of speed.
      const most = at === 'data' ? 29 : 10 + mostAsked(performance.now() - begun);
      expect(t.inbox.asked).toBeLessThanOrEqual(most);
      await vi.waitFor(() => expect(t.inbox.asked).toBeGreaterThan(1), { timeout: 30_000 });
      t.inbox.refuse = undefined;
      // On a busy machine the pause has grown beyond half a minute by now.
      await vi.waitFor(() => expect(received(clients)).toEqual(Array(30).fill(1)), { timeout: 120_000, interval: 50 });
      expect((await all()).every(({ attempts, dead_at }) => attempts <= 1 && dead_at === null)).toBe(true);
    },
    300_000,
  );

  test('a mailbox that is full holds up no other email', async () => {
    const { clients } = await waiting(5);
    const app = await appWith();
    const [full, ...others] = clients;
    t.inbox.refuse = { at: 'rcpt', code: 452, text: '4.2.2 mailbox full', only: full?.email };
    await app.drain();
    expect(received(others)).toEqual([1, 1, 1, 1]);
    expect((await all()).filter(({ sent_at }) => sent_at === null)).toMatchObject([{ attempts: 0, deferrals: 1 }]);
  });
});
