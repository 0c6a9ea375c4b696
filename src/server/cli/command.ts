import { parseArgs } from 'node:util';
import type { Config } from '#server/config.ts';
import { connect, createMaintenancePool, type Database } from '#server/db/connect.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { type BorrowedServices, borrowServices } from '#server/embedded/stack.ts';
import { email as emailSchema } from '#shared/wire.ts';

/** A mistake on the command line: its message is one line, the exit code 2. */
export class UsageError extends Error {}

/** A command that failed: its message is one line, the exit code 1. */
export class CommandError extends Error {}

export type CommandContext = {
  db: Database;
  config: Config;
  services: Pick<BorrowedServices, 'databaseUrl' | 'migrationDatabaseUrl' | 'openStore'>;
  /** Brings the database to the newest schema; returns the names of the migrations applied now. */
  migrate(): Promise<string[]>;
  print(line: string): void;
};

/** The e-mail address of `--email`, in lower case. Throws a UsageError. */
export function checkedEmail(given: Record<string, string>): string {
  const email = emailSchema.safeParse(given.email);
  if (!email.success) throw new UsageError('--email must be an e-mail address');
  return email.data;
}

/** Without `value` it is a switch, which is given or not. */
type Option = { describe: string; value?: string; required: boolean };

export const emailOption: Option = { describe: 'the e-mail address, which is the login', value: 'E', required: true };

export const jsonOption: Option = { describe: 'as one JSON array, for scripts', required: false };

/** Prints rows as lines with tabs, or as JSON where it was asked for. */
export function printRows<Row extends object>(
  print: CommandContext['print'],
  given: Record<string, string>,
  rows: Row[],
  columns: (row: Row) => unknown[],
): void {
  if (given.json !== undefined) print(JSON.stringify(rows));
  else for (const row of rows) print(columns(row).join('\t'));
}

export type Command = {
  /** The words on the command line, such as `user create`. */
  name: string;
  describe: string;
  options: Record<string, Option>;
  /** The word without a name that the command needs, such as FILE; given as `options` are. */
  operand?: { name: string; describe: string };
  /** Checks the options before anything is started; throws a UsageError. Returns the work to do. */
  prepare(given: Record<string, string>): (context: CommandContext) => Promise<void>;
};

/** Parses the options, each at most once. Throws a UsageError for unknown and missing ones. */
export function readOptions(command: Command, args: string[]): Record<string, string> | 'help' {
  if (args.some((arg) => arg === '--help' || arg === '-h')) return 'help';
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: true as const },
    ]),
  );
  let values: Record<string, (string | boolean)[] | undefined>;
  let words: string[];
  try {
    const parsed = parseArgs({ args, options, strict: true, allowPositionals: command.operand !== undefined });
    values = parsed.values as typeof values;
    words = parsed.positionals;
  } catch (error) {
    throw new UsageError(error instanceof Error ? firstSentence(error.message) : String(error));
  }
  const given: Record<string, string> = {};
  if (command.operand) {
    const [word, ...more] = words;
    if (word === undefined) throw new UsageError(`${command.operand.name} is missing`);
    if (more.length > 0) throw new UsageError(`Unexpected argument '${more[0]}'`);
    given[command.operand.name] = word;
  }
  for (const [name, option] of Object.entries(command.options)) {
    const [value, ...more] = values[name] ?? [];
    if (more.length > 0) throw new UsageError(`--${name} is given more than once`);
    if (value === undefined && option.required) throw new UsageError(`--${name} ${option.value} is missing`);
    if (value !== undefined) given[name] = String(value);
  }
  return given;
}

/** Runs `work` on the configured database, the running stack's, or one started for this command. */
export async function withDatabase<T>(
  config: Config,
  print: (line: string) => void,
  work: (database: Pick<CommandContext, 'db' | 'services' | 'migrate'>) => Promise<T>,
): Promise<T> {
  const services = await borrowServices(config);
  try {
    const db = connect(createMaintenancePool(services.databaseUrl, { max: 2 }));
    try {
      return await work({ db, services, migrate: () => migrateDatabase(services, print) });
    } finally {
      await db.destroy();
    }
  } finally {
    await services.stop();
  }
}

export function helpOf(command: Command): string {
  const written = (name: string, { value }: Option) => (value === undefined ? `--${name}` : `--${name} ${value}`);
  const { operand } = command;
  const words = Object.entries(command.options).map(([name, option]) =>
    option.required ? written(name, option) : `[${written(name, option)}]`,
  );
  const rows = [
    ...(operand ? [[operand.name, operand.describe]] : []),
    ...Object.entries(command.options).map(([name, option]) => [written(name, option), option.describe]),
  ].map(([name = '', described]) => `  ${name.padEnd(44)} ${described}`);
  return [
    `Usage: npm run cli -- ${[command.name, ...(operand ? [operand.name] : []), ...words].join(' ')}`,
    '',
    command.describe,
    ...(rows.length > 0 ? ['', ...rows] : []),
  ].join('\n');
}

function firstSentence(message: string): string {
  return (message.split('\n')[0] ?? message).replace(/\. .*$/, '');
}
