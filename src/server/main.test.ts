import { afterEach, describe, expect, test } from 'vitest';
import { bookingJobs } from '#server/features/bookings/jobs.ts';
import type { ProcessRole, S3Config } from './config.ts';
import { waitlistEmails } from './features/waitlist/emails.ts';
import { startServer } from './main.ts';
import { useTestApp } from './testing/app.ts';

const t = useTestApp();
const start = (role: ProcessRole) =>
  startServer({ ...t.deps.config, role, port: 0 }, { databaseUrl: t.databaseUrl, smtpUrl: t.inbox.url });

describe.each(['api', 'worker', 'all'] as const)('as %s', (role) => {
  const effects: Record<string, unknown> = bookingJobs.effects ?? {};
  const emails: Record<string, unknown> = waitlistEmails;
  const given = { ...effects };
  afterEach(() => {
    for (const name of Object.keys(effects)) delete effects[name];
    Object.assign(effects, given);
    delete emails.booking;
  });

  test('a start succeeds when every event has its effects', async () => {
    const { close } = await start(role);
    await close();
  });

  test('an event whose effect is missing refuses the start', async () => {
    delete effects['booking.reminder_due'];
    await expect(start(role)).rejects.toThrow('no effect follows booking.reminder_due');
  });

  test('an effect that follows no event refuses the start', async () => {
    effects['booking.forgotten'] = () => undefined;
    await expect(start(role)).rejects.toThrow('no event is called booking.forgotten');
  });

  test('an email that two features write refuses the start', async () => {
    emails.booking = () => undefined;
    await expect(start(role)).rejects.toThrow('several emails are called booking');
  });
});

test('O1, O13: a stopping process is not ready but still serves; each request is logged with its user', async () => {
  const lines: { userId?: string }[] = [];
  const { deps, address, close } = await start('api');
  deps.log.info = ((line: object) => void lines.push(line)) as typeof deps.log.info;
  const person = await t.make.client();
  const ask = async (path: string) => {
    const answer = await fetch(`${address}${path}`, { headers: { authorization: `Bearer ${person.token}` } });
    return { status: answer.status, body: await answer.text(), closes: answer.headers.get('connection') === 'close' };
  };
  expect(await ask('/readyz')).toMatchObject({ status: 200, closes: false });
  const closed = close({ drain: true });
  expect(await ask('/readyz')).toEqual({
    status: 503,
    body: expect.stringContaining('"database":"draining"'),
    closes: true,
  });
  for (const path of ['/livez', '/services/', '/users/me/'])
    expect(await ask(path)).toMatchObject({ status: 200, closes: true });
  await expect.poll(() => lines.filter(({ userId }) => userId === person.userId).length).toBeGreaterThan(0);
  await closed;
  await expect(ask('/livez')).rejects.toThrow('fetch failed');
});

test('O2: an API process without a worker reports queue, storage and mail, too', async () => {
  const s3 = { ...t.deps.config.s3, endpoint: 'http://127.0.0.1:1' } as S3Config;
  const services = { databaseUrl: t.databaseUrl, smtpUrl: t.inbox.url, s3 };
  const { address, close } = await startServer({ ...t.deps.config, role: 'api', port: 0 }, services);
  await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(200);
  const answer = await fetch(`${address}/readyz`);
  expect(await answer.json()).toEqual({
    status: 'degraded',
    database: 'ok',
    search: 'current',
    mail: 'ok',
    storage: 'away',
    queue: 'ok',
  });
  await close();
});
