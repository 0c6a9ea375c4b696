/**
 * `npm run db:types`: writes src/server/db/types.ts from the migrations in a throwaway PostgreSQL, or from a migrated
 * DATABASE_URL. `--verify` only compares, and exits 1 when the file is out of date.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environmentWith, readConfigOrExit } from '#server/config.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { startPostgres } from '#server/embedded/postgres.ts';

const outFile = fileURLToPath(new URL('../src/server/db/types.ts', import.meta.url));
const command = fileURLToPath(new URL('../node_modules/kysely-codegen/dist/cli/bin.js', import.meta.url));
/** The queue's tables are the library's own. */
const exclude = ['--exclude-pattern', 'bullmq.*'];
/** The types that the parsers of db/connect.ts return. */
const mapping = { timestamptz: 'string', int8: 'number', jsonb: 'unknown' };

const { databaseUrl } = readConfigOrExit();
process.exitCode = databaseUrl === undefined ? await withThrowawayDatabase(generate) : generate(databaseUrl);

async function withThrowawayDatabase(work: (url: string) => number): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'saluni-types-'));
  const server = await startPostgres({ directory, durable: false });
  try {
    await migrateDatabase({ databaseUrl: server.url, migrationDatabaseUrl: server.ownerUrl });
    return work(server.ownerUrl);
  } finally {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Returns the exit code of kysely-codegen. */
function generate(url: string): number {
  const args = [
    '--dialect',
    'postgres',
    '--type-mapping',
    JSON.stringify(mapping),
    ...exclude,
    '--out-file',
    outFile,
    ...process.argv.slice(2),
  ];
  const { status } = spawnSync(process.execPath, [command, ...args], {
    env: environmentWith({ DATABASE_URL: url }),
    stdio: 'inherit',
  });
  return status ?? 1;
}
