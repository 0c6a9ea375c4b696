import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMailer, EmailDeferred, EmailUnanswered } from '#server/email/transport.ts';
import { useTestApp } from '#server/testing/app.ts';
import { asOwner } from '#server/testing/db.ts';
import type { ClientPerson } from '#server/testing/make.ts';
import { startProcess } from '#server/testing/processes.ts';
import { DAY } from '#shared/constants.ts';
import { createEmailLimiter } from './email-limiter.ts';
import { handleEvent } from './handle-event.ts';
import { sendDelivery } from './send-delivery.ts';

const t = useTestApp();
vi.setConfig({ testTimeout: 60_000 });

const closers: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  await t.deps.pool.query('delete from deliveries');
  await t.deps.pool.query('delete from outbox');
});
afterEach(async () => {
  t.inbox.onEmail = undefined;
  t.inbox.pause = undefined;
  for (const close of closers.splice(0)) await close();
});

/** Confirms so many bookings of a new client, each of which is an email to the client. */
async function confirm(count: number): Promise<ClientPerson> {
  const { professionalId, ...professional } = await t.make.professional();
  const client = await t.make.client();
  for (let i = 0; i < count; i++) {
    const { bookingId: id } = await t.make.booking({
      professionalId,
      clientId: client.clientId,
      start: Date.now() + (i + 2) * DAY,
    });
    expect((await t.rest.call(professional, 'bookings.change', { id, status: 'confirmed' })).status).toBe(200);
  }
  return client;
}

/** A delivery to send: its id, and to whom. */
async function oneDelivery(): Promise<{ id: string; client: ClientPerson }> {
  const client = await confirm(1);
  const { id: event } = await t.deps.db.selectFrom('outbox').select('id').executeTakeFirstOrThrow();
  await handleEvent(t.deps, event);
  const { id } = await t.deps.db.selectFrom('deliveries').select('id').executeTakeFirstOrThrow();
  return { id, client };
}
const stateOf = (id: string) =>
  t.deps.db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const messageIds = (client: ClientPerson) => t.inbox.to(client.email).map(({ messageId }) => messageId);

async function startWorkerProcess() {
  const worker = await startProcess(t.databaseUrl, { SMTP_URL: t.inbox.url }, 'worker');
  closers.push(worker.stop);
  return worker;
}

/** The mail server has the emails to this address, so many so far, and answers to none of them before `release`. */
function withhold(address: () => string): { count(): number; release(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  closers.push(async () => resolve());
  let count = 0;
  t.inbox.onEmail = async ({ to }) => {
    if (!to.includes(address())) return;
    count++;
    await promise;
  };
  return { count: () => count, release: resolve };
}

test('J13: 50 emails that the mail server does not answer hold up neither notifications nor the email of another recipient', async () => {
  const slow = await confirm(50);
  const withheld = withhold(() => slow.email);
  await startWorkerProcess();
  await vi.waitFor(() => expect(withheld.count()).toBe(50), { timeout: 30_000, interval: 20 });
  const other = await confirm(1);
  await vi.waitFor(() => expect(messageIds(other)).toHaveLength(1), { timeout: 20_000, interval: 20 });
  expect((await t.rest.call(other, 'notifications.mine')).body).toHaveLength(1);
  expect(messageIds(slow)).toEqual([]);
  withheld.release();
  await vi.waitFor(() => expect(messageIds(slow)).toHaveLength(50), { timeout: 20_000, interval: 20 });
  expect(new Set(messageIds(slow)).size).toBe(50);
});

test('J13: a worker that is stopped waits for an answer; J11: for 25 seconds, then another one sends that email, once', async () => {
  const [answered, unanswered] = [await confirm(1), await confirm(1)];
  const late = Promise.withResolvers<void>();
  const never = Promise.withResolvers<void>();
  closers.push(async () => never.resolve());
  const begun: string[] = [];
  t.inbox.onEmail = async ({ to }) => {
    begun.push(...to);
    await (to.includes(answered.email) ? late : never).promise;
  };
  const worker = await startWorkerProcess();
  await vi.waitFor(() => expect(begun).toHaveLength(2), { timeout: 20_000, interval: 20 });
  const stop = performance.now();
  const stopped = worker.stop();
  // Longer than a lease.
  await delay(11_000);
  late.resolve();
  expect(await stopped).toBe(0);
  // A busy machine gets ten seconds more.
  expect(performance.now() - stop).toBeLessThan(35_000);
  expect([messageIds(answered), messageIds(unanswered)]).toEqual([[expect.any(String)], []]);
  t.inbox.onEmail = undefined;
  await (await t.at('11 seconds')).drain();
  await (await t.at('60 seconds')).drain();
  expect([messageIds(answered).length, messageIds(unanswered).length]).toEqual([1, 1]);
});

describe('a process that ends during the wait', () => {
  test('J3: counts as a crash: after the lease another one sends the email again, under the same Message-ID', async () => {
    const { id, client } = await oneDelivery();
    const withheld = withhold(() => client.email);
    const limiter = createEmailLimiter(t.deps);
    await limiter.send(id);
    await limiter.close(50);
    expect(await stateOf(id)).toMatchObject({ attempts: 1, sent_at: null, dead_at: null, last_error: null });
    t.inbox.onEmail = undefined;
    await (await t.at('11 seconds')).drain();
    withheld.release();
    await vi.waitFor(() => expect(messageIds(client)).toHaveLength(2), { timeout: 10_000 });
    expect(new Set(messageIds(client)).size).toBe(1);
    expect(await stateOf(id)).toMatchObject({ outcome_unknown: true, sent_at: expect.any(String) });
  });
});

describe('an attempt', () => {
  test('keeps its lease while it waits, so that nobody else takes the delivery', async () => {
    const { id, client } = await oneDelivery();
    const withheld = withhold(() => client.email);
    const sending = sendDelivery(t.deps, id);
    await vi.waitFor(() => expect(withheld.count()).toBe(1));
    const { sending_until: first } = await stateOf(id);
    await vi.waitFor(async () => expect((await stateOf(id)).sending_until).not.toBe(first), {
      timeout: 10_000,
      interval: 100,
    });
    await sendDelivery((await t.at('8 seconds')).deps, id);
    expect(withheld.count()).toBe(1);
    withheld.release();
    await sending;
    expect(await stateOf(id)).toMatchObject({ attempts: 1, sent_at: expect.any(String) });
  });

  test('J13: records an accepted email as soon as the database lets it, and does not send it again', async () => {
    const { id, client } = await oneDelivery();
    await asOwner(
      t.databaseUrl,
      `
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused for the test'; end $$;
      create trigger refuse before update of sent_at on deliveries for each row when (new.sent_at is not null) execute function refuse()`,
    );
    const sending = sendDelivery(t.deps, id);
    await vi.waitFor(() => expect(messageIds(client)).toHaveLength(1), { timeout: 10_000 });
    await delay(1_000);
    await asOwner(t.databaseUrl, 'drop function refuse cascade');
    await sending;
    expect(await stateOf(id)).toMatchObject({ attempts: 1, sent_at: expect.any(String) });
    await (await t.at('60 seconds')).drain();
    expect(messageIds(client)).toHaveLength(1);
  });
});

describe('the mailer', () => {
  /** To another address in each test: an answer to an earlier test's email may come late. */
  const emailOf = (name: string) => ({
    to: { name, address: `${name}@example.com` },
    subject: 'Hello',
    html: '<p>Hello</p>',
    text: 'Hello',
    messageId: `<${name}@saluni.example>`,
    requestId: null,
  });
  let email = emailOf('nobody');
  let made = 0;
  beforeEach(() => {
    email = emailOf(`person-${made++}`);
  });
  const open = (times: { data: number; answer: number }) =>
    createMailer(t.inbox.url, 'Saluni <hello@saluni.example>', { times });
  const received = () => t.inbox.to(email.to.address);

  test.each([
    { step: 'greeting', pause: { greeting: 1_500, recipient: 0 } },
    { step: 'recipient', pause: { greeting: 0, recipient: 1_500 } },
  ])(
    'O4, J13: gives up before the email is complete and closes the connection, so that it is not accepted later: $step',
    async ({ pause }) => {
      t.inbox.pause = pause;
      const mailer = open({ data: 500, answer: 10_000 });
      const late = await mailer.send(email).catch((error: unknown) => error);
      expect(late).toBeInstanceOf(EmailDeferred);
      expect(late).toMatchObject({ message: 'the mail server took longer than 0.5 seconds', concernsAll: true });
      await vi.waitFor(() => expect(t.inbox.connections()).toBe(0), { timeout: 10_000 });
      expect(received()).toEqual([]);
    },
  );

  test('waits for the answer to a complete email for longer than the email itself may take', async () => {
    let isWritten = false;
    t.inbox.onEmail = () => delay(1_500);
    await open({ data: 500, answer: 10_000 }).send(email, { onData: () => (isWritten = true) });
    expect(isWritten).toBe(true);
    expect(received()).toHaveLength(1);
  });

  test('an answer that never comes is an unknown outcome; a refusal is not', async () => {
    t.inbox.onEmail = () => delay(1_500);
    await expect(open({ data: 500, answer: 500 }).send(email)).rejects.toBeInstanceOf(EmailUnanswered);
    t.inbox.onEmail = undefined;
    t.inbox.refuse = { at: 'data', code: 451 };
    const refused = await open({ data: 500, answer: 500 })
      .send(email)
      .catch((error: unknown) => error);
    t.inbox.refuse = undefined;
    expect(refused).toBeInstanceOf(EmailDeferred);
    expect(refused).toMatchObject({ concernsAll: true, cause: { responseCode: 451 } });
  });

  test('a lost lease ends an attempt until the email is complete, and not afterwards', async () => {
    const lost = new AbortController();
    const mailer = open({ data: 5_000, answer: 10_000 });
    t.inbox.pause = { greeting: 0, recipient: 1_000 };
    const early = mailer.send(email, { signal: lost.signal });
    lost.abort(new Error('lost for the test'));
    await expect(early).rejects.toThrow('lost for the test');
    t.inbox.pause = undefined;
    const late = new AbortController();
    t.inbox.onEmail = () => delay(500);
    await mailer.send(email, { signal: late.signal, onData: () => late.abort() });
    expect(received()).toHaveLength(1);
  });
});
