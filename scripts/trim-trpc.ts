import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const folder = join(import.meta.dirname, '../node_modules/@trpc');
/** The version whose text the patterns below were written against. */
export const trpcVersion = '11.19.0';

/**
 * What the client's hooks and caches offer and nothing of ours calls; `trim-trpc.test.ts` says so when something begins
 * to.
 */
export const unusedCalls = [
  'useSuspenseQuery',
  'useSuspenseQueries',
  'useSuspenseInfiniteQuery',
  'usePrefetchQuery',
  'usePrefetchInfiniteQuery',
  'useInfiniteQuery',
  'useQueries',
  'useSubscription',
  'infiniteQueryOptions',
  'queryOptions',
  'fetchInfinite',
  'prefetchInfinite',
  'ensureData',
  'setQueriesData',
  'setInfiniteData',
  'getInfiniteData',
  'setMutationDefaults',
  'getMutationDefaults',
  'isMutating',
];

/** Each part of `createRootHooks` and `createUtilityFunctions` from the first text to before the second. */
const unusedParts: [from: string, to: string][] = [
  ['\tfunction usePrefetchQuery$1(', '\tfunction useMutation$1('],
  ['\tconst initialStateIdle = {', '\treturn {\n\t\tProvider:'],
  ['\t\tinfiniteQueryOptions: (path', '\t\tfetchQuery: ('],
  ['\t\tfetchInfiniteQuery: (', '\t\tprefetchQuery: ('],
  ['\t\tprefetchInfiniteQuery: (', '\t\tinvalidateQueries: ('],
  ['\t\tsetQueriesData: (queryKey', '\t\tgetQueryData: ('],
  ['\t\tsetInfiniteQueryData: (', '\t};\n}\n//#endregion\n//#region src/shared/hooks/createHooksInternal.tsx'],
];

const unusedEntries = new RegExp(`^\\t+(${unusedCalls.join('|')})(: .*)?,?$\\n`, 'gm');
const unusedSetter = /^\t+setInfiniteData: \(\) => \{\n.*\n\t+\},\n/gm;
/** Answers that are streams, and rendering twice on a server. */
const unusedWays = /^\t+if \(isAsyncIterable\(result\)\) return .*$\n/gm;
const onServer = /typeof window === "undefined" && ssrState === "prepass"|ssrState && ssrState !== "mounted"/g;
const subscription = /^\tsubscription\(path, input, opts\) \{[\s\S]*?^\t\}\n/m;

/** Helpers for browsers that do not know `{ ...one }` and class fields; ours all do. */
const spread = /^function _objectSpread2\(e\) \{[\s\S]*?^\}/gm;
const define = /^function _defineProperty\(e, r, t\) \{[\s\S]*?^\}/gm;

/** Returns the module's text without what this client never uses. */
export function trimmed(code: string): string {
  const parts = unusedParts.reduce((text, [from, to]) => without(text, from, to), code);
  return parts
    .replaceAll(unusedSetter, '')
    .replaceAll(unusedEntries, '')
    .replaceAll(unusedWays, '')
    .replaceAll(onServer, 'false')
    .replace(subscription, '')
    .replaceAll(spread, 'var _objectSpread2 = Object.assign;')
    .replaceAll(define, 'var _defineProperty = (e, r, t) => { e[r] = t; };');
}

function without(code: string, from: string, to: string): string {
  const start = code.indexOf(from);
  const end = code.indexOf(to, start);
  return start < 0 || end < 0 ? code : code.slice(0, start) + code.slice(end);
}

/**
 * tRPC makes all hooks in one function and all calls in one object, so that a bundler keeps those that nobody calls,
 * and everything of TanStack Query that they need: 4 KiB after Brotli. Another version is left as it is: the client
 * works, and `check-budget.ts` says what it weighs.
 */
export const trimTrpc: Plugin = {
  name: 'saluni:trim-trpc',
  apply: (_, { command }) => command === 'build' && installedTrpcVersion() === trpcVersion,
  transform: {
    filter: { id: /node_modules[\\/]@trpc[\\/]/ },
    handler: (code) => ({ code: trimmed(code), map: null }),
  },
};

export function installedTrpcVersion(): string {
  const versions = ['client', 'react-query', 'server'].map(
    (name) => (JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')) as { version: string }).version,
  );
  return [...new Set(versions)].join(' and ');
}
