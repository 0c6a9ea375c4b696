import type { Config } from '#server/config.ts';
import { connect, createMaintenancePool } from '#server/db/connect.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { type Services, type Stack, startStack } from '#server/embedded/stack.ts';
import { type DemoLogin, demoLogins, seedDemo } from '#server/seed/demo.ts';
import { seedSpecializations } from '#server/seed/specializations.ts';
import type { Life } from './lifecycle.ts';

type Progress = (line: string) => void;

/**
 * Starts the services that the environment does not name. They are stopped at the end, even when the program is stopped
 * while they start.
 */
export function startServices(config: Config, { signal, onEnd }: Life, progress: Progress): Promise<Stack> {
  const starting = startStack(config, progress, signal);
  onEnd(() =>
    starting.then(
      (stack) => stack.stop(),
      () => {},
    ),
  );
  return starting;
}

/** Migrates and seeds the database. Returns the logins of the demo, none when there is no demo. */
export async function prepareDatabase(
  config: Config,
  services: Services & Pick<Stack, 'secretsKey'>,
  progress: Progress,
): Promise<DemoLogin[]> {
  const applied = await migrateDatabase(services, (line) => progress(`migrations     ${line}`));
  progress(`migrations     ${applied.length === 0 ? 'up to date' : `${applied.length} applied`}`);
  const db = connect(createMaintenancePool(services.databaseUrl, { max: 2 }));
  try {
    await seedSpecializations(db);
    if (config.seedDemo) {
      const { secretsKey = config.secretsKey } = services;
      await seedDemo({ db, config, ...(secretsKey && { secretsKey }) }, (line) => progress(`demo           ${line}`));
    }
    return await demoLogins(db);
  } finally {
    await db.destroy();
  }
}

export function loginLines(logins: readonly DemoLogin[]): string[] {
  return logins.map(({ role, email, password }) => `  ${role.padEnd(14)} ${email.padEnd(24)} ${password}`);
}
