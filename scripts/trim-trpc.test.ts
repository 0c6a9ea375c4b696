import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { installedTrpcVersion, trimmed, trpcVersion, unusedCalls } from './trim-trpc.ts';

const textOf = (path: string) => readFileSync(path, 'utf8');

test('the trimming of tRPC was written against the installed version, and finds what it was written for', () => {
  expect(installedTrpcVersion()).toBe(trpcVersion);
  const [hooks = ''] = globSync('node_modules/@trpc/react-query/dist/shared-*.mjs').map(textOf);
  const rest = trimmed(hooks);
  for (const name of unusedCalls)
    expect(rest.replace(/^import .*$/gm, '').match(new RegExp(`^\\t+(function |const )?${name}\\b`, 'm'))).toBeNull();
  for (const name of ['useQuery: ', 'useMutation: ', 'prefetch: ', 'invalidate: ', 'setQueryData: (', 'getData: ']) {
    expect(rest.split(name)).toHaveLength(2);
  }
  expect(rest).not.toMatch(/isAsyncIterable\(result\)|ssrState === "prepass"/);
  const [client = ''] = globSync('node_modules/@trpc/client/dist/index.mjs').map(textOf);
  expect(client).toContain('\tsubscription(path, input, opts) {');
  expect(trimmed(client)).not.toContain('\tsubscription(path, input, opts) {');
  const helpers = globSync('node_modules/@trpc/{client,react-query}/dist/*.mjs')
    .map(textOf)
    .filter((text) => text.includes('function _objectSpread2('));
  expect(helpers).toHaveLength(2);
  for (const helper of helpers) expect(trimmed(helper)).not.toMatch(/function _(objectSpread2|defineProperty)\(/);
});

test('the client calls nothing that the trimming takes away', () => {
  const called = new RegExp(`\\.(${unusedCalls.join('|')})\\(`);
  const callers = globSync('src/client/**/*.{ts,tsx}').filter((path) => called.test(textOf(path)));
  expect(callers).toEqual([]);
});
