import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { full } from './src/server/testing/repetitions.ts';

/** Starts one PostgreSQL for the run, in which each test file clones a database from the migrated template. */
const database = 'src/server/testing/global-setup.ts';
/** Writes all mails, from rows of a database. */
const previews = 'scripts/email-previews.test.ts';
const globalSetup = existsSync(database) ? [database] : [];

/**
 * About half of what a test does is waiting, for a database, a browser or a start: fewer workers leave processors idle.
 */
const workers = Math.min(8, Math.max(4, availableParallelism()));

/** Begin first, so that no worker is left alone with one of them: each takes minutes. */
const longest =
  /(rights|fuzz\.slow|cli\.slow|worker\.slow|every-page\.slow|states\.slow|after-a-press\.slow|start\.slow)\.test\.ts$/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => longest.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    environment: 'node',
    sequence: { sequencer: LongestFirst },
    // Long enough for a busy machine: only a test that hangs runs into it. All repetitions take longer.
    testTimeout: full ? 1_800_000 : 60_000,
    hookTimeout: 120_000,
    // The same for what is waited for: the default of one second is little for a busy machine.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          isolate: false,
          include: [
            'src/shared/**/*.test.ts',
            'src/client/**/*.test.{ts,tsx}',
            'scripts/*.test.ts',
            'tests/unit/**/*.test.ts',
          ],
          exclude: [previews],
        },
      },
      {
        extends: true,
        // Many tests wait in real time: for locks and leases of killed workers, retries, answers that never come.
        test: {
          name: 'server',
          include: ['src/server/**/*.test.ts', previews],
          globalSetup,
          maxWorkers: workers,
          // The server is loaded once per worker: nothing that files share may change between them.
          isolate: false,
        },
      },
      // Each of these files starts a stack of its own, some of them eleven processes: more than two at once keep a slow
      // machine so busy that what they wait for comes too late.
      {
        extends: true,
        test: {
          name: 'chaos',
          include: ['tests/chaos/**/*.test.ts'],
          globalSetup: ['tests/chaos/global-setup.ts'],
          testTimeout: 300_000,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/e2e/global-setup.ts'],
          // Journeys with axe on each screen take a minute when others keep the machine busy. What does not come at
          // all fails after 30 seconds, by Playwright's own patience.
          ...(full ? {} : { testTimeout: 120_000 }),
          expect: { poll: { timeout: 30_000 } },
          // A browser mostly waits. They share one stack, and the files of a worker one browser.
          maxWorkers: workers,
          isolate: false,
          // Here alone; which ones it took is printed (decision 067).
          retry: 1,
        },
      },
    ],
  },
});
