import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createMailer } from '#server/email/transport.ts';
import { redisConnection, tellOfRedis } from '#server/outbox/redis.ts';
import { useTestApp } from '#server/testing/app.ts';
import { redisFound, startRedis } from '#server/testing/redis.ts';
import { createLogger } from './log.ts';

const t = useTestApp();

/** The text that the logger writes while `work` runs. */
async function logged(work: (log: ReturnType<typeof createLogger>) => Promise<void>): Promise<string> {
  const lines: string[] = [];
  await work(createLogger('info', { write: (line) => void lines.push(line) }));
  return lines.join('');
}

test('A8: a violated constraint is logged by its name, without the values of the row', async () => {
  const email = 'grace.example@saluni.example';
  const user = { email, username: 'Grace', role: 'client', password_hash: '$argon2id$' } as const;
  const text = await logged(async (log) => {
    await t.make.row('users', user);
    await t.deps.db
      .insertInto('users')
      .values(user)
      .execute()
      .catch((err: unknown) => log.error({ err }, 'failed'));
  });
  expect(JSON.parse(text).err).toMatchObject({
    code: '23505',
    constraint: expect.stringContaining('email'),
    stack: expect.any(String),
  });
  expect(text).not.toContain('grace');
});

test('a refused e-mail is logged with the SMTP code, without the address', async () => {
  const mailer = createMailer(t.inbox.url, 'Saluni <hello@saluni.example>');
  t.inbox.refuse = { at: 'rcpt', code: 550 };
  const text = await logged(async (log) => {
    await mailer
      .send({
        to: { name: 'Grace', address: 'grace.example@saluni.example' },
        subject: 's',
        html: 'h',
        text: 't',
        messageId: '<1@saluni.example>',
        requestId: null,
      })
      .catch((err: unknown) => log.warn({ err }, 'failed'));
  });
  t.inbox.refuse = undefined;
  mailer.close();
  expect(JSON.parse(text).err).toMatchObject({ type: 'Error', cause: { responseCode: 550, command: 'RCPT TO' } });
  expect(text).not.toContain('grace');
});

test.skipIf(!redisFound)(
  'a command that Redis refuses is logged by its name, without its arguments, such as a password',
  async () => {
    const server = await startRedis(['--requirepass', 'the-right-one']);
    const withPassword = (password: string) => ({
      ...t.deps.config,
      redisUrl: server.url.replace('//', `//:${password}@`),
    });
    const text = await logged(async (log) => {
      const refused = redisConnection(withPassword('the-wrong-one'), tellOfRedis(log), {});
      await once(refused, 'error');
      refused.disconnect();
      const redis = redisConnection(withPassword('the-right-one'), tellOfRedis(log), {});
      await redis.set('ip:203.0.113.7', 'no number');
      await redis.incrby('ip:203.0.113.7', 1).catch((err: unknown) => log.warn({ err }, 'failed'));
      redis.disconnect();
    });
    await server.stop();
    const [login, count] = text.split('\n').filter(Boolean);
    expect(JSON.parse(login ?? '').err).toMatchObject({
      message: expect.stringContaining('WRONGPASS'),
      command: 'hello',
    });
    expect(JSON.parse(count ?? '').err).toMatchObject({
      message: expect.stringContaining('not an integer'),
      command: 'incrby',
    });
    expect(text).not.toMatch(/the-(wrong|right)-one|203\.0\.113\.7/);
  },
);
