import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { readConfig } from '#server/config.ts';
import { borrowServices } from '#server/embedded/stack.ts';
import { type Installation, newInstallation, removeInstallation, startStackProcess } from './stack-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A stopped stack with the demo, without its pictures. */
    ranBefore: Installation;
  }
}

/** Seeding takes long, so it is done once, and tests copy the installation. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const installation = await newInstallation({ seedDemo: true });
  const stack = startStackProcess(installation);
  await stack.ready();
  await leavePictures(installation);
  stack.signalGroup('SIGINT');
  const code = await stack.ended();
  if (code !== 0) throw new Error(`the stack that ran before ended with ${code}:\n${stack.output()}`);
  project.provide('ranBefore', installation);
  return () => removeInstallation(installation);
}

/** Each start of a copy would go on storing them, for longer than its test takes. */
async function leavePictures({ dataDir }: Installation): Promise<void> {
  const { databaseUrl } = await borrowServices(readConfig({ DATA_DIR: dataDir }));
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('delete from professional_pictures');
  await client.query('delete from images');
  await client.end();
}
