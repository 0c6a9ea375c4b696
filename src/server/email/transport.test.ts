import { expect, test } from 'vitest';
import { mustBeCertified } from './transport.ts';

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
