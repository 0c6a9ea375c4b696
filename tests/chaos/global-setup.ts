import type { TestProject } from 'vitest/node';
import { newPlace, type Place, removePlace, startStackProcess } from './stack-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A stopped stack with the demo. */
    ranBefore: Place;
  }
}

/** Seeding takes long, so it is done once, and tests copy the place. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const place = await newPlace({ seedDemo: true });
  const stack = startStackProcess(place);
  await stack.ready();
  stack.signalGroup('SIGINT');
  const code = await stack.ended();
  if (code !== 0) throw new Error(`the stack that ran before ended with ${code}:\n${stack.output()}`);
  project.provide('ranBefore', place);
  return () => removePlace(place);
}
