import type { TestProject } from 'vitest/node';
import { startThrowawayStack } from '../../scripts/throwaway-stack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    stack: { url: string; databaseUrl: string; mailUiUrl: string };
  }
}

/** Starts one complete stack for all browser tests of a run; what a test writes stands in its next page. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { url, databaseUrl, mailUiUrl, stop } = await startThrowawayStack({ pageLife: 0 });
  project.provide('stack', { url, databaseUrl, mailUiUrl });
  return stop;
}
