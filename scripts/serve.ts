import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfigOrExit } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { builtWeb } from '#server/http/web.ts';
import { startServer } from '#server/main.ts';
import { requirePort } from '#server/process/ports.ts';
import { StartError } from '#server/process/start-error.ts';
import { builtClient, builtServer } from './client-build.ts';
import { runUntilStopped } from './lifecycle.ts';

/**
 * One process in production: it does what ROLE says, with the services that the environment names. It neither builds
 * nor migrates.
 */

const config = readConfigOrExit();
const { databaseUrl, s3, smtpUrl } = config;

await runUntilStopped(async (life) => {
  if (databaseUrl === undefined)
    throw new StartError('DATABASE_URL must be set: this program starts no services of its own');
  if (s3 === undefined) throw new StartError('S3_ENDPOINT must be set: this program starts no services of its own');
  if (smtpUrl === undefined) throw new StartError('SMTP_URL must be set: this program starts no services of its own');
  const servesPages = config.role !== 'worker';
  if (servesPages) {
    if (!existsSync(join(builtClient, 'index.html')))
      throw new StartError('the web client is not built: run `npm run build` first');
    await requirePort('PORT', config.port, config.host);
  }
  const services = { databaseUrl, s3, smtpUrl };
  const server = await startServer(
    config,
    services,
    servesPages ? (deps: Deps) => builtWeb(builtClient, deps, builtServer) : undefined,
  );
  life.onEnd(() => server.close({ drain: life.signal.reason === 'SIGTERM' }));
});
