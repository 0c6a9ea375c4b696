import { expect, test } from 'vitest';
import { emailAddress, isEmailAddress } from './email-address.ts';

test.each([
  [' Ana@Example.COM ', 'ana@example.com'],
  ['ana@bücher.example', 'ana@xn--bcher-kva.example'],
  ['ana@BU\u0308CHER.example', 'ana@xn--bcher-kva.example'],
  ['ana@XN--BCHER-KVA.example', 'ana@xn--bcher-kva.example'],
  ['ana@почта。рф', 'ana@xn--80a1acny.xn--p1ai'],
  ['ana@straße.example', 'ana@xn--strae-oqa.example'],
])('%j is kept as %s', (typed, kept) => {
  expect([emailAddress(typed), isEmailAddress(typed)]).toEqual([kept, true]);
});

test.each([
  'ană@example.com',
  'an\u212a@example.com',
  'ana@bücher.example:25',
  'ana@bücher.example/x',
  'ana@x@bücher.example',
  'ana@１.２.３.４',
  'ana@bü cher.example',
  `ana@${'ü'.repeat(60)}.example`,
  'bücher.example',
])('%j is no address', (typed) => {
  expect(isEmailAddress(typed)).toBe(false);
});
