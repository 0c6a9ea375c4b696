import { expect, vi } from 'vitest';
import type { TestApp } from './app.ts';
import { asOwner } from './db.ts';
import { lockWaits } from './lock-waits.ts';
import type { ServerProcess } from './processes.ts';

/** Where a change can break: a trigger there fails, or waits until the process is killed. */
export type Point = {
  table: string;
  when: string;
  /** At the commit. */
  deferred?: boolean;
};

/** Any number, which nothing else locks. */
const held = 4_217;

/** Sets the trigger that `clearPoint` drops. `action`: statements of PL/pgSQL. */
export async function setPoint(databaseUrl: string, { table, when, deferred }: Point, action: string): Promise<void> {
  await asOwner(
    databaseUrl,
    `create or replace function test_point() returns trigger language plpgsql as
       $$ begin ${action}; return coalesce(new, old); end $$;
     create ${deferred ? 'constraint' : ''} trigger test_point ${when} on ${table}
       ${deferred ? 'deferrable initially deferred' : ''} for each row execute function test_point()`,
  );
}

/** Waits for the transactions that stand at the point. */
export function clearPoint(databaseUrl: string, { table }: Point): Promise<void> {
  return asOwner(databaseUrl, `drop trigger if exists test_point on ${table}`);
}

/**
 * Kills a server in the middle of a call that stands at a point, and returns once that transaction has ended.
 * PostgreSQL notices the closed connection only when it answers; a commit that was under way then succeeds.
 */
export async function killAt(
  { deps, databaseUrl }: TestApp,
  point: Point,
  server: ServerProcess,
  call: (to: ServerProcess) => Promise<unknown>,
): Promise<void> {
  const holder = await deps.pool.connect();
  try {
    await holder.query(`select pg_advisory_lock(${held})`);
    // Transactions of requests do not wait for locks as long as a slow machine takes to kill them.
    const wait = `perform set_config('lock_timeout', '0', true); perform pg_advisory_xact_lock_shared(${held})`;
    await setPoint(databaseUrl, point, wait);
    const called = call(server).catch(() => 'no answer');
    await vi.waitFor(async () => expect(await lockWaits(deps.db)).toBe(1), 60_000);
    await server.kill();
    expect(await called).toBe('no answer');
  } finally {
    await holder.query(`select pg_advisory_unlock(${held})`);
    holder.release();
    await clearPoint(databaseUrl, point);
  }
}
