import { readConfigOrExit } from '#server/config.ts';
import { startServer } from '#server/main.ts';

/** One process of the product over a database that the environment names, for tests that need several, or that kill one. */

const config = readConfigOrExit();
const server = await startServer(config, { databaseUrl: config.databaseUrl ?? '', smtpUrl: config.smtpUrl });
process.on('SIGTERM', () => server.close().then(() => process.exit(0)));
process.send?.({ address: server.address });
