import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { createMailer, EmailDeferred, mustBeCertified } from './transport.ts';

test.each([
  ['smtps://mail.example:465', true],
  ['smtps://localhost:465', true],
  ['smtp://user:secret@mail.example:587', true],
  ['smtp://mailpit:1025', false],
  ['smtp://127.0.0.1:1025', false],
  ['smtp://user:secret@localhost:1025', false],
  ['smtp://user:secret@[::1]:1025', false],
])('%s: the certificate is checked: %s', (url, checked) => {
  expect(mustBeCertified(new URL(url))).toBe(checked);
});

test('a password goes to no other machine in the clear, when its STARTTLS was stripped', async () => {
  const seen: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _, done) => {
      seen.push(password);
      done(new Error('not here'));
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const email = { to: { name: 'Zoë', address: 'zoe@example.com' }, subject: '', html: '', text: '' };
  const sendTo = (host: string) =>
    createMailer(`smtp://saluni:secret@${host}:${port}`, 'Saluni <hello@saluni.example>').send({
      ...email,
      messageId: '<1@saluni.example>',
      requestId: null,
    });
  // Another name of this machine, which is none of loopback's.
  await expect(sendTo('0.0.0.0')).rejects.toThrow(EmailDeferred);
  expect(seen).toEqual([]);
  await expect(sendTo('127.0.0.1')).rejects.toThrow(EmailDeferred);
  expect(seen).toEqual(['secret']);
  await new Promise<void>((resolve) => server.close(resolve));
});
