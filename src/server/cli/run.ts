import { BackupError } from '#server/backup/file.ts';
import { readConfigOrExit } from '#server/config.ts';
import { StartError } from '#server/process/start-error.ts';
import { backupCommand, restoreCommand } from './backup.ts';
import { checkCommand } from './check.ts';
import { type Command, CommandError, helpOf, readOptions, UsageError, withDatabase } from './command.ts';
import { jobsFailedCommand, jobsRetryCommand } from './jobs.ts';
import { migrateCommand } from './migrate.ts';
import { secretsRekeyCommand } from './secrets.ts';
import { seedDemoCommand, seedSpecializationsCommand } from './seed.ts';
import { userCreateCommand, userDisableCommand, userEnableCommand, userListCommand } from './user.ts';
import { waitlistApproveCommand, waitlistListCommand } from './waitlist.ts';

const commands: Command[] = [
  migrateCommand,
  seedSpecializationsCommand,
  seedDemoCommand,
  userCreateCommand,
  userListCommand,
  userDisableCommand,
  userEnableCommand,
  waitlistListCommand,
  waitlistApproveCommand,
  jobsFailedCommand,
  jobsRetryCommand,
  checkCommand,
  secretsRekeyCommand,
  backupCommand,
  restoreCommand,
];

/** What a command says, and what is wrong. */
type Output = { log(line: string): void; error(line: string): void };

/** Returns the exit code: 0 done, 1 failed, 2 wrong usage. */
export async function run(args: string[], output: Output): Promise<number> {
  try {
    const asked = askedForOverview(args);
    if (asked !== undefined) {
      output.log(overviewOf(asked));
      return 0;
    }
    const { command, rest } = find(args);
    const given = readOptions(command, rest);
    if (given === 'help') {
      output.log(helpOf(command));
      return 0;
    }
    const work = command.prepare(given);
    const config = readConfigOrExit();
    const print = (line: string) => output.log(line);
    await withDatabase(config, print, (database) => work({ ...database, config, print }));
    return 0;
  } catch (error) {
    output.error(`saluni: ${explain(error)}`);
    return error instanceof UsageError ? 2 : 1;
  }
}

/** Finds the command whose words the arguments begin with. Throws a UsageError. */
function find(args: string[]): { command: Command; rest: string[] } {
  for (const command of commands) {
    const words = command.name.split(' ');
    if (words.every((word, index) => args[index] === word)) return { command, rest: args.slice(words.length) };
  }
  const group = commands.filter(({ name }) => name.startsWith(`${args[0]} `)).map(({ name }) => name);
  const known = group.length > 0 ? group : commands.map(({ name }) => name);
  const asked = args.filter((arg) => !arg.startsWith('-')).join(' ');
  throw new UsageError(
    `${asked === '' ? 'no command given' : `unknown command "${asked}"`}; there is ${known.join(', ')} (each has --help)`,
  );
}

function isHelp(arg: string): boolean {
  return arg === '--help' || arg === '-h';
}

/**
 * The commands that `--help` alone or after a group, such as `user --help`, asks about; undefined when it asks about
 * one or is not there.
 */
function askedForOverview(args: string[]): Command[] | undefined {
  const [first = ''] = args;
  if (args.length === 0 || commands.some(({ name }) => name === first)) return undefined;
  if (args.every(isHelp)) return commands;
  const group = commands.filter(({ name }) => name.startsWith(`${first} `));
  return group.length > 0 && args.length > 1 && args.slice(1).every(isHelp) ? group : undefined;
}

function overviewOf(some: Command[]): string {
  return [
    'Usage: npm run cli -- <command>',
    '',
    ...some.map(({ name, describe }) => `  ${name.padEnd(22)} ${describe}`),
    '',
    'Each has --help.',
  ].join('\n');
}

function explain(error: unknown): string {
  const known =
    error instanceof UsageError ||
    error instanceof CommandError ||
    error instanceof StartError ||
    error instanceof BackupError;
  if (known) return error.message;
  const { code, message } = error as { code?: string; message?: string };
  if (code === '42P01') return 'the database has no schema yet: run `npm run cli -- migrate` first';
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') return 'the database of DATABASE_URL does not answer';
  return (message ?? String(error)).split('\n')[0] ?? '';
}
