import { readConfig } from '#server/config.ts';
import { startServer } from '#server/main.ts';

/** Our server as it is, told by its parent process where the database is. */
process.once('message', async ({ databaseUrl }: { databaseUrl: string }) => {
  const { address } = await startServer({ ...readConfig(), port: 0 }, { databaseUrl });
  process.send?.({ address });
});
