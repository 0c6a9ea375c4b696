import { readConfigOrExit } from '#server/config.ts';
import { builtWeb } from '#server/http/web.ts';
import { startServer } from '#server/main.ts';

/** One server process on the database that the environment names, for tests that need several processes or kill one. */

const config = readConfigOrExit();
const { databaseUrl = '', smtpUrl, s3 } = config;
const [root, serverRoot] = process.argv.slice(2);
const server = await startServer(
  config,
  { databaseUrl, smtpUrl, ...(s3 ? { s3 } : {}) },
  root === undefined ? undefined : (deps) => builtWeb(root, deps, serverRoot),
);
// A test that fails before it stops this process must not leave it behind: the run would wait for its output for ever.
process.on('disconnect', () => process.exit(1));
process.on('SIGTERM', () => server.close().then(() => process.exit(0)));
process.send?.({ address: server.address });
