import { type DestinationStream, type Logger, pino } from 'pino';
import { maskAddresses } from './mask-addresses.ts';

/** Writes JSON lines to stdout from `level` on. Errors are logged without rows and addresses. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = { level, serializers: { err: withoutPeople } };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * Keeps the parts of an error that help an operator. The rest may name a person: PostgreSQL's `detail` quotes the row, nodemailer's
 * `recipient` and the mail server's answer name the address.
 */
function withoutPeople(error: unknown): unknown {
  if (!(error instanceof Error)) return maskAddresses(String(error));
  const { name, message, stack, code, table, column, constraint, statement, command, responseCode, cause } = error as Error &
    Record<string, unknown>;
  // PostgreSQL quotes the value that it cannot read (class 22).
  const mask = /^22/.test(String(code)) ? (text: string) => maskAddresses(text).replace(/"[^"\n]*"/g, '"…"') : maskAddresses;
  return {
    type: name,
    message: mask(message),
    stack: stack && mask(stack),
    code,
    table,
    column,
    constraint,
    statement,
    command,
    responseCode,
    ...(cause === undefined ? {} : { cause: withoutPeople(cause) }),
  };
}
