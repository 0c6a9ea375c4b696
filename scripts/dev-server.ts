import { readConfigOrExit } from '#server/config.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { statusOfPage, type Web } from '#server/http/web.ts';
import { startServer } from '#server/main.ts';
import { StartError } from '#server/process/start-error.ts';
import { previewEmails, previewPage } from './email-previews.ts';
import { runUntilStopped } from './lifecycle.ts';

/**
 * The server process of `npm run dev`: its parent restarts it after every change and names all services in its
 * environment.
 */

/** Tells the parent to answer with its own page instead of the body. */
export const pageHeader = 'x-dev-page';

if (import.meta.main) {
  const config = readConfigOrExit();
  await runUntilStopped(async (life) => {
    const { databaseUrl, migrationDatabaseUrl, s3, smtpUrl } = config;
    if (databaseUrl === undefined || s3 === undefined || smtpUrl === undefined)
      throw new StartError('this is a part of `npm run dev`');
    const services = { databaseUrl, s3, smtpUrl };
    await migrateDatabase({ databaseUrl, migrationDatabaseUrl }, console.log);
    const server = await startServer(
      config,
      services,
      async (deps): Promise<Web> => ({
        mode: 'dev',
        builtAt: Date.now(),
        register: async (app) => {
          app.get('/emails', async (_request, reply) =>
            reply.type('text/html; charset=utf-8').send(previewPage(await previewEmails({ config, db: deps.db }))),
          );
        },
        page: async (request, reply) =>
          reply
            .status(await statusOfPage(deps, request.url.split('?')[0] ?? '/'))
            .header(pageHeader, '1')
            .header('cache-control', 'no-cache')
            .type('text/html; charset=utf-8')
            .send(''),
      }),
    );
    life.onEnd(() => server.close());
    process.send?.('ready');
  });
}
