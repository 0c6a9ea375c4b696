import type { TestProject } from 'vitest/node';
import { startThrowawayStack } from '../../scripts/throwaway-stack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    stack: { url: string; databaseUrl: string; mailUiUrl: string };
  }
}

/** Starts one complete stack for all browser tests of a run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { url, databaseUrl, mailUiUrl, stop } = await startThrowawayStack();
  project.provide('stack', { url, databaseUrl, mailUiUrl });
  return stop;
}
