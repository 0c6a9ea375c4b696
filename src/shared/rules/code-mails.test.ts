import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mayMailCode } from './code-mails.ts';

const none = { isNetworkKnown: false, fromNetwork: 0, inHour: 0, inDay: 0 };

test.each([
  ['the first', {}, true],
  ['the third from a network in an hour', { fromNetwork: 2 }, true],
  ['the fourth from a network in an hour', { fromNetwork: 3 }, false],
  ['the tenth in an hour', { inHour: 9, inDay: 9 }, true],
  ['the eleventh in an hour', { inHour: 10, inDay: 10 }, false],
  ['the thirtieth in a day', { inDay: 29 }, true],
  ['the thirty-first in a day', { inDay: 30 }, false],
  [
    'the third from a known network, whatever others asked',
    { isNetworkKnown: true, fromNetwork: 2, inHour: 10, inDay: 30 },
    true,
  ],
  ['the fourth from a known network', { isNetworkKnown: true, fromNetwork: 3 }, false],
])('contract 11: %s', (_what, given, may) => {
  expect(mayMailCode({ ...none, ...given })).toBe(may);
});

test('one that is mailed would be mailed after fewer, too', () => {
  const count = fc.nat({ max: 40 });
  const mails = fc.record({ isNetworkKnown: fc.boolean(), fromNetwork: count, inHour: count, inDay: count });
  fc.assert(
    fc.property(mails, fc.constantFrom('fromNetwork', 'inHour', 'inDay'), (given, which) => {
      if (mayMailCode(given)) expect(mayMailCode({ ...given, [which]: Math.max(0, given[which] - 1) })).toBe(true);
    }),
  );
});
