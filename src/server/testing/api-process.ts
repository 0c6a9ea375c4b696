import { readConfigOrExit } from '#server/config.ts';
import { startServer } from '#server/main.ts';

/** One server process on the database that the environment names, for tests that need several processes or kill one. */

const config = readConfigOrExit();
const server = await startServer(config, { databaseUrl: config.databaseUrl ?? '', smtpUrl: config.smtpUrl });
process.on('SIGTERM', () => server.close().then(() => process.exit(0)));
process.send?.({ address: server.address });
