import { sql } from 'kysely';
import pg from 'pg';
import { StartError } from '#server/process/start-error.ts';
import type { Database } from './connect.ts';
import { transact } from './transact.ts';

/**
 * Two migrations at once would change the same privileges at once, which PostgreSQL refuses. Any number that nobody
 * else locks.
 */
const grantLock = 2_026_112_201;
/** The application reads it for `/readyz`, and never writes it. */
const ledger = 'kysely_migration';

/**
 * Lets the role of `databaseUrl` read and write rows of `owner`'s tables, but change no schema; creates it with the
 * URL's password where `owner` may, or throws a StartError. Nothing is changed where both are one role.
 */
export async function admitApplication(owner: Database, databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl);
  const role = decodeURIComponent(url.username);
  await transact(owner, async (trx) => {
    await sql`select pg_advisory_xact_lock(${grantLock})`.execute(trx);
    const { rows } = await sql<{ is_owner: boolean; exists: boolean }>`
      select current_user = ${role} as is_owner, exists (select from pg_roles where rolname = ${role}) as exists`.execute(
      trx,
    );
    if (role === '' || rows[0]?.is_owner) return;
    const name = pg.escapeIdentifier(role);
    if (!rows[0]?.exists) {
      const password = pg.escapeLiteral(decodeURIComponent(url.password));
      await sql.raw(`create role ${name} login password ${password}`).execute(trx).catch(roleIsMissing(role));
    }
    const { rows: schemas } = await sql<{ name: string }>`
      select nspname as name from pg_namespace where nspname in ('public', 'bullmq')`.execute(trx);
    const all = schemas.map((schema) => schema.name).join(', ');
    // Not `all sequences`, as those that BullMQ has made are the application's own.
    const { rows: sequences } = await sql<{ name: string }>`
      select oid::regclass::text as name from pg_class
      where relkind = 'S' and relnamespace in (select oid from pg_namespace where nspname in ('public', 'bullmq'))
        and pg_has_role(relowner, 'usage')`.execute(trx);
    const queue = schemas.some((schema) => schema.name === 'bullmq');
    // The first two hold for what later migrations make, too, so that a running application can use it from their
    // commit on.
    for (const statement of [
      `alter default privileges grant select, insert, update, delete on tables to ${name}`,
      `alter default privileges grant usage, select on sequences to ${name}`,
      `grant usage on schema ${all} to ${name}`,
      // BullMQ makes a sequence for each queue, at its first job.
      ...(queue ? [`grant create on schema bullmq to ${name}`] : []),
      `grant select, insert, update, delete on all tables in schema ${all} to ${name}`,
      ...sequences.map((sequence) => `grant usage, select on sequence ${sequence.name} to ${name}`),
      `revoke insert, update, delete on ${ledger} from ${name}`,
    ]) {
      await sql.raw(statement).execute(trx);
    }
  });
}

function roleIsMissing(role: string) {
  return (error: unknown): never => {
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new StartError(
      `the role ${role} of DATABASE_URL does not exist, and that of MIGRATION_DATABASE_URL may not create it: create it first`,
    );
  };
}
