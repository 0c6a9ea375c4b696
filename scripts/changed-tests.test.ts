import { globSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { nearestTests, projectOf } from './changed-tests.ts';

function source(path: string, ...specifiers: string[]) {
  return {
    path,
    imports: specifiers.map((specifier) => ({ specifier, isPackage: false, typeOnly: false, names: '' })),
  };
}

const cut = 'src/server/features/cuts';
const sources = [
  source(`${cut}/queries.ts`),
  source(`${cut}/queries.test.ts`, 'src/server/testing/app.ts'),
  source(`${cut}/a-race.test.ts`, 'src/server/testing/app.ts'),
  source('src/server/router.ts', `${cut}/queries.ts`),
  source('src/server/testing/app.ts', 'src/server/router.ts'),
  source('src/server/db/types.test.ts'),
  source('src/server/http/app.test.ts', 'src/server/testing/app.ts'),
  source('src/shared/rules/cut.test.ts', `${cut}/queries.ts`),
  source('src/shared/time.test.ts'),
  source('tests/e2e/cut.test.ts', `${cut}/queries.ts`),
];

test('a change runs the test of its name, those beside it and those that import it, then those farther away', () => {
  expect(nearestTests(sources, [`${cut}/queries.ts`])).toEqual([
    `${cut}/queries.test.ts`,
    `${cut}/a-race.test.ts`,
    'src/shared/rules/cut.test.ts',
    'src/server/http/app.test.ts',
  ]);
});

test('a changed test runs, also one of a browser; a migration runs the tests of the database', () => {
  expect(nearestTests(sources, ['tests/e2e/cut.test.ts'])).toEqual(['tests/e2e/cut.test.ts']);
  expect(nearestTests(sources, ['migrations/20270101000000_cut.sql'])).toEqual(['src/server/db/types.test.ts']);
});

test('types alone reach nothing, a deleted file only its neighbours', () => {
  const imports = [{ specifier: `${cut}/queries.ts`, isPackage: false, typeOnly: true, names: '' }];
  expect(nearestTests([{ path: 'src/shared/other.test.ts', imports }], [`${cut}/queries.ts`])).toEqual([]);
  expect(nearestTests(sources, ['src/server/db/gone.ts'])).toEqual(['src/server/db/types.test.ts']);
});

test('every test has the project that vitest.config.ts runs it in', async () => {
  const { default: config } = await import('../vitest.config.ts');
  const projects = (config.test?.projects ?? []) as { test: { name: string; include: string[]; exclude?: string[] } }[];
  for (const test of globSync(['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'])) {
    const [own] = projects.filter(
      ({ test: { include, exclude = [] } }) =>
        include.some((pattern) => matchesGlob(test, pattern)) && !exclude.includes(test),
    );
    expect([test, projectOf(test)]).toEqual([test, own?.test.name]);
  }
});
