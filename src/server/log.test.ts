import { expect, test } from 'vitest';
import { createMailer } from '#server/email/transport.ts';
import { createLogger } from './log.ts';
import { useTestApp } from './testing/app.ts';

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
    await t.deps.db.insertInto('users').values(user).execute();
    await t.deps.db
      .insertInto('users')
      .values(user)
      .execute()
      .catch((err: unknown) => log.error({ err }, 'failed'));
  });
  expect(JSON.parse(text).err).toMatchObject({ code: '23505', constraint: expect.stringContaining('email'), stack: expect.any(String) });
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
