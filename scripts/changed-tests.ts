import { spawnSync } from 'node:child_process';
import { basename, dirname } from 'node:path';
import { readSources, type SourceFile } from './check-structure.ts';

const isTest = (path: string) => /\.test\.tsx?$/.test(path);
/** These run only when they themselves were changed. */
const isFar = (path: string) => /^tests\/(e2e|chaos)\/|\.slow\.test\./.test(path);
/** Of `vitest.config.ts`. */
export const projects = ['unit', 'server', 'chaos', 'e2e'] as const;
/** The rows name pieces of any file. */
const always = 'scripts/mutations.test.ts';

/** Files that differ from where this branch left main, those that are not committed included; also deleted ones. */
export function changedFiles(root: string): string[] {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout;
  const base = git('merge-base', 'HEAD', 'main').trim() || 'HEAD';
  return `${git('diff', '--name-only', base)}${git('ls-files', '--others', '--exclude-standard')}`
    .split('\n')
    .filter(Boolean);
}

/** The project of `vitest.config.ts` that has this test. */
export function projectOf(test: string): (typeof projects)[number] {
  if (test.startsWith('tests/e2e/')) return 'e2e';
  if (test.startsWith('tests/chaos/')) return 'chaos';
  return /^(src\/server|scripts\/email-previews)/.test(test) ? 'server' : 'unit';
}

/** The tests that a change touches in the repository at `root`, nearest first. */
export function testsOfChange(root: string, changed: readonly string[]): string[] {
  return nearestTests(readSources(root), changed);
}

/**
 * Tests by their distance from the changed files: themselves, those of the same name, those that import them directly
 * or share their folder, then those that import these. A migration counts as a file of `src/server/db`.
 */
export function nearestTests(sources: readonly Pick<SourceFile, 'path' | 'imports'>[], changed: readonly string[]) {
  const importers = new Map<string, string[]>();
  for (const { path, imports } of sources) {
    for (const { specifier, typeOnly } of imports) {
      if (!typeOnly) importers.set(specifier, [...(importers.get(specifier) ?? []), path]);
    }
  }
  const tests = sources.map(({ path }) => path).filter(isTest);
  const distances = new Map<string, number>();
  const reach = (path: string, distance: number) => {
    if (distance < (distances.get(path) ?? Number.POSITIVE_INFINITY)) distances.set(path, distance);
  };
  for (const path of changed) {
    reach(path, 0);
    const folder = path.startsWith('migrations/') ? 'src/server/db' : dirname(path);
    for (const test of tests.filter((one) => dirname(one) === folder)) reach(test, isNamedAs(test, path) ? 1 : 2);
  }
  // `distances` grows meanwhile; its order is that of the distances among files that are reached by imports.
  const queue = [...changed];
  for (const path of queue) {
    for (const importer of importers.get(path) ?? []) {
      const known = distances.has(importer);
      reach(importer, (distances.get(path) ?? 0) + 2);
      if (!known) queue.push(importer);
    }
  }
  return [...distances]
    .filter(([path, distance]) => tests.includes(path) && (distance === 0 || !isFar(path)))
    .concat(tests.includes(always) && changed.length > 0 ? [[always, 0]] : [])
    .sort(([a, near], [b, far]) => near - far || a.localeCompare(b))
    .map(([path]) => path)
    .filter((path, index, all) => all.indexOf(path) === index);
}

function isNamedAs(test: string, path: string): boolean {
  const nameOf = (one: string) => basename(one).replace(/(\.test)?\.\w+$/, '');
  return nameOf(test) === nameOf(path);
}
