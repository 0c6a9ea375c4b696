import type { TestProject } from 'vitest/node';
import { type Installation, newInstallation, removeInstallation, startStackProcess } from './stack-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A stopped stack with the demo. */
    ranBefore: Installation;
  }
}

/** Seeding takes long, so it is done once, and tests copy the installation. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const installation = await newInstallation({ seedDemo: true });
  const stack = startStackProcess(installation);
  await stack.ready();
  stack.signalGroup('SIGINT');
  const code = await stack.ended();
  if (code !== 0) throw new Error(`the stack that ran before ended with ${code}:\n${stack.output()}`);
  project.provide('ranBefore', installation);
  return () => removeInstallation(installation);
}
