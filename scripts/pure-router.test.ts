import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { installedRouterVersion, markedPure, routerVersion } from './pure-router.ts';

test('the rewriting of react-router fits the installed version, and finds what it was written for', () => {
  expect(installedRouterVersion()).toBe(routerVersion);
  const modules = globSync('node_modules/react-router/dist/production/**/*.js').map((path) =>
    readFileSync(path, 'utf8'),
  );
  const count = (texts: string[], pattern: RegExp) => texts.flatMap((text) => [...text.matchAll(pattern)]).length;
  const marked = modules.map(markedPure);
  expect(count(modules, /\w\.displayName = /g) - count(marked, /\w\.displayName = /g)).toBe(19);
  expect(count(marked, /\/\* @__PURE__ \*\/ React\$1\.(forwardRef|createContext)\(/g)).toBe(20);
});
