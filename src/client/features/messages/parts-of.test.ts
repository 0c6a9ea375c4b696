import { expect, test } from 'vitest';
import { partsOf } from './parts-of.ts';

const linksOf = (text: string) => partsOf(text).flatMap(({ link }) => link ?? []);

test('https addresses are links, by the host that is asked for, without a user; everything else is text', () => {
  expect(partsOf('See https://example.com/a?b=1, then call')).toEqual([
    { text: 'See ' },
    { text: 'https://example.com/a?b=1', link: { href: 'https://example.com/a?b=1', host: 'example.com' } },
    { text: ', then call' },
  ]);
  expect(linksOf('https://saluni.example@evil.example/login')).toEqual([
    { href: 'https://evil.example/login', host: 'evil.example' },
  ]);
  expect(linksOf('https://аpple.com/x')).toEqual([{ href: 'https://xn--pple-43d.com/x', host: 'xn--pple-43d.com' }]);
  for (const text of ['http://example.com', 'javascript:alert(1)', 'example.com', 'https://', 'https://[', ''])
    expect(linksOf(text)).toEqual([]);
  expect(partsOf('')).toEqual([]);
  expect(partsOf('Line one\nline two')).toEqual([{ text: 'Line one\nline two' }]);
});
