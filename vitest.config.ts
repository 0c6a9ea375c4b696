import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { full } from './src/server/testing/repetitions.ts';

/** Starts one PostgreSQL for the run, in which each test file clones a database from the migrated template. */
const database = 'src/server/testing/global-setup.ts';
/** Writes all mails, from rows of a database. */
const previews = 'scripts/email-previews.test.ts';
const globalSetup = existsSync(database) ? [database] : [];

export default defineConfig({
  test: {
    environment: 'node',
    // Long enough for a busy machine: only a test that hangs runs into it. All repetitions take longer.
    testTimeout: full ? 300_000 : 60_000,
    hookTimeout: 120_000,
    // The same for what is waited for: the default of one second is little for a busy machine.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/shared/**/*.test.ts', 'src/client/**/*.test.{ts,tsx}', 'scripts/*.test.ts', 'tests/unit/**/*.test.ts'],
          exclude: [previews],
        },
      },
      {
        extends: true,
        // Tests spend about half of their time waiting for the database, so more workers than cores are faster.
        test: {
          name: 'server',
          include: ['src/server/**/*.test.ts', 'scripts/bench/**/*.test.ts', previews],
          globalSetup,
          maxWorkers: Math.max(3, availableParallelism() - 1),
        },
      },
      // A start mostly waits for its services, so two run at a time.
      { extends: true, test: { name: 'chaos', include: ['tests/chaos/**/*.test.ts'], testTimeout: 180_000, maxWorkers: 2 } },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/e2e/global-setup.ts'],
          // A browser mostly waits, so three run at a time. They share one stack, and the files of a worker one browser.
          maxWorkers: 3,
          isolate: false,
        },
      },
    ],
  },
});
