import { flushCompileCache } from 'node:module';
import { readConfig } from '#server/config.ts';
import { startServer } from '#server/main.ts';

/** Our server without pages. Its parent process sends the address of the database. */
process.once('message', async ({ databaseUrl }: { databaseUrl: string }) => {
  const { address } = await startServer({ ...readConfig(), port: 0 }, { databaseUrl });
  process.send?.({ port: Number(new URL(address || 'http://localhost:0').port) });
  // Its parent ends it by a signal that it cannot notice.
  flushCompileCache();
});
