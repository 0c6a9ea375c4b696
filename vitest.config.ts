import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { full } from './src/server/testing/repetitions.ts';

/** One cluster for all workers of a run; each worker clones its database from the migrated template. */
const database = 'src/server/testing/global-setup.ts';
const globalSetup = existsSync(database) ? [database] : [];

export default defineConfig({
  test: {
    environment: 'node',
    // For what hangs, on a machine that others use as well; whole repetitions take their time.
    testTimeout: full ? 300_000 : 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/shared/**/*.test.ts', 'src/client/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'tests/unit/**/*.test.ts'],
        },
      },
      {
        extends: true,
        // A test waits for its database about as long as it works.
        test: { name: 'server', include: ['src/server/**/*.test.ts'], globalSetup, maxWorkers: Math.max(3, availableParallelism() - 1) },
      },
      // A start waits for its parts: two at a time.
      { extends: true, test: { name: 'chaos', include: ['tests/chaos/**/*.test.ts'], testTimeout: 180_000, maxWorkers: 2 } },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/e2e/global-setup.ts'],
          // A browser waits more than it works: three share the stack and the cores.
          maxWorkers: 3,
        },
      },
    ],
  },
});
