/** Writes src/server/db/types.ts from the database that DATABASE_URL names: `npm run db:types`. With `--verify` it only compares. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const outFile = fileURLToPath(new URL('../src/server/db/types.ts', import.meta.url));
const command = fileURLToPath(new URL('../node_modules/kysely-codegen/dist/cli/bin.js', import.meta.url));
/** How the type parsers of db/connect.ts hand these over. */
const mapping = { timestamptz: 'string', int8: 'number', jsonb: 'unknown' };

const { status } = spawnSync(
  process.execPath,
  [command, '--dialect', 'postgres', '--type-mapping', JSON.stringify(mapping), '--out-file', outFile, ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);
