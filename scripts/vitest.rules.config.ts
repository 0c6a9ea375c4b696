import { defineConfig } from 'vitest/config';

/** The tests of the rules alone, for the mutation test. */
export default defineConfig({ test: { include: ['src/shared/rules/**/*.test.ts'], testTimeout: 60_000 } });
