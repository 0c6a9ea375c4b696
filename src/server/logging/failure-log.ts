import type { Logger } from 'pino';
import { moreOf, perSecond } from './per-second.ts';

/** What a log line says beside the cause, such as the request's id and route. */
type Details = Record<string, unknown>;

/** Logs the cause of an answer of 500 or more. */
export type FailureLog = (error: unknown, status: number, details: Details) => void;

/** The error at the bottom: what wraps it only carries the answer. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? causeOf(error.cause) : error;
}

/** Errors are of one kind if they have one status and one code, or one class. */
function kindOf(cause: unknown, status: number): string {
  const { code, name } = (cause ?? {}) as { code?: unknown; name?: unknown };
  return `${status} ${String(code ?? name ?? typeof cause)}`;
}

/** Our faults (500) are logged as errors, those of others (503) as warnings. */
export function createFailureLog(log: Logger): FailureLog {
  const limited = perSecond();
  return (error, status, details) => {
    const cause = causeOf(error);
    limited(kindOf(cause, status), (more) => {
      const line = { ...(more > 0 ? {} : details), status, err: cause };
      log[status === 503 ? 'warn' : 'error'](line, `failed to answer a request${moreOf(more)}`);
    });
  };
}
