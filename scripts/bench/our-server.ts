import { flushCompileCache } from 'node:module';
import type pg from 'pg';
import { readConfig } from '#server/config.ts';
import { builtWeb } from '#server/http/web.ts';
import { type Running, startServer } from '#server/main.ts';

/**
 * So often PostgreSQL plans a prepared statement with its values before it compares what that costs with one plan for
 * all.
 */
const plannedAtFirst = 5;

/**
 * Our server, without pages unless it is told where they are. Its parent process sends the address of the database, and
 * may ask `replanned` later.
 */
type Asked = { databaseUrl: string; smtpUrl?: string; web?: { root: string; serverRoot: string } };
let running: Promise<Running>;
process.on('message', async (asked: Asked | 'replanned') => {
  if (asked === 'replanned') return void process.send?.({ replanned: await replanned((await running).deps.pool) });
  const config = readConfig();
  const { web, ...services } = asked;
  running = startServer(
    { ...config, port: 0 },
    { ...services, ...(config.s3 ? { s3: config.s3 } : {}) },
    web && ((deps) => builtWeb(web.root, deps, web.serverRoot)),
  );
  const { address } = await running;
  process.send?.({ port: Number(new URL(address || 'http://localhost:0').port) });
  // Its parent ends it by a signal that it cannot notice.
  flushCompileCache();
});

/** Names of the statements that PostgreSQL plans anew for each call, which costs more than most of them. */
async function replanned(pool: pg.Pool): Promise<string[]> {
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  const text = `select name from pg_prepared_statements where custom_plans > ${plannedAtFirst}`;
  const answers = await Promise.all(clients.map((one) => one.query<{ name: string }>(text)));
  for (const one of clients) one.release();
  return [...new Set(answers.flatMap(({ rows }) => rows.map(({ name }) => name)))].toSorted();
}
