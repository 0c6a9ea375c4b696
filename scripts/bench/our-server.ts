import { flushCompileCache } from 'node:module';
import { keepCompiled } from '../compile-cache.ts';

/** Our server without pages, started as in production. Its parent process sends the address of the database. */
process.once('message', async ({ databaseUrl }: { databaseUrl: string }) => {
  keepCompiled();
  const [{ readConfig }, { startServer }] = await Promise.all([import('#server/config.ts'), import('#server/main.ts')]);
  const { address } = await startServer({ ...readConfig(), port: 0 }, { databaseUrl });
  process.send?.({ port: Number(new URL(address || 'http://localhost:0').port) });
  // Its parent ends it by a signal that it cannot notice.
  flushCompileCache();
});
