import { type DestinationStream, type Logger, pino } from 'pino';

/** As much of an address as mails and errors write it; wide on purpose, since a log line needs none. */
const addresses = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g;

/** JSON lines on stdout from `level` on. Errors are told without rows and addresses. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = { level, serializers: { err: withoutPeople } };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * The parts of an error that help an operator. Everything else stays out: PostgreSQL's `detail` quotes the row, nodemailer's `recipient`
 * and the mail server's own words name a person.
 */
function withoutPeople(error: unknown): unknown {
  if (!(error instanceof Error)) return masked(String(error));
  const { name, message, stack, code, constraint, command, responseCode, cause } = error as Error & Record<string, unknown>;
  return {
    type: name,
    message: masked(message),
    stack: stack && masked(stack),
    code,
    constraint,
    command,
    responseCode,
    ...(cause === undefined ? {} : { cause: withoutPeople(cause) }),
  };
}

function masked(text: string): string {
  return text.replace(addresses, '[address]');
}
