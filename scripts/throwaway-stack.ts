import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import type { Deps } from '#server/deps.ts';
import { startStack } from '#server/embedded/stack.ts';
import { createPageCache } from '#server/http/page-cache.ts';
import { builtWeb } from '#server/http/web.ts';
import { startServer } from '#server/main.ts';
import { seedDemo } from '#server/seed/demo.ts';
import { seedSpecializations } from '#server/seed/specializations.ts';
import { settablePort } from '#server/testing/ports.ts';
import { builtClient, builtServer, ensureClientBuilt } from './client-build.ts';

export type ThrowawayStack = {
  url: string;
  mailUiUrl: string;
  databaseUrl: string;
  /** Of the first server. */
  deps: Deps;
  /**
   * Stops the server, and starts another one after `between`, which is told where its copies of the client's builds are,
   * for browsers and for the server.
   */
  restart(between: (client: string, rendering: string) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts the whole stack on free ports and a new folder, which `stop` removes. `demo` seeds the demo marketplace;
 * `pageLife` is how old a page may be, milliseconds.
 */
export async function startThrowawayStack(
  given: { demo?: boolean; pageLife?: number; env?: Record<string, string>; progress?: (line: string) => void } = {},
): Promise<ThrowawayStack> {
  const progress = given.progress ?? (() => undefined);
  const dataDir = await mkdtemp(join(tmpdir(), 'saluni-throwaway-'));
  const port = await settablePort();
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    MAIL_UI_PORT: String(await settablePort()),
    LOG_LEVEL: 'fatal',
    RATE_LIMIT_PER_MINUTE: '0',
    WAITLIST_SIGNUPS_PER_HOUR: '0',
    BOOKINGS_PER_HOUR: '0',
    MESSAGES_PER_HOUR: '0',
    FEEDBACK_PER_HOUR: '0',
    CODES_PER_HOUR: '0',
    ...given.env,
  });
  const never = new AbortController().signal;
  const web = join(dataDir, 'client');
  await ensureClientBuilt(progress, never);
  // A copy, because another build at the same time would replace the files.
  let rendering = join(dataDir, 'server');
  await cp(builtClient, web, { recursive: true });
  await cp(builtServer, rendering, { recursive: true });
  const stack = await startStack(config, progress, never);
  await migrateDatabase(stack, progress);
  const start = () =>
    startServer(config, stack, async (deps) => {
      await seedSpecializations(deps.db);
      deps.pageCache = createPageCache(given.pageLife);
      return builtWeb(web, deps, rendering);
    });
  let server = await start();
  if (given.demo) await seedDemo(server.deps);
  return {
    url: config.publicUrl,
    mailUiUrl: stack.mailUiUrl ?? '',
    databaseUrl: stack.databaseUrl,
    deps: server.deps,
    async restart(between) {
      await server.close();
      // Elsewhere, because this process keeps what it imported by its address.
      const elsewhere = await mkdtemp(join(dataDir, 'server-'));
      await rename(rendering, elsewhere);
      rendering = elsewhere;
      await between(web, rendering);
      server = await start();
    },
    async stop() {
      await server.close();
      await stack.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}
