import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const router = join(import.meta.dirname, '../node_modules/react-router');
/**
 * The version whose text the patterns below were written against; `pure-router.test.ts` counts what they find in it.
 */
export const routerVersion = '8.5.1';

const names = /^\w+\.displayName = "\w+";$/gm;
const calls = / (React\$1\.(?:forwardRef|createContext)\()/g;

/** Removes the names of components and contexts, and marks the calls that make them as free of side effects. */
export function markedPure(code: string): string {
  return code.replaceAll(names, '').replaceAll(calls, ' /* @__PURE__ */ $1');
}

/**
 * The router's components say nowhere that making them does nothing else, so that those that nobody uses would stay in
 * the file: Link, NavLink, Form, 3 KiB after Brotli. The bundler's options (`manualPureFunctions`,
 * `propertyWriteSideEffects`) save a tenth of that. Another version is left as it is: the client works, and
 * `check-budget.ts` says what it weighs.
 */
export const pureRouter: Plugin = {
  name: 'saluni:pure-router',
  apply: (_, { command }) => command === 'build' && installedRouterVersion() === routerVersion,
  transform: {
    filter: { id: /node_modules[\\/]react-router[\\/]/ },
    handler: (code) => ({ code: markedPure(code), map: null }),
  },
};

export function installedRouterVersion(): string {
  return (JSON.parse(readFileSync(join(router, 'package.json'), 'utf8')) as { version: string }).version;
}
