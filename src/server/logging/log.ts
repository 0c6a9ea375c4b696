import { type DestinationStream, type Logger, pino } from 'pino';

/** Writes JSON lines to stdout from `level` on. Errors are logged without rows and addresses. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = { level, serializers: { err: withoutPeople } };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * Keeps the parts of an error that help an operator. The rest may name a person or hold a secret: PostgreSQL's `detail`
 * quotes the row, nodemailer's `recipient` and the mail server's answer name the address, and ioredis' `command` has
 * the arguments, so also the password.
 */
function withoutPeople(error: unknown): unknown {
  if (!(error instanceof Error)) return maskAddresses(String(error));
  const { name, message, stack, code, table, column, constraint, statement, command, responseCode, cause } =
    error as Error & Record<string, unknown>;
  // PostgreSQL quotes the value that it cannot read (class 22).
  const mask = /^22/.test(String(code))
    ? (text: string) => maskAddresses(text).replace(/"[^"\n]*"/g, '"…"')
    : maskAddresses;
  return {
    type: name,
    message: mask(message),
    stack: stack && mask(stack),
    code,
    table,
    column,
    constraint,
    statement,
    command: nameOf(command),
    responseCode,
    ...(cause === undefined ? {} : { cause: withoutPeople(cause) }),
  };
}

/**
 * The name of the command that a mail server or Redis refused: nodemailer's is a text, ioredis' an object with the
 * arguments beside it.
 */
function nameOf(command: unknown): unknown {
  return typeof command === 'object' && command !== null && 'name' in command ? command.name : command;
}

/**
 * E-mail addresses in any spelling; it may match too much, because neither a log line nor a stored error needs an
 * address.
 */
const addresses = /(?<![^\s<>"'`(),;:])[^\s<>"'`(),;:]+@[^\s<>"'`(),;:]+/g;

/** The text with `[address]` for each e-mail address: mail servers name recipients, who may have left since. */
export function maskAddresses(text: string): string {
  return text.replace(addresses, '[address]');
}
